package web

import (
	"bytes"
	"context"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/overtrick/overtrick/internal/club"
)

type dealsIn struct {
	ID      string `path:"id" maxLength:"64" doc:"of the event"`
	Session int    `query:"session" minimum:"0" doc:"0: the only one"`
	Replace bool   `query:"replace" doc:"the cards of boards that have others already"`
	Key     string `header:"Idempotency-Key" doc:"absent: the same file is the same command"`
	Why     string `header:"Why" doc:"the reason, percent-encoded; after the correction period a change needs one"`
	RawBody []byte `contentType:"application/x-pbn"`
}

type dealsJSON struct {
	Position int64         `json:"position"`
	Says     club.Outcome  `json:"says"`
	Boards   []int         `json:"boards" doc:"that have cards now"`
	Unknown  int           `json:"unknown" doc:"of these, boards of which it is not known yet what the cards allow: that is computed in the background"`
	Warnings []warningJSON `json:"warnings" doc:"what the file has that is not as it should be"`
}

type warningJSON struct {
	Line int    `json:"line,omitempty"`
	Key  string `json:"key"`
	Text string `json:"text"`
}

// describeDeals says in the description of the API that the body is a file.
func describeDeals(api huma.API) {
	b := api.OpenAPI().Paths["/api/events/{id}/deals"].Post.RequestBody
	b.Description, b.Required = "a PBN file: its deals, without results", true
	b.Content = map[string]*huma.MediaType{"application/x-pbn": {Schema: &huma.Schema{Type: "string"}}}
}

// postDeals loads the deals of a PBN file, before or after play. Nothing of a board is
// shown before it is over.
func (s *Server) postDeals(ctx context.Context, v *visitor, in *dealsIn) (*body[dealsJSON], error) {
	if in.Key == "" {
		in.Key = "deals/" + club.HashToken(strconv.Itoa(in.Session) + strconv.FormatBool(in.Replace) + in.Why + string(in.RawBody))[:32]
	}
	why, err := reason(in.Why)
	if err != nil {
		return nil, err
	}
	if err := checkKey(in.Key); err != nil {
		return nil, err
	}
	a, err := s.actor(ctx, v, in.ID)
	if err != nil {
		return nil, err
	}
	boards, warnings, err := club.ReadDeals(bytes.NewReader(in.RawBody), in.Session)
	if err != nil {
		return nil, err
	}
	cmd := &club.LoadDeals{Boards: boards, Replace: in.Replace}
	got, err := s.club.Do(ctx, a, in.ID, club.Ask{Key: in.Key, Why: why, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	if err != nil {
		return nil, err
	}
	out := dealsJSON{Position: got.Position, Says: got.Says, Boards: []int{}, Warnings: []warningJSON{}}
	for _, b := range boards {
		out.Boards = append(out.Boards, int(b.Board))
		if b.DD.IsZero() {
			out.Unknown++
		}
	}
	for _, w := range warnings {
		out.Warnings = append(out.Warnings, warningJSON{w.Line, w.Err.Key, v.Error(w.Err)})
	}
	return &body[dealsJSON]{out}, nil
}
