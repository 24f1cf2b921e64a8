package padtext

import "github.com/overtrick/overtrick/notation"

// Text is what stands in a file, in Unicode: the text that [Read] reads with the
// words of this language. A byte order mark is not part of it.
func Text(data []byte, lang notation.Language) (string, error) { return decode(data, lang) }
