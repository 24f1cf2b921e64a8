// Package movefile is movements as files: our own plain text, which people can read,
// correct and compare, and what other programs write.
//
//	movement 1
//	# Tuesday, seven tables
//	name Mitchell, 7 tables
//	family mitchell
//	kind pairs
//	winners 2
//	tables 7
//	rounds 3
//	sets 7
//	table 1: 1-1/1 1-7/2 1-6/3
//	table 2: 2-2/2 2-1/3 2-7/4
//	…
//
// # Grammar
//
// A file has one movement or more, each from its line "movement 1" on, where 1 is the
// version of this format. Lines stand in any order, each once; empty lines are fine. A
// comment is a line that begins with #, or what stands behind # in a line other than
// name and family. Upper and lower case of the words do not matter.
//
//	name TEXT             as people call it
//	family TEXT           how it is made; a warning where there is no such family
//	kind pairs | teams | individual        pairs if it is missing
//	winners 1 | 2                          1 if it is missing
//	tables N, rounds N, sets N             as the table lines say, if missing
//	phantom 14 | N7 | E8  who stands in the cells and does not exist
//	skip after N          East-West skip a table after this round
//	rover N N …           the tables of the rover from round 2 on
//	played N              the first N rounds were played as they stand here
//	table N: CELL …       one cell for each round
//
// A cell is "3-7/2": North-South 3, East-West 7, boards of set 2; of individuals
// "1-6v11-16/1", North and South first. 0 is nobody, or no boards; "-" is a table that
// does not play. Behind a cell s says that it is arrow-switched (the numbers say who
// really sits there) and p that it was played.
//
// # Other programs
//
//	ebu   EBUScore: blocks of text with an empty line between   read, written
//	mov   ACBLscore .MOV: pairs, binary                         read, written
//	yaml  BridgeScorer of thebridsk: pairs and individuals      read, written
//	json  a movement as the program prints it                   read, written
//
// The layouts of EBUScore and ACBLscore were inferred from files, not from a document.
// The numbers 1 to 36 in a .MOV rename the sets; which way was not seen, as no file had
// another order.
//
// # Promises
//
// No movement is trusted: each is audited, and an unsound one is refused with its first
// fault, unless [KeepUnsound] asks for a warning. What is not a fault and yet worth
// knowing (copies, repeats, a number that is missing) is a warning. A team or pair that
// meets itself in a file of EBUScore is how that program writes a sit-out, and becomes one.
//
// [Write] writes each movement in one way; what it wrote is read back as it was.
// [WriteAs] writes for another program, and warns of all that is lost there. Reading
// accepts CRLF, a missing newline at the end and a byte order mark. The package is pure.
package movefile
