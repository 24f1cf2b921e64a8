package movefile_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/overtrick/overtrick/format/movefile"
)

func ExampleRead() {
	m, warnings, err := movefile.Read(strings.NewReader(`movement 1
# two tables, as at home
table 1: 4-1/1 4-2/2 4-3/3
table 2: 2-3/1 3-1/2 1-2/3
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range warnings {
		fmt.Println("warning:", w.Text())
	}
	lost, err := movefile.WriteAs(os.Stdout, movefile.EBU, m, 8)
	fmt.Println(lost, err)
	// Output:
	// warning: copies, 0-2
	// Movement
	// 0,2,24,8,3
	// 4,1,1,4,2,2,4,3,3
	// 2,3,1,3,1,2,1,2,3
	// [] <nil>
}
