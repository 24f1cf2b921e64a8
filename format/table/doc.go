// Package table reads and writes results as a spreadsheet: one line for each board
// at one table, as CSV. Package xlsx does the same with workbooks, by the [Rows] of
// their sheets.
//
//	board;ns;ew;contract;declarer;result;lead;score;ns_award;ew_award
//	1;1;4;4S;N;=;HK;420;;
//	1;2;5;3NTX;W;-2;;;;
//	1;3;6;;;;;;60%;40%
//
// # File
//
// Cells are separated by commas, semicolons or tabs: by whichever gives the header
// the most columns that are known. A cell may stand between quotation marks, and
// inside them a quotation mark is doubled (RFC 4180). The character set is that of a
// byte order mark, else UTF-8, else taken to be a western one, with a warning;
// [Options] may name another. A line sep=; before the header, as Excel knows it,
// lines before it that begin with #, which are comments, and lines of empty cells are
// passed over.
//
// The first other line is the header. Columns stand in any order and have names in any
// case; a blank or a hyphen in a name is an underscore. A column that is not known is
// a warning, one that comes twice an error. Blanks around a cell do not matter, and a
// dash alone is an empty cell (but nobody, in the column vul).
//
// # Columns of results
//
// Required are board, ns and ew, or n, s, e and w in an individual event, and one of
// contract, score, ns_award and ew_award.
//
//	column             cell                                           empty
//	session            1, 2, ...                                      the only session
//	section            letters: A, b                                  none
//	round, table       0, 1, 2, ...                                   not known
//	match              of teams: a number or a short name             not said
//	room               of teams: open or closed, o or c               not said
//	board              1, 2, ...                                      an error
//	vul                none, ns, ew, all, as notation reads them      as the board's number says (Law 2)
//	ns, ew             a contestant: 12, 12NS, A12, A12NS             nobody: the other side sits out
//	n, s, e, w         a player: 12, A12                              nobody: with the partner, the side sits out
//	contract           English notation, with more behind it or not:
//	                   4S, 3NTX, 4♠x S +1, pass                       no contract is noted
//	declarer           N, E, S, W                                     see contract
//	result             +1, =, -2; 7 to 13 are tricks                  see contract, tricks and score
//	tricks             0 to 13, won by declarer's side                see contract, result and score
//	lead               a card in either order: HK, KH, S10, TS        not known
//	score              North-South's view: 420, -100                  it follows from the result
//	ns_award, ew_award an award, see below                            no ruling
//	group              a short name: the version of a fouled board    the board as it was set
//	note               text: why it was entered or ruled so           none
//
// What several cells say must agree: tricks with result, a declarer with the one
// behind the contract, a score with the result by Law 77. A contract with its
// declarer and a score needs no tricks. A score alone is a result without a contract;
// one that no contract gives at this vulnerability is an error, and one that only
// redoubled contracts give a warning. A line says something: a result, a score or an
// award.
//
// Results of a board are compared with those of their own group. If all lines of a
// board have the same, nothing was fouled. Who is vulnerable one line may say for all;
// where lines of different groups say different things, each group has its own, and one
// that does not say it has that of the board.
//
// Players who sit out stand on one side alone, on either seat of it; the other side is
// nobody.
//
// A bare number from 0 to 6 in result is refused: spreadsheets turn +1 into 1, and
// that might be one trick as well.
//
// # Teams
//
// A table with a column match or room is one of teams, scored by IMPs; ns and ew are
// the numbers of the teams, and their names stand in the list of pairs. A match is
// between two teams, and two teams have one in a round of a session; a result in one
// room alone leaves it open. North-South in the open room is the home team, which the
// facts say with [event.Drawn], unless the file does not say its rounds and a team has
// several matches. The name of a match is not kept: matches are numbered when they are
// written.
//
// # Columns of matches
//
// A history of matches says what came of matches as a whole. It is a file of its own, or
// stands beside a table of results and says of its matches what boards do not.
//
//	column               cell                                           empty
//	session, round       1, 2, ...                                      the only session; not known
//	table                where the home team sat North-South            not known
//	home, away           the numbers of the teams                       an error; away: a bye
//	boards               1 to 1000                                      as many as are played
//	half                 yes: a half match of a short triangle          a match as long as others
//	home_imps, away_imps what each side won: 34, 12,5                   not played yet
//	home_vp, away_vp     victory points                                 by the scale
//	note                 a ruling, a reason, or both: void: no cards    none
//
// Required are home and away. A note that is a ruling, or begins with one and a colon,
// is void, forfeit home, forfeit away, forfeit both, late home and so on, or adjusted, which has victory
// points; any other is a reason, and so is what stands behind note:. A team has one
// match in a round; three teams of which each meets both others are a triangle: a
// short one if its matches are half ones, else a long one, which takes this round and
// the next.
//
// # Awards
//
//	award   = A+ | A | A-                        also AVE+, AVE, AVE-
//	        | percent                            60, 60%, 62,5%, 200/3%
//	        | number IMP                         3 IMP, -2,5 IMP: 24 at most
//	        | NP                                 not played, and nothing awarded
//	        | late                               not played yet
//	        | bye                                sat out: only beside an empty ns or ew
//	        | outcome { ; outcome }              an assigned score (Law 12C1)
//	outcome = [ weight ] ( result | score )      60% 4S S = ; 40% 4S S -1
//	weight  = percent | n/n                      before one outcome it may be left out
//
// An artificial score stands in both columns; a contestant that sits out may have one
// in its own. An assigned score in one of them alone
// is that of both sides. A score without a contract needs its weight, 100% 420, so
// that it is no percentage. The weights of a side add up to 100 percent. The result
// of the table may stand in the line as well; both are kept.
//
// # Winners
//
// There are two lists of winners if a number meets itself, if a cell names a side
// (12NS), or if the list of pairs has a number in both directions; [Options] may
// decide it. An individual event has one. With two lists a number without a side is the pair that sits there.
//
// # Columns of pairs
//
// A list of pairs, or of players, has number, and any of section, direction (NS, EW),
// names, ids, club, stratum and handicap. number may be 12, A12 or A12NS. A stratum is
// a letter, A for the strongest, for the pair or for each person; a handicap is percent
// of a top, negative for one that is taken away. Several names, and their ids and
// strata in the same order, stand in one cell, between them one of
//
//	;   –   -   /   &   +
//
// (a hyphen with blanks around it); the first of these that the cell holds separates
// it all.
//
// # Columns of penalties
//
//	column             cell                                           empty
//	pair               who is penalised: 12, 12NS, A12                an error
//	section, direction as in a list of pairs                          as pair says
//	session            1, 2, ...                                      the only session
//	kind               procedural (PP), disciplinary (DP), warning    procedural
//	amount             what is taken away: 10, 0,5, 1/4, 10%          nothing: a warning
//	unit               %, mp, imp, vp, standard                       as the amount says
//	reason             text                                           none
//
// Required are pair, and amount or kind. Percent are those of the top of a board.
// Whether a unit fits the method of the event, the event says.
//
// # Large files
//
// [Read] holds the whole file and finds out from all of it what no line says: the
// character set, the lists of winners, what a board is. [Stream] holds one board, so
// that a file may be larger than memory; all lines of a board stand together in it.
//
// # Several files
//
// [Join] makes one event of files that hold sections, sessions or boards of it, and
// says what it takes for a session of its own.
//
// # Promises
//
// What [Write], [WritePairs], [WritePenalties] and [WriteMatches] write is read as the same
// facts and people (TestRoundTrip, TestTeamsRoundTrip), and an event stands as it did (TestReal). A file is read in full
// or refused: the first fault is an error
// with its place, "line 12, column result". An event accepts every record that is
// read (FuzzRead). Board by board a sorted file of pairs says the same (TestStreamLikeRead), and
// no more than a board is held (TestStreamMemory).
//
// # Limits
//
// An assigned score for one side beside an artificial one for the other is refused with
// code [bridge.Unsupported], because package event has no fact for it.
package table
