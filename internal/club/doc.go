// Package club is a running club: what people do becomes lines of the journal, and
// what follows from the lines is told to those who may know it.
//
//	command -> check -> record -> journal -> Evening -> views
//	                                  └────> watchers
//
// A [Command] is what somebody wants. It is checked against the [Evening], which is
// what follows from the stream of the event so far, and becomes one [Record]: all
// facts of one act, in one entry of the journal. So an act is there as a whole or not
// at all, whatever keeps the journal, and one key says whether it was done.
//
// # Words
//
//   - Place: a board at a table in a round. The plan says who meets there.
//   - Entry: a result as a device sends it, with an id that the device made. It has
//     revisions, which are all kept.
//   - A result stands when both sides have agreed it. One that differs from another
//     device's is a conflict: both stay, the first one stands, the director decides.
//   - A board is over when nobody can play it any more: each place that the plan has
//     for it has a result or a decision.
//
// # Rules
//
//	rule                                                             source                  function                test                                     status
//	what is sent twice is done once, and answered alike              ux 8.1, 8.2             Club.Do                 TestRepeatedCommand, TestEvening         done
//	revisions of an entry in any order end alike                     ux 8.2                  Enter                   TestRevisionsInAnyOrder                  done
//	two devices differ: shown to both, nothing is overwritten        ux 8.5                  Enter                   TestConflict, TestTwoServers             done
//	a table writes what it plays, in this round or an earlier one    house                   Enter                   TestTableWritesItsOwn                    done
//	corrections by the table until it plays on, then a request       ux 4.A                  Enter                   TestCorrection                           done
//	who reads sees nothing of a board that could still be played     Law 16D                 View                    TestReaderSeesOnlyWhatIsOver             done
//	plan, play and ruling are three things                           house                   Seat, Switch, Rule      TestSwitch, TestRule                     done
//	a new plan keeps what was played                                 pains 39, 40            ChangePlan              TestChangePlan, TestLatePair             done
//	after the correction period a change needs a reason              Law 79C                 Club.Do                 TestPublish                              done
//	sit-outs of the plan are said when the result is published       EBU White Book 8.12     Publish                 TestPublish                              done
//	an event that moved elsewhere has the same standings             pains 68                Export, Import          TestExportImport                         done
//	a board is told of at a table when all there have played it      Law 16D, ux 4.A         Club.Row                TestFeedback                             done
//	a lead that another hand holds is asked about once               ux 4.A                  Evening.doubts          TestLead                                 done
//	what is very rare, without a word of other tables                ux 4.A                  Unusual                 TestUnusual, TestUnusualMirrors          done
//	players say who they are until the end of a round                ux 4.A                  Sit                     TestSit, TestSitKinds                    done
//	others at a table than planned: said before it plays             ux 4.A                  NotUs                   TestNotUs                                done
//	a round's clock begins with the first table that reaches it      ux 2.1, 4.B             Evening.reach           TestClock                                done
//	what needs the director now, and what may be a slip              ux 4.B                  Evening.Lane            TestLane, TestLaneMirrors                done
//	what was marked as right does not come back                      ux 4.B                  MarkSeen                TestLaneSeen                             done
//	a command is tried without a trace, and does what was shown      ux 4.B                  Club.Preview            TestPreview                              done
//	the log says what was and is, and restores it by an act of its ownux 4.B                  Club.Lines, Restore     TestLines, TestRestore                   done
//	each published result is a version: who moved, and why           ux 9.8                  Club.Moved              TestMoved                                done
//	an accident: ways to go on that keep what was played             ux 4.B                  Club.Repair             TestRepair                               done
//	what the cards allow is computed when nobody needs the machine   -                       Club.Solve              TestSolve                                done
//	who made a user or erased a name, and when, is noted without it  house                   Club.Matters            TestMatters, TestMatterComesLater        done
//	a log that lost its last entries is followed as it is            -                       Club.View, Club.Do      TestLogCutOff                            done
//	who watches goes on where he was, at most two messages a second  -                       Club.Watch              TestWatch, TestWatchCoalesces            done
//
// # Promises
//
//   - A command that was answered without an error is durable, as far as the journal
//     keeps its own promise; with a refusal nothing was written. An error of code
//     [journal.Unavailable], and the end of a context, leave it open: the same key may
//     be sent again, and is always answered as it was the first time.
//   - Several Clubs on one journal, in one process or in many, behave as one.
//   - What a view holds is never changed: treat its lists as read-only.
//   - The same stream folds to the same Evening in every release: an act that this
//     release does not know is kept and named in [Evening.Warnings].
//   - Records hold ids of persons; names are asked of [journal.Names]. Of the token of
//     a table they hold its hash.
//   - Methods of Club are safe for concurrent use. [Club.Close] ends all that it began.
package club
