package web

import (
	"embed"
	"net/http"
	"slices"
)

// The pages that are programs: TypeScript in ui/src, built by `make ui`. What it
// builds is committed, so that Go alone makes the program.
//
//go:embed ui/dist
var uiFiles embed.FS

// uiPages are the programs; each is a script and a style.
var uiPages = []string{"table", "console", "stories"}

// app is the shell of a page that is a program: it says where the program is, in which
// language, and what the page is about. The program fills it.
type app struct {
	Name    string // of the program
	Event   string // that the page is about, if its address names one
	Version string // of the texts and scores
	title   string
}

func (a app) template() string { return "app" }

func (a app) frame() frame { return frame{Title: a.title} }

// shell answers with the shell of a program.
func (p *pages) shell(name, titleKey string) http.HandlerFunc {
	return p.handle(func(r *http.Request, s *speaker) (content, error) {
		return app{name, r.PathValue("id"), dataVersion(), s.T(titleKey)}, nil
	})
}

// loadUI adds what the programs need to the static files.
func (p *pages) loadUI() {
	var err error
	if p.worker, err = uiFiles.ReadFile("ui/dist/worker.js"); err != nil {
		panic(err) // it is part of the program
	}
	for _, name := range uiPages {
		for ext, kind := range map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"} {
			data, err := uiFiles.ReadFile("ui/dist/" + name + ext)
			if err != nil {
				panic(err) // it is part of the program
			}
			p.static[name+ext] = asset{kind, data, sum(data)}
		}
	}
}

// keeper is the program that keeps the shell of the table page on a device. Before it
// stand the addresses of the files of this release: with other files it is another
// program, which browsers look for whenever the page is loaded.
func (p *pages) keeper(w http.ResponseWriter, r *http.Request) {
	files := []string{p.address("table.js"), p.address("table.css"), p.address("icon.svg")}
	shell := encoded(map[string]any{"name": sum(encoded(append(files, dataVersion()))), "page": "/table", "files": files})
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	write(w, r, http.StatusOK, slices.Concat([]byte("const shell = "), shell, []byte(";\n"), p.worker))
}

// screens is the page of all screens, for whoever designs the next ones. A demo has it.
func (s *Server) screens(w http.ResponseWriter, r *http.Request) {
	if !s.options.Screens {
		s.pages.missing(w, r)
		return
	}
	s.pages.shell("stories", "ui.kit.stories")(w, r)
}
