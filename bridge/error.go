package bridge

import (
	"errors"
	"fmt"
)

// Code says what kind of refusal an [Error] is. Callers branch on the code;
// doors map it once: to an exit status, to an HTTP status, to a colour.
type Code string

// The codes. An error without a code is a fault of the program: people see
// "internal", the log sees the rest.
const (
	Invalid     Code = "invalid"     // the value itself is impossible: 8NT, fourteen tricks
	NotFound    Code = "not_found"   // no such event, board, pair
	Conflict    Code = "conflict"    // somebody else wrote first
	Forbidden   Code = "forbidden"   // this person may not
	NoSolution  Code = "no_solution" // the rules allow no answer, for example no legal draw
	Unsupported Code = "unsupported" // a sound request that this release cannot serve
	Internal    Code = "internal"
)

// Error is a refusal that a person may read. Msg is English and complete, for
// logs and programs; Key and Args let a door say it in the reader's language
// without parsing Msg.
type Error struct {
	Code Code
	Msg  string
	Key  string // key in the message catalogues, for example "strain.unknown"
	Args []any  // the values in Msg, in order
	At   string // where: "club.pbn:17", "board 7, table 3"; may be empty
	Err  error  // cause; may be nil
}

// Error gives place and message, "club.pbn:17: strain "X": want C, D, H, S or NT".
func (e *Error) Error() string {
	if e.At != "" {
		return e.At + ": " + e.Msg
	}
	return e.Msg
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errorf builds an Error. A %w verb in format sets the cause.
func Errorf(code Code, key, format string, args ...any) *Error {
	wrapped := fmt.Errorf(format, args...)
	return &Error{Code: code, Key: key, Msg: wrapped.Error(), Args: args, Err: errors.Unwrap(wrapped)}
}

// At gives err with the place where it happened. An [Error] is copied and its
// own place is kept behind the new one; any other error is wrapped as [Internal].
// At(place, nil) is nil.
func At(place string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		c := *e
		c.At = place
		if e.At != "" {
			c.At = place + ": " + e.At
		}
		return &c
	}
	return &Error{Code: Internal, Key: "internal", Msg: err.Error(), At: place, Err: err}
}

// CodeOf gives the code of the outermost [Error] in err's chain, "" for nil and
// [Internal] for every error that is not ours.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return Internal
}
