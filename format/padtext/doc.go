// Package padtext is the plain text of a home table: one line for each act, as the
// scorer writes them down. A file of it can be read, corrected with any editor and
// played on.
//
//	# Friday                      a comment; empty lines are fine
//	form rubber                   the rules come first, then the players
//	players Anna Bert Clara Dieter
//	we 4S= hon 100                a deal, with honours of declarer's side
//	they 3NT-1 hon we 150
//	edit 2 they 3NT=              corrections are lines too
//
// Package pad folds the acts; this package reads and writes them.
//
// # Grammar
//
// A line is one of these, with a comment behind # if you like. Upper and lower
// case do not matter. A line has at most 500 characters before its comment, a name
// at most 50.
//
//	head      = form rubber|chicago|russian|iniarski|auction|plafond
//	          | edition CODE | set NAME = VALUE          score.… and pad.… settings
//	          | schedule dealer|nondealer|fixed | parts carry|duplicate
//	          | deals 4|6|8 | redeal yes|no | dealer SEAT
//	          | players NAME NAME NAME NAME [ NAME [ NAME ] ]
//	          | stake NUMBER | rotation tour|stay|cut
//	act       = deal | undo | stop
//	          | edit N deal | remove N | insert N deal   the deals of the running rubber, from 1
//	          | hon [ who ] POINTS                       honours of the last deal
//	          | rubber [ NAME NAME NAME NAME ]           the next rubber of the evening
//	deal      = played { hon [ who ] POINTS | hcp side POINTS | fit side }
//	played    = [ who ] result [ who ] | pass
//	who       = side | seat | NAME
//	side      = we | they | NS | EW
//
// Result, seat and pass are what package notation reads: 4SX+1, 3 NT, 2♥ down one;
// a contract without tricks is just made. In a file, S H D C and N always mean the
// English suits and notrump; at a prompt they may be ambiguous in a language, and
// are refused then. NAME is a player's; in a deal or for
// honours it is one who plays, and stands for the seat: partners sit North and
// South, their opponents East and West. Names with blanks are separated by commas;
// where a name is read, the longest that stands there is meant. A name that a line
// would read as something else in any language, "West", "Sie", "Pik", is refused.
//
// English words are always read, and those of the chosen language:
//
//	en  we they    hon hcp fit       pass   undo edit remove insert stop rubber
//	de  wir sie    Honneurs FP Fit   passe  zurück ändern löschen einfügen abrechnen Rubber
//	ru  мы они     онеры очки фит    пас    назад исправить удалить вставить стоп роббер
//
//	en  form   rubber chicago russian iniarski auction plafond       edition    set         players  stake
//	de  Form   Rubber Chicago russisch Iniarski Auktion Plafond      Regeln     Hausregel   Spieler  Einsatz
//	ru  форма  роббер чикаго русская иниарски аукцион плафон         редакция   правило     игроки   ставка
//
//	en  schedule  dealer nondealer fixed           parts          carry duplicate         deals
//	de  Gefahr    Teiler Gegner fest               Teilkontrakte  mitnehmen Turnier       Spiele
//	ru  зоны      сдающий соперники постоянные     частичные      переносятся турнирные   сдачи
//
//	en  redeal      yes no    dealer  rotation  tour stay cut
//	de  neuteilen   ja nein   Teiler  Wechsel   Tour keiner ziehen
//	ru  пересдача   да нет    сдаёт   смена     тур нет жребий
//
// and some more, see the lists in words.go; the names and values of settings of a
// house are the same in every language. At a prompt these may be short: u for
// undo, e4 for edit 4, h for hon, s for stop.
//
// # Head
//
// Lines of the head stand before the first act, and each is said once. undo takes
// back the last of them if there is no act that it could take back; what was undone
// does not count, so that a slip in the head can be corrected. Lines that are
// missing have the values of [pad.NewRules]; the rotation is tour with players and
// stay without. A line that the form does not use is refused.
//
// # Promises
//
// [Write] writes English, in one way for each thing, and keeps comments and empty
// lines; reading that gives the same lines and the same evening. A line that is
// refused changes nothing: the error is a [*bridge.Error] with the place "line 4",
// and if the text is to blame, its cause is the [notation.Place] in that line.
// CRLF, a missing newline at the end and a byte order mark are accepted; what is
// not Unicode is read as Windows-1252, in Russian as Windows-1251. The package is
// pure.
package padtext
