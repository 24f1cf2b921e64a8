package dd_test

import (
	"context"
	"os"
	"syscall"
	"testing"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/dd"
	"github.com/overtrick/overtrick/internal/shelf"
)

var dealColumns = []string{"id", "kind", "-board", "-dealer", "-vul", "deal", "dd20", "-par_ns", "-par"}

func TestShelf(t *testing.T) {
	s := dd.New(dd.Limits{})
	n := 0
	var plays, tricks uint64
	var a, b syscall.Rusage
	all := os.Getenv("FULL") != ""
	syscall.Getrusage(0, &a)
	files := []string{"deals/generated.csv"}
	if all {
		files = append(files, "deals/ddslist.csv")
	}
	for _, f := range files {
		for _, row := range shelf.Table(t, shelf.Path(t, f), dealColumns...) {
			if !all && row.Text("kind") != "random" {
				continue
			}
			n++
			if !all && n > 100 {
				break
			}
			d, err := bridge.ParseDeal(row.Text("deal"))
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Table(context.Background(), d)
			if err != nil {
				t.Fatal(err)
			}
			plays += s.Work().Plays
			tricks += s.Work().Tricks
			if got.String() != row.Text("dd20") {
				t.Errorf("%s: %s\n got %v\nwant %v", row.Text("id"), d, got, row.Text("dd20"))
			}
		}
	}
	syscall.Getrusage(0, &b)
	t.Log(n, plays/1e5, tricks/1e5, "k; user ms per 100", (b.Utime.Nano()-a.Utime.Nano())/1e6*100/int64(n), "rss", b.Maxrss)
}
