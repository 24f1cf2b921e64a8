//go:build unix

package sqlstore_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/journal"
	"github.com/overtrick/overtrick/internal/journal/journaltest"
)

// TestQuickWay: a server that knows where a stream ends writes behind it at once. What
// another one wrote meanwhile is found out all the same, under whichever base and key.
func TestQuickWay(t *testing.T) {
	address := journaltest.Database(t)
	a, b := openPostgres(t, address), openPostgres(t, address)
	defer mustClose(t, a)
	defer mustClose(t, b)
	fill(t, a, "s", 0, 3)
	if n := a.Quick(); n != 1 { // the first is asked for, and the second, to see whether there is another server
		t.Fatalf("%d of 3 went the quick way", n)
	}
	put := func(s journal.Store, base int64, key string) (int64, error) {
		t.Helper()
		at, err := s.Append(t.Context(), "s", base, journaltest.Draft(key))
		if err != nil {
			return 0, err
		}
		return at[0], nil
	}
	want := func(position int64, at int64, err error) {
		t.Helper()
		if at != position || err != nil {
			t.Errorf("position %d, %v, want %d", at, err, position)
		}
	}
	at, err := put(b, 3, "by b")
	want(4, at, err)
	_, err = put(a, 3, "too late")
	if m, ok := errors.AsType[*journal.Moved](err); !ok || m.Last != 4 {
		t.Errorf("a base that is no end any more: %v", err)
	}
	fill(t, a, "s", 4, 8)
	at, err = put(b, journal.Any, "by b, anywhere")
	want(9, at, err)
	at, err = put(a, journal.Any, "by a, anywhere")
	want(10, at, err)
	fill(t, a, "s", 10, 13)
	at, err = put(a, 0, "by b") // it is there: no base is asked for
	want(4, at, err)
	_, err = a.Append(t.Context(), "s", journal.Any, journal.Draft{Key: "by b", Data: []byte("something else")})
	if k, ok := errors.AsType[*journal.KeyTaken](err); !ok || k.Position != 4 {
		t.Errorf("a key that is taken: %v", err)
	}
	fill(t, a, "s", 13, 16)
	fill(t, a, "t", 0, 3)
	if n := a.Quick(); n < 5 {
		t.Errorf("%d went the quick way", n)
	}
	fill(t, a, "s", 16, 18)
	n := a.Quick()
	var got []int64
	for _, stream := range []string{"s", "t"} {
		at, err := a.Append(t.Context(), stream, journal.Any, journaltest.Draft("x"), journaltest.Draft("y"), journaltest.Draft("x"))
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, at...)
	}
	if diff := cmp.Diff([]int64{19, 20, 19, 4, 5, 4}, got); diff != "" || a.Quick() != n+2 {
		t.Errorf("(-want +got):\n%s%d the quick way", diff, a.Quick()-n)
	}
	journaltest.Sound(t, b)
}

// TestQuickWayRefused: the database refuses at the last moment, when it commits. Nothing
// is written, it is said, and nothing is remembered that is not so.
func TestQuickWayRefused(t *testing.T) {
	s := openPostgres(t, journaltest.Database(t))
	defer mustClose(t, s)
	fill(t, s, "s", 0, 4)
	if err := s.Tamper(t.Context(), `CREATE FUNCTION no() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'the disk' USING ERRCODE = '53100'; END$$`); err != nil {
		t.Fatal(err)
	}
	if err := s.Tamper(t.Context(), `CREATE CONSTRAINT TRIGGER late AFTER INSERT ON entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION no()`); err != nil {
		t.Fatal(err)
	}
	n := s.Quick()
	for range 2 {
		_, err := s.Append(t.Context(), "s", 4, journaltest.Draft("refused"))
		if !errors.Is(err, journal.ErrFull) || bridge.CodeOf(err) != journal.Unavailable {
			t.Errorf("refused at the end: %v", err)
		}
	}
	if s.Quick() != n {
		t.Error("it counts as written")
	}
	if err := s.Tamper(t.Context(), `DROP TRIGGER late ON entry`); err != nil {
		t.Fatal(err)
	}
	fill(t, s, "s", 4, 8)
	if got := keys(t, s, "s"); len(got) != 8 {
		t.Errorf("%v", got)
	}
	journaltest.Sound(t, s)
}

// TestQuickWayAfterLoss: behind a new connection nothing counts that was remembered.
func TestQuickWayAfterLoss(t *testing.T) {
	db := journaltest.NewPostgres(t)
	s := openPostgres(t, db.Database(t))
	defer mustClose(t, s)
	fill(t, s, "s", 0, 4)
	n := s.Quick()
	db.Run(t, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname LIKE 'test%'`)
	fill(t, s, "s", 4, 6)
	if got := s.Quick() - n; got != 0 {
		t.Errorf("%d went the quick way", got)
	}
	fill(t, s, "s", 6, 7)
	if got := s.Quick() - n; got != 1 {
		t.Errorf("%d went the quick way after two that did not", got)
	}
	journaltest.Sound(t, s)
}
