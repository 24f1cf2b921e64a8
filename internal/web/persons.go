package web

import (
	"context"

	"github.com/overtrick/overtrick/event"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

type personPath struct {
	Person string `path:"person" maxLength:"200" doc:"the id"`
}

type whoJSON struct {
	ID        string            `json:"id"`
	Revision  int64             `json:"revision"`
	Name      string            `json:"name,omitempty"`
	MemberIDs map[string]string `json:"member_ids,omitempty" doc:"number by who gave it: national, club"`
	Hidden    bool              `json:"hidden,omitempty" doc:"readers and tables do not see the name"`
	Erased    bool              `json:"erased,omitempty" doc:"the name was taken away, and stays away"`
}

func whoToJSON(n journal.Name) *body[whoJSON] {
	return &body[whoJSON]{whoJSON{string(n.ID), n.Revision, n.Person.Name, n.Person.MemberIDs, n.Hidden, n.Erased}}
}

// helper is who the visitor is that directs some event: names are those of the club.
func (v *visitor) helper() club.Actor { return club.Actor{Role: club.Director, ID: v.user.ID} }

func (s *Server) getPerson(ctx context.Context, v *visitor, in *personPath) (*body[whoJSON], error) {
	n, err := s.club.Person(ctx, v.helper(), event.PersonID(in.Person))
	return whoToJSON(n), err
}

type putPersonIn struct {
	Person string `path:"person" maxLength:"200" doc:"the id"`

	Body struct {
		Revision  int64             `json:"revision" minimum:"1" doc:"that the person has now"`
		Name      string            `json:"name" minLength:"1" maxLength:"200"`
		MemberIDs map[string]string `json:"member_ids,omitempty" doc:"number by who gave it: national, club"`
		Hidden    bool              `json:"hidden,omitempty" doc:"readers and tables are not to see the name"`
	}
}

func (s *Server) putPerson(ctx context.Context, v *visitor, in *putPersonIn) (*body[whoJSON], error) {
	n, err := s.club.CorrectPerson(ctx, v.helper(), in.Body.Revision, journal.Name{
		ID: event.PersonID(in.Person), Person: event.Person{Name: oneLine(in.Body.Name), MemberIDs: in.Body.MemberIDs}, Hidden: in.Body.Hidden,
	})
	s.forgetNames()
	return whoToJSON(n), err
}

func (s *Server) deletePerson(ctx context.Context, v *visitor, in *personPath) (*body[nothing], error) {
	err := s.club.ErasePerson(ctx, v.helper(), event.PersonID(in.Person))
	s.forgetNames()
	return new(body[nothing]), err
}

// forgetNames has everybody ask for names anew: one that was hidden or erased here is
// gone at once.
func (s *Server) forgetNames() {
	s.index.forget()
	s.pages.names.mu.Lock()
	defer s.pages.names.mu.Unlock()
	s.pages.names.of = nil
}
