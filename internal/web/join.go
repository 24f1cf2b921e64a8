package web

import (
	"context"
	"crypto/rand"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/overtrick/overtrick/bridge"
	"github.com/overtrick/overtrick/internal/club"
	"github.com/overtrick/overtrick/internal/journal"
)

// A short code is for those whose device reads no QR code: the table, and five signs
// that cannot be taken for others: 5-K7QFM. It lets a device in only while the event has
// joining open, and of tries that fail a device has five a minute.

// codeTable says which table of which event a short code is for: its key is the hash,
// as of a token.
const (
	codeTable = "table_code"
	codeLife  = 7 * 24 * time.Hour
)

// codeSigns are those of a code: without 0 O Q, 1 I L, 2 Z, 5 S, 8 B and U V.
const (
	codeSigns  = "34679ACDEFGHJKMNPRTWXY"
	codeLength = 5
)

// newCode makes a short code for a table.
func newCode(section string, table int) string {
	var b strings.Builder
	b.WriteString(section + strconv.Itoa(table) + "-")
	for b.Len() < len(section)+len(strconv.Itoa(table))+1+codeLength {
		var one [1]byte
		_, _ = rand.Read(one[:])
		if n := int(one[0]); n < 256/len(codeSigns)*len(codeSigns) { // each sign as likely
			b.WriteByte(codeSigns[n%len(codeSigns)])
		}
	}
	return b.String()
}

// lookalikes are letters that a Russian keyboard has for ours, and signs that no code
// has for those that it may be.
var lookalikes = strings.NewReplacer(
	"А", "A", "С", "C", "Е", "E", "Н", "H", "К", "K", "М", "M", "Р", "P", "Т", "T", "Х", "X", "У", "Y",
	" ", "", "-", "", "–", "", "—", "", "−", "", ".", "", "\u00a0", "",
)

// readCode is a code as it is kept, however it was typed.
func readCode(typed string) string { return lookalikes.Replace(strings.ToUpper(typed)) }

// keepCode makes a short code for the table that a token stands for.
func (s *Server) keepCode(ctx context.Context, event, section string, table int, hash string) (string, error) {
	for {
		code := newCode(section, table)
		_, err := s.journal.Put(ctx, 0, journal.Doc{Table: codeTable, Key: club.HashToken(readCode(code)), Owner: event, Expires: time.Now().Add(codeLife), Data: []byte(strconv.Quote(hash))})
		if bridge.CodeOf(err) != bridge.Conflict {
			return code, err
		}
	}
}

// joinByCode lets a device in that came with a short code, and gives it a token.
func (s *Server) joinByCode(ctx context.Context, v *visitor, typed string) (token string, err error) {
	done, err := s.joins.try(ctx, deviceKey(v.from))
	if bridge.CodeOf(err) == TooMany {
		s.metrics.limited.Add(1)
		err = bridge.Errorf(TooMany, "web.too_many_joins", "too many codes that were none: wait a minute")
	}
	if err != nil {
		return "", err
	}
	defer func() {
		is := bridge.CodeOf(err)
		done(err != nil && (is == Unknown || is == bridge.Forbidden))
	}()
	wrong := bridge.Errorf(Unknown, "web.code", "no table has this code, or not any more: look at the card, or ask the director")
	code := readCode(typed)
	if code == "" || len(code) > 40 {
		return "", wrong
	}
	d, err := s.journal.Get(ctx, codeTable, club.HashToken(code))
	if bridge.CodeOf(err) == bridge.NotFound || err == nil && !time.Now().Before(d.Expires) {
		return "", wrong
	}
	if err != nil {
		return "", err
	}
	hash, err := strconv.Unquote(string(d.Data))
	if err != nil {
		return "", wrong
	}
	a, err := s.club.TableByHash(ctx, d.Owner, hash)
	if bridge.CodeOf(err) == bridge.Forbidden {
		return "", wrong
	}
	if err != nil {
		return "", err
	}
	if token, err = club.NewToken(nil); err != nil {
		return "", err
	}
	cmd := &club.JoinTable{Token: club.HashToken(token)}
	if err := s.club.Look(ctx, d.Owner, func(e *club.Evening) error { return e.MayJoin() }); err != nil {
		return "", err
	}
	if err := s.openTable(ctx, d.Owner, cmd.Token); err != nil {
		return "", err
	}
	got, err := s.club.Do(ctx, a, d.Owner, club.Ask{Key: "join/" + cmd.Token, Command: cmd})
	s.metrics.said(cmd.Name(), got.Says, err)
	return token, err
}

func (s *Server) joinForm(w http.ResponseWriter, r *http.Request) {
	l := visitorOf(r.Context()).Locale
	keepLanguage(w, r, l)
	s.forms.render(w, http.StatusOK, "join", formPage{Locale: l, Title: l.T("web.join_title"), Action: "/join"})
}

func (s *Server) joinSent(w http.ResponseWriter, r *http.Request) {
	v := visitorOf(r.Context())
	if err := readForm(r); err != nil {
		s.refuse(w, r, err)
		return
	}
	code := r.PostForm.Get("code")
	token, err := s.joinByCode(r.Context(), v, code)
	if err != nil {
		refused := newProblem(v.Locale, err)
		note(r.Context(), refused.Key, err)
		maps.Copy(w.Header(), refused.GetHeaders())
		w.Header().Del("Www-Authenticate") // a form has asked, not a program
		s.forms.render(w, refused.Status, "join", formPage{Locale: v.Locale, Title: v.T("web.join_title"), Action: "/join", Name: oneLine(code), Text: refused.Detail})
		return
	}
	http.SetCookie(w, v.cookie(tableCookie, token, tableLife))
	http.Redirect(w, r, "/table", http.StatusSeeOther)
}
