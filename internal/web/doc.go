// Package web is the door to a running club for browsers and programs: a JSON API,
// a stream of what changes, and pages.
//
//	request -> who asks -> may they -> not too often -> handler -> club
//
// Every way in is a line of one table, which says who may come that way. What is not
// there cannot be reached, and a test walks the table with every role.
//
// # Who asks
//
//   - A user logs in with a password and has a session: a cookie. Users are owners,
//     or directors of all events or of some.
//   - A table has a token of 128 random bits, from the address in its QR code, or got
//     for the short code that stands beside it. It sends it as a cookie, or as
//     "Authorization: Bearer".
//   - Everybody else is a reader, and sees what is over.
//
// Of tokens, sessions and the set-up link their hashes are kept, of passwords argon2id.
//
// # Promises
//
//   - A refusal is a problem of RFC 9457 with the code and the key of its
//     [bridge.Error], and its text in the language of who asks.
//   - No page loads anything from elsewhere, and no script or style stands in a page.
//   - The log of requests holds no token, no cookie, no password and no address that
//     has one of them.
//   - A watcher that is slow, or gone, holds up nobody.
//   - [Server.Serve] ends when its context does: what has begun is finished, and
//     watchers are told.
//
// # Rules
//
//	rule                                                        source            function        test                       status
//	every route has a role that it asks for                     house             New             TestEveryRoute             done
//	what is sent twice is done once, and answered alike         ux 8.1, 8.2       putResult       TestResultsInAnyOrder      done
//	no other site may send for who is logged in                 -                 ServeHTTP       TestCrossOrigin            done
//	two passwords at most are looked at at once                 libraries 1       hasher          TestHashes                 done
//	a short code lets in while joining is open, five tries      ux 4.A            joinByCode      TestShortCode              done
//	nobody at a table finds who is hidden, nobody who is erased -                 getPeople       TestPeople                 done
//	phones play an evening: each board is there once            ux 8, 9           getTable        TestClubNight              done
//	a watcher goes on where it was, at any server               libraries 4.6     watch           TestWatchResumes           done
//	no page and no file shows a board that is still in play     Law 16D           pages           TestNothingHidden          done
//	a page says why each number is what it is                   -                 seen.why        TestWhy                    done
//	a corrected result says who moved, and the address stays    Law 79C           pages.moved     TestMovedPage              done
//	an event as a folder needs no server                        ux 4.D            writeZip        TestOffline                done
//	a ranking weighs 15 KB at most, a whole event 90 KB         ux 3, G7          pages           TestSizes                  done
//	codes of tables are made by a form alone, and shown once    ux 4.A            tablesSent      TestTableCards             done
package web
