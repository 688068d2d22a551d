package dbtest

import (
	"errors"
	"io"
	"os"
	"testing"
)

// Server is a PostgreSQL server of one test's own, which the test may kill.
type Server struct {
	URL string // of a database that has the schema

	t      testing.TB
	server *postgresServer
}

// OwnPostgres is Postgres on a server that no other test uses. It ends with the
// test.
func OwnPostgres(t testing.TB) *Server {
	t.Helper()
	SkipShort(t)
	s, err := startPostgres()
	if errors.Is(err, errMissing) && os.Getenv("TURNPOST_REAL") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.life.Close() })
	return &Server{URL: s.url(template), t: t, server: s}
}

// Kill ends the server as a power failure would: without a word to anybody.
func (s *Server) Kill() { s.order("kill\n") }

// Freeze lets it stand still: it is there, takes connections, and answers nothing.
func (s *Server) Freeze() {
	s.t.Helper()
	if err := freeze(s.server.dir, true); err != nil {
		s.t.Fatal(err)
	}
}

// Thaw lets it go on.
func (s *Server) Thaw() {
	s.t.Helper()
	if err := freeze(s.server.dir, false); err != nil {
		s.t.Fatal(err)
	}
}

// Start starts it again, and returns when it answers.
func (s *Server) Start() {
	s.t.Helper()
	s.order("start\n")
	if err := s.server.answers(); err != nil {
		s.t.Fatal(err)
	}
}

func (s *Server) order(line string) {
	s.t.Helper()
	if _, err := io.WriteString(s.server.life, line); err != nil {
		s.t.Fatal(err)
	}
}
