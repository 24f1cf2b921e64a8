package journal_test

import (
	"testing"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
)

// TestChain: the hash is the same in every release, or a log could not be checked with
// the next one. The values were computed beside this program, with
//
//	python3 -c 'import hashlib, struct
//	p = lambda b: struct.pack(">Q", len(b)) + b
//	n = lambda i: p(struct.pack(">q", i))
//	h = b"\0" * 32
//	for e in [(1, "k1", 1_000_000, "played", "{}"), (2, "k2", -1, "", "♠")]:
//	    h = hashlib.sha256(p(h) + p(b"club") + n(e[0]) + p(e[1].encode()) + n(e[2]) + p(e[3].encode()) + p(e[4].encode())).digest()
//	    print(h.hex())'
func TestChain(t *testing.T) {
	list := journal.Link("club", 0, journal.Hash{}, []journal.Draft{
		{Key: "k1", At: time.UnixMicro(1_000_000), Kind: "played", Data: []byte("{}")},
		{Key: "k2", At: time.UnixMicro(-1), Data: []byte("♠")},
	})
	for i, want := range []string{
		"1c7912b1395b00af5568370ba57f49793e1175d78d6eb2f2c4fc1da74f0c6c1b",
		"24ad8b4217c11821ab14939726bbb1b91813a1f92874576b3fb1a475c912625e",
	} {
		if got := list[i].Hash.String(); got != want || list[i].Position != int64(i)+1 {
			t.Errorf("position %d: %s, want %s", list[i].Position, got, want)
		}
	}
	if h, err := journal.ParseHash(list[0].Hash.String()); err != nil || h != list[0].Hash {
		t.Errorf("%v, %v", h, err)
	}
	for _, bad := range []string{"", "zz", "00", list[0].Hash.String() + "00"} {
		if _, err := journal.ParseHash(bad); bridge.CodeOf(err) != bridge.Invalid {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestChainParts: moving a byte from one part to the next, or any change, is seen.
func TestChainParts(t *testing.T) {
	e := journal.Entry{Stream: "s1", Position: 1, Draft: journal.Draft{Key: "ab", Kind: "cd", Data: []byte("ef")}}
	changes := map[string]func(*journal.Entry){
		"as it is":       func(*journal.Entry) {},
		"key to kind":    func(e *journal.Entry) { e.Key, e.Kind = "a", "bcd" },
		"kind to data":   func(e *journal.Entry) { e.Kind, e.Data = "c", []byte("def") },
		"data to kind":   func(e *journal.Entry) { e.Kind, e.Data = "cde", []byte("f") },
		"stream":         func(e *journal.Entry) { e.Stream = "s2" },
		"position":       func(e *journal.Entry) { e.Position = 2 },
		"a microsecond":  func(e *journal.Entry) { e.At = e.At.Add(time.Microsecond) },
		"another before": func(e *journal.Entry) { e.Hash[0] = 1 }, // taken as the hash before
	}
	seen := map[journal.Hash]string{}
	for name, change := range changes {
		c := e
		change(&c)
		h := journal.Chain(c.Hash, c)
		if other, twice := seen[h]; twice {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
}
