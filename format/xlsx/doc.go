// Package xlsx reads and writes results as an Excel workbook (.xlsx): the same columns
// as package table, which reads every cell.
//
// # Sheets
//
// The results are the sheet with the name results, else the first one; the lists of
// pairs and of penalties are the sheets pairs and penalties, the history of matches of
// teams the sheet matches, which may be all there is. Case does not matter. Other sheets
// are not read, and a warning names them. In a sheet the first row that is not empty
// names the columns; rows before it whose first cell begins with # are comments.
//
// # Cells
//
// A cell is read as a person sees it: text as it stands, a number without the zeros
// and the signs between thousands that its format adds, with the + that it adds, and
// as a percentage if it is shown as one, with all its decimals (Excel holds fifteen
// digits). The value of a formula counts. Some of what Excel shows nobody typed, and
// below a column that is read it is refused with its cell, except in a note or a reason:
//
//	a date              Excel makes one of 6-5 and 3/4
//	#NAME?, #DIV/0! ... Excel took a text for a formula
//	a formula without   a program wrote it, and no other has worked it out
//
// Excel makes 1 of +1 that is typed into a cell; in the column result that might be
// one trick as well, and is refused as in a CSV file. In what [Write] writes, columns
// of text have the format of text and keep +1.
//
// Of cells that are merged the first one has the text and the others are empty; a
// warning says so.
//
// # Safety
//
// A file of a few kilobytes can unfold to any size. At most 64 MB are read and 128 MB
// unpacked, and a sheet has at most 256 columns; a file beyond that is refused with
// code [bridge.Unsupported]. A damaged file is refused, never read in part.
//
// # Promises
//
// What [Write] writes is read as the same facts and people (TestRoundTrip), and the
// library that writes it reads it as the same cells (TestCells). The same record gives
// the same bytes. Any file is read or refused with a key (FuzzRead, FuzzParts).
//
// Files are read by this package itself, because the library that writes them passes
// over broken parts and over formulas without a value in silence.
package xlsx
