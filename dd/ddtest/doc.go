// Package ddtest gives tests the answers of another solver: the DDS library of
// Bo Haglund and Soren Hein, as Debian has it (libdds-dev). It needs a C compiler
// and that library, and so it is built with the tag ddsoracle only; the program
// never contains it.
package ddtest
