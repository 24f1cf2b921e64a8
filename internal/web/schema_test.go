package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// schema is a part of the description of the API, as far as ours goes.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       any               `json:"type"` // a name, or several
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Additional any               `json:"additionalProperties"` // false, or a schema
	Items      *schema           `json:"items"`
	Enum       []string          `json:"enum"`
}

// described is the description of the API.
type described struct {
	OpenAPI string
	Paths   map[string]map[string]struct {
		Responses map[string]struct {
			Content map[string]struct {
				Schema *schema
			}
		}
	}
	Components struct{ Schemas map[string]schema }
}

// answer is the schema of what an operation answers in JSON; nil: it has none.
func (d *described) answer(method, path string) *schema {
	return d.Paths[path][strings.ToLower(method)].Responses["200"].Content["application/json"].Schema
}

// fits says where a value is not as its schema has it.
func (d *described) fits(s schema, at string, v any) (faults []string) {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		s = d.Components.Schemas[name]
	}
	fault := func(format string, args ...any) { faults = append(faults, at+": "+fmt.Sprintf(format, args...)) }
	kinds := map[string]bool{}
	switch t := s.Type.(type) {
	case string:
		kinds[t] = true
	case []any:
		for _, k := range t {
			kinds[fmt.Sprint(k)] = true
		}
	default:
		return nil // anything
	}
	kind := ""
	switch v := v.(type) {
	case nil:
		kind = "null"
	case bool:
		kind = "boolean"
	case string:
		if kind = "string"; len(s.Enum) > 0 && !slices.Contains(s.Enum, v) {
			fault("%q is none of %v", v, s.Enum)
		}
	case float64:
		if kind = "number"; v == float64(int64(v)) && kinds["integer"] {
			kind = "integer"
		}
	case []any:
		kind = "array"
		for i, x := range v {
			faults = append(faults, d.fits(*s.Items, fmt.Sprint(at, "/", i), x)...)
		}
	case map[string]any:
		kind = "object"
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				fault("%q is missing", name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			p, ok := s.Properties[name]
			if !ok {
				if s.Additional == false || s.Additional == nil {
					fault("%q is not described", name)
					continue
				}
				b, _ := json.Marshal(s.Additional)
				if err := json.Unmarshal(b, &p); err != nil {
					fault("%v", err)
				}
			}
			faults = append(faults, d.fits(p, at+"/"+name, v[name])...)
		}
	}
	if !kinds[kind] {
		fault("%s, want %v", kind, s.Type)
	}
	return faults
}

// TestAnswersAreDescribed: every operation says what it answers, and answers that, to
// a reader, a table and who may see all.
func TestAnswersAreDescribed(t *testing.T) {
	var doc described
	reading := beginOn(t, newMemory(), plenty) // for those that change nothing
	reading.over()
	reading.gets(&doc, asReader, "GET", "/api", "")
	for _, route := range routes {
		method, path, _ := strings.Cut(route.pattern, " ")
		if !strings.HasPrefix(path, "/api/") || path == "/api/openapi.json" || route.class == stream {
			continue
		}
		s := doc.answer(method, path)
		if s == nil || s.Ref == "" && s.Type == nil {
			t.Errorf("%s does not say what it answers", route.pattern)
			continue
		}
		v := visits[route.pattern]
		for _, role := range []string{asReader, asTable, asOwner} {
			r := reading
			if method != http.MethodGet {
				r = beginOn(t, newMemory(), plenty)
				r.over()
			}
			w := r.ask(role, method, strings.NewReplacer("TOKEN", r.token, "PERSON", r.person).Replace(v.target), v.body)
			if w.Code != http.StatusOK {
				continue
			}
			var got any
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Errorf("%s as %s: %v", route.pattern, role, err)
				continue
			}
			for _, fault := range doc.fits(*s, "", got) {
				t.Errorf("%s as %s: %s", route.pattern, role, fault)
			}
		}
	}
}
