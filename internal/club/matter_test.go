package club_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// matters are those of the club, which must be readable.
func (r *rig) matters() (list []club.Matter) {
	r.Helper()
	for m, err := range r.Matters(context.Background()) {
		if err != nil {
			r.Fatal(err)
		}
		if time.Since(m.At).Abs() > time.Minute {
			r.Errorf("%s at %v", m.Do, m.At)
		}
		list = append(list, m)
	}
	return list
}

// TestMatters: what is done about users and persons is in the log of the club, with who
// did it, and without a name.
func TestMatters(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	ctx := t.Context()
	user := func(by club.Actor, u club.User) club.User {
		t.Helper()
		var base int64
		if old, err := r.User(ctx, u.Name); err == nil {
			base = old.Revision
		}
		if _, err := r.PutUser(ctx, by, base, u); err != nil {
			t.Fatal(err)
		}
		u, err := r.User(ctx, u.Name)
		if err != nil {
			t.Fatal(err)
		}
		return u
	}
	anna := user(club.Actor{}, club.User{Name: "anna", Owner: true, Password: "$argon2id$1"})
	by := anna.In("")
	bert := user(by, club.User{Name: "bert", Events: []string{r.id}})
	user(by, club.User{Name: "bert", Director: true, Password: "$argon2id$2"})
	if err := r.DeleteUser(ctx, by, "bert"); err != nil {
		t.Fatal(err)
	}
	if err := r.DeleteUser(ctx, by, "bert"); bridge.CodeOf(err) != bridge.NotFound {
		t.Errorf("nobody is taken away: %v", err)
	}
	id, err := r.AddPerson(ctx, event.Person{Name: "Ada Lovelace", MemberIDs: map[string]string{"club": "no. 4711-0815"}})
	if err != nil {
		t.Fatal(err)
	}
	correct := func(base int64, name string, hidden bool, want int64) {
		t.Helper()
		n, err := r.CorrectPerson(ctx, by, base, journal.Name{ID: id, Person: event.Person{Name: name}, Hidden: hidden})
		if err != nil || n.Revision != want || n.Person.Name != name || n.Hidden != hidden {
			t.Errorf("%+v, %v, want revision %d", n, err, want)
		}
	}
	correct(1, "Ada King", false, 2)
	correct(1, "Ada King", false, 2) // sent again
	correct(2, "Ada King", false, 2) // it is so
	correct(2, "Ada King", true, 3)
	correct(3, "Ada King", false, 4)
	if _, err := r.CorrectPerson(ctx, by, 2, journal.Name{ID: id, Person: event.Person{Name: "Eve"}}); keyOf(err) != "journal.moved" {
		t.Errorf("somebody was quicker: %v", err)
	}
	for range 2 {
		if err := r.ErasePerson(ctx, by, id); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.CorrectPerson(ctx, by, 5, journal.Name{ID: id, Person: event.Person{Name: "Ada"}}); keyOf(err) != "journal.erased" {
		t.Errorf("who was erased comes back: %v", err)
	}
	want := []club.Matter{
		{Do: club.UserMade, User: anna.ID, Owner: true},
		{Do: club.UserMade, By: anna.ID, User: bert.ID, Events: []string{r.id}},
		{Do: club.UserChanged, By: anna.ID, User: bert.ID, Director: true, Password: true},
		{Do: club.UserRemoved, By: anna.ID, User: bert.ID},
		{Do: club.PersonCorrected, By: anna.ID, Person: id},
		{Do: club.PersonHidden, By: anna.ID, Person: id},
		{Do: club.PersonShown, By: anna.ID, Person: id},
		{Do: club.PersonErased, By: anna.ID, Person: id},
	}
	if diff := cmp.Diff(want, r.matters(), cmpopts.IgnoreFields(club.Matter{}, "At")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var out bytes.Buffer
	if err := r.ExportClub(ctx, &out); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"anna", "bert", "Ada", "4711-0815", "argon2id"} {
		if strings.Contains(out.String(), name) {
			t.Errorf("the log of the club names %s:\n%s", name, &out)
		}
	}
	if n := strings.Count(out.String(), "\n"); n != len(want)+2 || !strings.HasPrefix(out.String(), `{"format":"overtrick club 1"}`) {
		t.Errorf("%d lines:\n%s", n, &out)
	}
	if _, err := r.Import(ctx, &out); keyOf(err) != "club.import_format" {
		t.Errorf("it is read as an event: %v", err)
	}
}

// slow is a journal in which a list takes its time, so that two who look at one do so
// together.
type slow struct{ journal.Journal }

func (s slow) List(ctx context.Context, table, owner string) ([]journal.Doc, error) {
	list, err := s.Journal.List(ctx, table, owner)
	time.Sleep(20 * time.Millisecond)
	return list, err
}

// TestLastOwners: two owners take each other's right at the same time. One of them stays.
func TestLastOwners(t *testing.T) {
	r := &rig{TB: t, Club: club.New(slow{new(journal.Memory)})}
	defer r.Close()
	for _, name := range []string{"anna", "bert"} {
		if _, err := r.PutUser(t.Context(), owner, 0, club.User{Name: name, Owner: true}); err != nil {
			t.Fatal(err)
		}
	}
	var both sync.WaitGroup
	both.Go(func() { _ = r.DeleteUser(t.Context(), owner, "anna") })
	both.Go(func() { _, _ = r.PutUser(t.Context(), owner, 1, club.User{Name: "bert"}) })
	both.Wait()
	all, err := r.Users(t.Context())
	if err != nil || !slices.ContainsFunc(all, func(u club.User) bool { return u.Owner }) {
		t.Errorf("%+v, %v", all, err)
	}
}

// TestPersonRefuses: who does not direct learns nothing and changes nothing, and a person
// has to be there and to have a name.
func TestPersonRefuses(t *testing.T) {
	r := pairs(t, 3, 1, 1)
	ctx := t.Context()
	id, err := r.AddPerson(ctx, event.Person{Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []club.Actor{{}, r.table(1)} {
		_, look := r.Person(ctx, a, id)
		_, correct := r.CorrectPerson(ctx, a, 1, journal.Name{ID: id, Person: event.Person{Name: "Eve"}})
		for _, err := range []error{look, correct, r.ErasePerson(ctx, a, id)} {
			if keyOf(err) != "club.people" {
				t.Errorf("%q: %v", a.Role, err)
			}
		}
	}
	for _, err := range []error{r.ErasePerson(ctx, owner, "nobody"), errorOf(r.Person(ctx, owner, "nobody")), errorOf(r.CorrectPerson(ctx, owner, 1, journal.Name{ID: "nobody", Person: event.Person{Name: "x"}}))} {
		if keyOf(err) != "club.no_person" {
			t.Errorf("nobody: %v", err)
		}
	}
	for _, err := range []error{errorOf(r.AddPerson(ctx, event.Person{Name: " "})), errorOf(r.CorrectPerson(ctx, owner, 1, journal.Name{ID: id}))} {
		if keyOf(err) != "club.person_name" {
			t.Errorf("without a name: %v", err)
		}
	}
	if n, err := r.Person(ctx, owner, id); err != nil || n.Person.Name != "Ada" || n.Revision != 1 {
		t.Errorf("%+v, %v", n, err)
	}
	if list := r.matters(); len(list) > 0 {
		t.Errorf("%+v", list)
	}
}

func errorOf[T any](_ T, err error) error { return err }

// silent is a journal to whose log of the club nothing can be added, for a while.
type silent struct {
	journal.Journal

	until int
}

func (s *silent) Append(ctx context.Context, stream string, base int64, drafts ...journal.Draft) ([]int64, error) {
	if s.until--; stream == "club" && s.until >= 0 {
		return nil, journal.Unable(journal.ErrFull, nil)
	}
	return s.Journal.Append(ctx, stream, base, drafts...)
}

// TestMatterComesLater: the name was corrected, and what was done could not be noted. That
// is said; sent again it is noted, once.
func TestMatterComesLater(t *testing.T) {
	j := &silent{Journal: new(journal.Memory)}
	r := &rig{TB: t, Club: club.New(j), journal: j}
	defer r.Close()
	ctx := t.Context()
	id, err := r.AddPerson(ctx, event.Person{Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() error{
		func() error {
			return errorOf(r.CorrectPerson(ctx, owner, 1, journal.Name{ID: id, Person: event.Person{Name: "Eve"}}))
		},
		func() error { return r.ErasePerson(ctx, owner, id) },
	} {
		j.until = 1
		if err := f(); !errors.Is(err, journal.ErrFull) {
			t.Errorf("%v", err)
		}
		for range 2 {
			if err := f(); err != nil && keyOf(err) != "journal.erased" {
				t.Error(err)
			}
		}
	}
	var did []string
	for _, m := range r.matters() {
		did = append(did, m.Do)
	}
	if diff := cmp.Diff([]string{club.PersonCorrected, club.PersonErased}, did); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
