package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// top is the root of the repository, seen from this package.
const top = "../.."

// arrow is one row of the table of the house: who may import what. Patterns are
// package paths without the module's name, as path.Match reads them, so that a
// "*" stands for one folder.
type arrow struct {
	pkg string
	// ours lists the packages of this module.
	ours []string
	// theirs lists prefixes of packages of other modules; "*" is any. The
	// standard library is free to all.
	theirs []string
}

// arrows is the table. The first row that fits a package counts.
var arrows = []arrow{
	{"cmd/turnpost", []string{"*", "*/*", "cmd/turnpost/*"}, []string{"*"}},
	{"cmd/turnpost/exit", nil, nil},
	{"cmd/turnpost/cli", []string{"cmd/turnpost/exit", "db", "db/way", "rules"}, []string{"*"}},
	{"cmd/turnpost/lock", nil, []string{"*"}},
	{"cmd/turnpost/terminal", nil, []string{"*"}},
	{"cmd/turnpost/rulebook", []string{"cmd/turnpost/cli", "cmd/turnpost/exit", "cmd/turnpost/terminal", "rules", "rules/scene", "templates/picture"}, []string{"github.com/spf13/cobra"}},
	{"cmd/turnpost/engine", []string{"cmd/turnpost/cli", "cmd/turnpost/exit", "cmd/turnpost/terminal", "db/filelock", "rules", "rules/engine", "templates", "templates/picture"}, []string{"github.com/spf13/cobra"}},
	{"cmd/turnpost/config", []string{"cmd/turnpost/exit", "db", "db/backup", "db/way", "mail", "mail/clock", "mail/dkim", "mail/lmtpin", "mail/oauth", "templates"}, []string{"*"}},
	{"cmd/turnpost/office", []string{"cmd/turnpost/config", "cmd/turnpost/exit", "cmd/turnpost/terminal", "mail", "mail/postoffice", "mail/smtpout"}, []string{"*"}},
	// What makes a desk, and the only one that knows how.
	{"cmd/turnpost/daemon", []string{"cmd/turnpost/config", "cmd/turnpost/exit", "cmd/turnpost/lock", "db", "db/backup", "db/examine", "db/seasons", "db/turns", "db/way", "mail", "mail/*", "rules", "templates"}, []string{"*"}},
	{"cmd/turnpost/setup", []string{"cmd/turnpost/config", "cmd/turnpost/doctor", "cmd/turnpost/exit", "cmd/turnpost/terminal", "mail", "mail/imapin", "mail/oauth", "mail/smtpout"}, []string{"*"}},
	// What a game makes of clocks and ratings, a million times, without a desk.
	{"cmd/turnpost/seed", []string{"cmd/turnpost/config", "cmd/turnpost/daemon", "cmd/turnpost/exit", "cmd/turnpost/terminal", "db", "db/seal", "mail", "mail/clock", "mail/rating", "rules"}, []string{"*"}},
	{"cmd/turnpost/forecast", nil, nil},
	{"cmd/turnpost/manual", []string{"cmd/turnpost/cli"}, []string{"github.com/spf13/cobra"}},
	{"cmd/turnpost/archive", []string{"cmd/turnpost/cli", "cmd/turnpost/config", "cmd/turnpost/daemon", "cmd/turnpost/exit", "db", "db/archive", "mail/archive"}, []string{"github.com/spf13/cobra"}},
	{"cmd/turnpost/tournaments", []string{"cmd/turnpost/cli", "cmd/turnpost/daemon", "cmd/turnpost/exit", "cmd/turnpost/terminal", "db", "db/ladders", "db/seasons", "mail/clock", "mail/season"}, []string{"github.com/spf13/cobra"}},
	{"cmd/turnpost/postgres", nil, []string{"github.com/jackc/pgx/v5/stdlib"}},
	{"cmd/turnpost/bench/lists", nil, nil},
	{"cmd/turnpost/bench", []string{
		"cmd/turnpost/bench/lists", "cmd/turnpost/cli", "cmd/turnpost/config", "cmd/turnpost/daemon", "cmd/turnpost/exit", "cmd/turnpost/forecast", "cmd/turnpost/office", "cmd/turnpost/postgres", "cmd/turnpost/seed",
		"db", "db/seasons", "db/turns", "mail", "mail/clock", "mail/postoffice", "mail/smtpout", "mail/tournament", "rules", "templates", "templates/picture",
	}, []string{"*"}},
	{"cmd/turnpost/*", []string{
		"cmd/turnpost/cli", "cmd/turnpost/exit", "cmd/turnpost/lock", "cmd/turnpost/terminal", "cmd/turnpost/config", "cmd/turnpost/office", "cmd/turnpost/daemon",
		"cmd/turnpost/seed", "db", "db/backup", "db/examine", "db/file", "db/turns", "db/way", "mail", "mail/imapin", "mail/smtpout", "mail/trust", "mail/dkim", "mail/postoffice", "mail/robot", "mail/tell", "rules", "templates", "templates/picture", "templates/sample", "mail/account",
	}, []string{"*"}},

	// The way of a letter, from its transport down to the rules: the server runs the
	// desk, the desk understands letters and lets the club act, the teller writes of
	// what the club tells. Nothing points up.
	{"mail/club/clubtest", []string{"mail/club", "mail/verify", "db", "db/dbtest", "rules", "rules/all"}, []string{"*"}},
	{"mail/server/servertest", []string{"mail", "mail/departure", "mail/desk", "mail/limit", "mail/observe", "mail/server", "mail/tell", "db", "db/dbtest", "db/dbtest/race", "rules", "rules/all", "templates", "templates/picture"}, []string{"*"}},
	{"mail/verify", []string{"mail", "mail/clock", "mail/club", "mail/crosstable", "mail/ladder", "mail/plies", "mail/puzzle", "mail/rating", "mail/records", "mail/ticket", "mail/tournament", "db", "db/examine", "db/ladders", "db/ledger", "db/puzzles", "db/seal", "db/seasons", "rules"}, []string{"golang.org/x/sync/"}},
	{"mail/operator", []string{"mail/blocking", "mail/club", "mail/desk", "mail/downtime", "mail/season", "mail/verify", "db", "db/seasons", "rules"}, nil},
	{"mail/records", []string{"db", "rules"}, []string{"github.com/hashicorp/golang-lru/"}},
	{"mail/server", []string{"mail", "mail/clock", "mail/departure", "mail/desk", "mail/duty", "mail/head", "mail/mending", "mail/observe", "mail/postmortem", "mail/puzzle", "mail/robot", "mail/season", "mail/tell", "db", "db/retention", "db/sqlstate"}, []string{"golang.org/x/sync/"}},
	{"mail/desk", []string{
		"mail", "mail/blocking", "mail/climb", "mail/clock", "mail/club", "mail/command", "mail/departure", "mail/doubt", "mail/downtime", "mail/duty", "mail/enrol", "mail/evidence", "mail/foresight", "mail/head", "mail/limit", "mail/observe", "mail/passing", "mail/plies", "mail/postmortem", "mail/puzzle", "mail/robot", "mail/season", "mail/solving", "mail/tell", "mail/ticket", "mail/trust", "mail/understand", "db", "rules", "templates", "mail/follow", "mail/spectate",
	}, nil},
	// Pure: what needs the game is asked through an argument.
	{"mail/understand", []string{"mail/command", "mail/doubt", "rules"}, nil},
	{"mail/foresight", []string{"mail/club", "mail/tell", "db"}, nil},
	{"mail/enrol", []string{"mail/climb", "mail/club", "mail/command", "mail/season", "mail/tell", "db"}, nil},
	{"mail/evidence", []string{"mail", "mail/ticket", "db"}, nil},
	{"mail/head", []string{"mail", "mail/ticket", "mail/trust"}, nil},
	{"mail/limit", []string{"mail/trust"}, nil},
	{"mail/notice", []string{"db"}, nil},
	{"mail/mending", []string{"mail/club", "db"}, nil},
	{"mail/blocking", []string{"mail/club", "db", "db/mailbox"}, nil},
	{"mail/downtime", []string{"mail/club", "db"}, nil},
	// Who plays for the robots: by the operations of everybody.
	{"mail/robot", []string{"mail/club", "db", "rules", "rules/engine"}, nil},
	{"mail/postmortem", []string{"mail/club", "mail/underway", "db", "db/archive", "rules", "rules/engine"}, nil},
	{"mail/underway", []string{"db", "rules"}, nil},
	{"mail/puzzle", []string{"mail/clock", "mail/club", "mail/underway", "db", "db/puzzles", "rules", "rules/engine"}, nil},
	{"mail/solving", []string{"mail/club", "mail/command", "mail/puzzle", "mail/tell", "mail/ticket", "db"}, nil},
	{"mail/duty", []string{"mail/climb", "mail/club", "mail/follow", "mail/puzzle", "mail/tell", "db", "db/follows", "db/ladders"}, nil},
	// Seasons: what package tournament reckons, done by the club's operations.
	{"mail/crosstable", []string{"mail/tournament", "db/seasons", "rules"}, nil},
	{"mail/season", []string{"mail/clock", "mail/club", "mail/crosstable", "mail/rating", "mail/tournament", "db", "db/seasons", "rules", "rules/engine"}, nil},
	// Ladders: what package ladder reckons, done by the club's operations.
	{"mail/climb", []string{"mail/blocking", "mail/clock", "mail/club", "mail/ladder", "db", "db/ladders", "rules"}, nil},
	{"mail/standing", []string{"mail/climb", "mail/club", "mail/crosstable", "mail/ladder", "mail/season", "mail/tournament", "db", "db/ladders", "db/seasons", "rules", "templates"}, nil},
	// Who looks on: what is noted of games, and what one of them is to be told.
	{"mail/follow", []string{"mail/blocking", "mail/clock", "mail/club", "mail/season", "db", "db/follows", "db/seasons", "rules"}, nil},
	{"mail/spectate", []string{"mail/club", "mail/command", "mail/follow", "mail/tell", "db"}, nil},
	{"mail/archive", []string{"mail/crosstable", "mail/naming", "mail/records", "mail/tournament", "mail/underway", "db", "db/archive", "db/seasons", "rules", "rules/scene", "templates", "templates/picture", "templates/site"}, []string{"golang.org/x/sync/"}},
	{"mail/departure", []string{"mail/club", "mail/observe", "mail/tell", "db", "rules", "templates"}, nil},
	{"mail/standstill", []string{"mail/clock", "db"}, nil},
	{"mail/passing", []string{"mail/command", "mail/ticket"}, nil},
	{"mail/doubt", []string{"mail/command", "rules"}, nil},
	{"mail/observe", []string{"mail/club", "db", "rules"}, nil},
	{"mail/tell", []string{"mail", "mail/blocking", "mail/climb", "mail/clock", "mail/club", "mail/follow", "mail/naming", "mail/postmortem", "mail/puzzle", "mail/season", "mail/standing", "mail/ticket", "mail/tournament", "db", "db/follows", "db/seasons", "rules", "rules/engine", "rules/scene", "templates", "templates/picture"}, nil},
	{"mail/club", []string{"mail/clock", "mail/naming", "mail/notice", "mail/origin", "mail/plies", "mail/rating", "mail/records", "mail/standstill", "db", "db/mailbox", "rules"}, nil},
	{"mail/origin", []string{"db/mailbox"}, []string{"golang.org/x/net/publicsuffix"}},
	{"mail/naming", nil, []string{"golang.org/x/text/unicode/norm"}},
	{"mail/command", []string{"mail", "mail/clock", "mail/plies", "rules", "templates"}, []string{"golang.org/x/text/"}},
	{"mail/plies", []string{"rules", "templates"}, nil},
	// Arithmetic: they stand on nothing, so that anything may stand on them.
	{"mail/clock", nil, nil},
	{"mail/rating", nil, nil},
	{"mail/ticket", nil, []string{"golang.org/x/text/unicode/norm"}},
	{"mail/tournament", nil, nil},
	{"mail/ladder", nil, nil},
	{"mail", []string{"mail/charset", "mail/client", "mail/marks"}, []string{"*"}},
	{"mail/charset", nil, []string{"golang.org/x/text/"}},
	{"mail/client", nil, nil},
	{"mail/marks", nil, nil},
	{"mail/account", []string{"mail"}, nil},
	{"mail/imapin", []string{"mail", "mail/account"}, []string{"*"}},
	{"mail/smtpout", []string{"mail", "mail/account"}, []string{"*"}},
	{"mail/dkim", nil, nil},
	{"mail/oauth", []string{"mail", "mail/account"}, []string{"*"}},
	{"mail/mailtest", []string{"mail", "db/dbtest/memory"}, []string{"*"}},
	{"mail/*", []string{"mail"}, []string{"*"}},

	{"rules/all", []string{"rules", "rules/*"}, nil},
	{"rules/rulestest", []string{"rules", "rules/scene"}, []string{"github.com/stretchr/testify/"}},
	{"rules/rulestest/*", []string{"rules", "rules/board", "rules/scene"}, nil}, // example games
	{"rules/scene", nil, nil},
	{"rules/board", []string{"rules", "rules/scene"}, nil},
	{"rules/engine", []string{"rules"}, nil},
	{"rules/solve", nil, nil},
	{"rules/*", []string{"rules", "rules/board", "rules/scene", "rules/solve"}, nil},
	{"rules", []string{"rules/scene"}, nil},

	{"db/dbtest/patroni", []string{"db/dbtest", "db/dbtest/memory"}, []string{"github.com/jackc/pgx/v5"}},
	{"db/dbtest/*", nil, nil},
	{"db/dbtest", []string{"db", "db/dbtest/memory", "db/examine", "db/filelock", "db/follows", "db/migrations", "db/puzzles", "db/retention"}, []string{"*"}},
	{"db/backup", []string{"db", "db/file", "db/filelock", "db/sqlstate"}, []string{"github.com/mattn/go-sqlite3"}},
	{"db/archive", nil, nil},
	{"db/bind", nil, nil},
	{"db/column", nil, nil},
	{"db/confine", nil, nil},
	{"db/departing", []string{"db/putoff"}, nil},
	{"db/sequence", []string{"db/bind"}, nil},
	{"db/wishes", []string{"db/mailbox"}, nil},
	{"db/dial", []string{"db/ride", "db/way"}, []string{"github.com/jackc/pgx/v5"}},
	{"db/examine", []string{"db", "db/way"}, []string{"github.com/mattn/go-sqlite3"}},
	{"db/file", nil, []string{"github.com/mattn/go-sqlite3"}},
	{"db/filelock", nil, []string{"github.com/gofrs/flock"}},
	{"db/forgetting", []string{"db/putoff"}, nil},
	{"db/transfer", []string{"db/bind"}, nil},
	{"db/ledger", nil, nil},
	{"db/mailbox", nil, nil},
	{"db/memo", nil, nil},
	{"db/migrations", nil, []string{"github.com/pressly/goose/v3"}},
	{"db/putoff", nil, nil},
	{"db/puzzles", []string{"db/column"}, nil},
	{"db/ride", nil, []string{"github.com/jackc/pgx/v5"}},
	{"db/seal", nil, nil},
	{"db/seasons", []string{"db", "db/column"}, nil},
	{"db/ladders", []string{"db", "db/column"}, nil},
	{"db/follows", []string{"db", "db/archive", "db/column"}, nil},
	{"db/retention", []string{"db", "db/column"}, nil},
	{"db/sqlstate", nil, []string{"github.com/jackc/pgx/v5/pgconn", "github.com/mattn/go-sqlite3"}},
	{"db/vacuum", nil, nil},
	{"db/turns", nil, []string{"golang.org/x/sync/semaphore"}},
	{"db/merging", nil, nil},
	{"db/way", nil, []string{"github.com/jackc/pgx/v5/pgconn"}},
	{"db", []string{"db/bind", "db/column", "db/confine", "db/departing", "db/dial", "db/file", "db/filelock", "db/forgetting", "db/ledger", "db/mailbox", "db/memo", "db/merging", "db/migrations", "db/puzzles", "db/ride", "db/seal", "db/sequence", "db/sqlstate", "db/transfer", "db/turns", "db/vacuum", "db/way", "db/wishes"}, []string{"*"}},

	// Scenes are plain data, so that pictures can be made without the rules.
	{"templates/picture", []string{"rules/scene"}, []string{"github.com/hashicorp/golang-lru/v2/simplelru", "github.com/klauspost/compress/", "golang.org/x/image/", "golang.org/x/sync/"}},
	{"templates/site", []string{"templates"}, []string{"github.com/gorilla/feeds"}},
	{"templates/sample", []string{"templates"}, nil},
	{"templates/fill", nil, nil},
	{"templates/box", nil, nil},
	{"templates", []string{"templates/box", "templates/fill"}, []string{"golang.org/x/", "github.com/nicksnyder/go-i18n/v2/", "github.com/pelletier/go-toml/v2"}},
}

// testArrows is what the tests of a package may import beside what the package
// itself may, and beside the package itself.
var testArrows = []arrow{
	{"cmd/turnpost/*", []string{"cmd/turnpost/office", "rules/*", "db/dbtest", "db/ladders", "mail/*"}, []string{"*"}},
	{"mail/server", []string{"db/archive", "db/follows", "mail/blocking", "mail/club", "mail/club/clubtest", "mail/evidence", "mail/limit", "mail/verify", "mail/ticket", "rules", "rules/*", "templates", "db/dbtest", "db/examine", "db/dbtest/patroni", "db/dbtest/race", "mail/mailtest", "mail/postoffice", "mail/imapin", "mail/smtpout", "mail/server/servertest"}, []string{"*"}},
	{"mail/climb", []string{"mail/club/clubtest", "mail/departure", "rules/all", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/follow", []string{"mail/club/clubtest", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/blocking", []string{"mail/club/clubtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/departure", []string{"mail/club/clubtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/downtime", []string{"mail/club/clubtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/operator", []string{"mail/downtime", "mail/server/servertest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/mending", []string{"mail/club/clubtest", "rules"}, []string{"github.com/stretchr/testify/"}},
	{"mail/season", []string{"mail/club/clubtest", "mail/server/servertest", "mail/verify", "rules/all", "rules/rulestest/*", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/desk", []string{"mail/club/clubtest", "rules/*", "rules/rulestest", "rules/rulestest/*", "db/dbtest", "mail/operator", "mail/verify", "mail/mailtest", "mail/server", "mail/server/servertest"}, []string{"*"}},
	{"mail/archive", []string{"mail", "mail/clock", "rules/all", "db/dbtest", "db/dbtest/race"}, []string{"github.com/stretchr/testify/"}},
	{"mail/tell", []string{"rules/*", "rules/rulestest", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/club", []string{"mail", "mail/blocking", "mail/club/clubtest", "mail/verify", "rules/*", "rules/rulestest", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/command", []string{"rules/*", "rules/rulestest", "rules/rulestest/*"}, []string{"github.com/stretchr/testify/"}},
	{"mail/understand", []string{"rules/*"}, []string{"github.com/stretchr/testify/"}},
	{"mail/plies", []string{"rules/*", "rules/rulestest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/robot", []string{"rules/*", "rules/rulestest/*"}, []string{"github.com/stretchr/testify/"}},
	{"mail/puzzle", []string{"rules/*"}, []string{"github.com/stretchr/testify/"}},
	{"mail", []string{"mail/mailtest"}, []string{"*"}},
	{"mail/client", nil, []string{"github.com/stretchr/testify/"}},
	{"mail/clock", nil, []string{"github.com/stretchr/testify/"}},
	{"mail/naming", nil, []string{"github.com/stretchr/testify/"}},
	{"mail/origin", []string{"db/mailbox"}, []string{"github.com/stretchr/testify/"}},
	{"mail/rating", nil, []string{"github.com/stretchr/testify/"}},
	{"mail/underway", []string{"mail", "mail/clock", "rules/all", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/records", []string{"mail", "mail/clock", "rules/all", "db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"mail/ticket", nil, []string{"github.com/stretchr/testify/"}},
	{"mail/dkim", []string{"mail", "mail/imapin", "mail/mailtest", "mail/smtpout", "mail/trust"}, []string{"*"}},
	{"mail/*", []string{"mail/mailtest", "mail/postoffice", "mail/imapin", "mail/smtpout"}, []string{"*"}},
	{"rules", []string{"rules/rulestest", "rules/rulestest/*"}, []string{"github.com/stretchr/testify/"}},
	{"rules/engine", []string{"rules/all", "rules/rulestest", "rules/rulestest/*"}, []string{"github.com/stretchr/testify/"}},
	{"rules/*", []string{"rules/rulestest"}, []string{"github.com/stretchr/testify/"}},
	{"rules/rulestest/*", []string{"rules/rulestest"}, []string{"github.com/stretchr/testify/"}},
	{"db", []string{"db/archive", "db/dbtest", "db/examine", "db/ladders", "db/seasons"}, []string{"*"}},
	{"db/backup", []string{"db/dbtest", "db/migrations"}, []string{"*"}},
	{"db/dial", []string{"db/dbtest"}, []string{"github.com/jackc/pgx/v5", "github.com/stretchr/testify/"}},
	{"db/examine", []string{"db/dbtest"}, []string{"*"}},
	{"db/ladders", []string{"db/dbtest"}, []string{"github.com/stretchr/testify/"}},
	{"db/ride", []string{"db/dbtest"}, []string{"github.com/jackc/pgx/v5", "github.com/stretchr/testify/"}},
	{"templates", []string{"templates/sample"}, []string{"*"}},
	{"*", nil, []string{"*"}},
	{"*/*", nil, []string{"*"}},
}

// anyTest may be imported by all tests: it stands on nothing.
var anyTest = arrow{ours: []string{"db/dbtest/memory", "db/dbtest/race"}}

// helpers are imported by tests, and by each other, and by nothing else.
var helpers = []string{"rules/rulestest", "db/dbtest", "db/dbtest/memory", "db/dbtest/patroni", "db/dbtest/race", "mail/mailtest", "mail/club/clubtest", "mail/server/servertest"}

// listed is what the go command says of a package.
type listed struct {
	ImportPath   string
	Doc          string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Module       struct{ Path string }
}

// listedPackages lists every package of the module.
func listedPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-e",
		"-json=ImportPath,Doc,Imports,TestImports,XTestImports,Module", "./...")
	cmd.Dir = top
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	require.NoError(t, err, errs.String())
	var list []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		err := dec.Decode(&p)
		if err == io.EOF {
			require.NotEmpty(t, list)
			return list
		}
		require.NoError(t, err)
		list = append(list, p)
	}
}

// refused lists those of imports that the rows do not allow to pkg.
func refused(module, pkg string, imports []string, rows ...arrow) []string {
	var no []string
	for _, name := range imports {
		own, ours := strings.CutPrefix(name, module+"/")
		domain, _, _ := strings.Cut(name, "/")
		allowed := !ours && !strings.Contains(domain, ".") // the standard library
		for _, row := range rows {
			if ours {
				allowed = allowed || fits(row.ours, own)
			} else {
				allowed = allowed || slices.ContainsFunc(row.theirs, func(prefix string) bool {
					return prefix == "*" || strings.HasPrefix(name, prefix)
				})
			}
		}
		if !allowed {
			no = append(no, pkg+" -> "+name)
		}
	}
	return no
}

// fits reports whether one of patterns matches name.
func fits(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// rowOf is the first row that fits pkg.
func rowOf(rows []arrow, pkg string) (arrow, bool) {
	for _, row := range rows {
		if fits([]string{row.pkg}, pkg) {
			return row, true
		}
	}
	return arrow{}, false
}

func TestImportsFollowTheTable(t *testing.T) {
	for _, p := range listedPackages(t) {
		pkg := strings.TrimPrefix(p.ImportPath, p.Module.Path+"/")
		row, ok := rowOf(arrows, pkg)
		if !assert.True(t, ok, "%s has no place in the table", pkg) {
			continue
		}
		assert.Empty(t, refused(p.Module.Path, pkg, p.Imports, row), "%s imports what it must not", pkg)
		for _, name := range p.Imports {
			own, ours := strings.CutPrefix(name, p.Module.Path+"/")
			if ours && slices.Contains(helpers, own) {
				assert.Contains(t, helpers, pkg, "%s imports %s outside of a test", pkg, own)
			}
		}

		extra, _ := rowOf(testArrows, pkg)
		self := arrow{ours: []string{pkg}}
		tests := slices.Concat(p.TestImports, p.XTestImports)
		assert.Empty(t, refused(p.Module.Path, pkg, tests, row, extra, self, anyTest), "the tests of %s import what they must not", pkg)
	}
}

// TestTheTableRefuses holds the check itself to a few arrows that must not be.
func TestTheTableRefuses(t *testing.T) {
	for _, c := range []struct {
		pkg, name string
		ok        bool
	}{
		{"rules", "fmt", true},
		{"rules", "turnpost/mail", false},
		{"rules", "golang.org/x/text/language", false},
		{"rules/turro", "turnpost/rules", true},
		{"rules/turro", "turnpost/rules/board", true},
		{"rules/turro", "turnpost/rules/roses", false},
		{"rules/turro", "turnpost/rules/rulestest", false},
		{"rules/all", "turnpost/rules/turro", true},
		{"rules/all", "turnpost/db", false},
		{"rules/rulestest", "github.com/stretchr/testify/require", true},
		{"mail", "turnpost/rules", false},
		{"mail", "turnpost/mail/imapin", false},
		{"mail", "turnpost/mail/client", true},
		{"mail/client", "turnpost/mail", false},
		{"mail/imapin", "turnpost/mail", true},
		{"mail/imapin", "turnpost/mail/smtpout", false},
		{"mail/rating", "math", true},
		{"mail/clock", "turnpost/db", false},
		{"mail/ticket", "turnpost/mail", false},
		{"mail/rating", "gonum.org/v1/gonum/stat", false},
		{"mail/desk", "turnpost/mail/ticket", true},
		{"mail/desk", "turnpost/rules/all", false},
		{"mail/desk", "turnpost/templates", true},
		{"mail/desk", "turnpost/mail/imapin", false},
		{"mail/desk", "turnpost/mail/server", false},
		{"mail/desk", "turnpost/mail/rating", false},
		{"mail/desk", "turnpost/templates/picture", false},
		{"mail/server", "turnpost/mail/desk", true},
		{"mail/server", "turnpost/mail/club", false},
		{"mail/server", "turnpost/rules", false},
		{"mail/server", "turnpost/templates", false},
		{"mail/tell", "turnpost/mail/club", true},
		{"mail/tell", "turnpost/mail/command", false},
		{"mail/tell", "turnpost/mail/desk", false},
		{"mail/club", "turnpost/db", true},
		{"mail/club", "turnpost/mail", false},
		{"mail/club", "turnpost/mail/tell", false},
		{"mail/club", "turnpost/templates", false},
		{"mail/command", "turnpost/mail/plies", true},
		{"mail/command", "turnpost/db", false},
		{"mail/understand", "turnpost/db", false},
		{"mail/understand", "turnpost/mail/club", false},
		{"mail/command", "turnpost/mail/club", false},
		{"mail/plies", "turnpost/rules", true},
		{"mail/plies", "turnpost/mail", false},
		{"db", "turnpost/rules", false},
		{"db/dbtest", "turnpost/db", true},
		{"templates", "golang.org/x/text/language", true},
		{"templates", "github.com/spf13/cobra", false},
		{"templates", "turnpost/rules", false},
		{"cmd/turnpost", "turnpost/mail/desk", true},
		{"cmd/turnpost", "turnpost/db", true},
		{"cmd/turnpost", "turnpost/cmd/turnpost/bench", true},
		{"cmd/turnpost/daemon", "turnpost/mail/desk", true},
		{"cmd/turnpost/daemon", "turnpost/mail/server", true},
		{"cmd/turnpost/bench", "turnpost/mail/desk", false},
		{"cmd/turnpost/doctor", "turnpost/mail/server", false},
		{"cmd/turnpost/config", "turnpost/cmd/turnpost/daemon", false},
		{"cmd/turnpost/demo", "turnpost/cmd/turnpost/bench", false},
		{"cmd/turnpost/bench", "turnpost/cmd/turnpost/daemon", true},
	} {
		row, found := rowOf(arrows, c.pkg)
		require.True(t, found, c.pkg)
		require.Equal(t, c.ok, len(refused("turnpost", c.pkg, []string{c.name}, row)) == 0, "%s -> %s", c.pkg, c.name)
	}
	for _, pkg := range []string{"internal", "pkg/x", "rules/turro/fast", "cmd/other"} {
		_, found := rowOf(arrows, pkg)
		require.False(t, found, pkg)
	}
}

func TestEveryPackageHasADoc(t *testing.T) {
	for _, p := range listedPackages(t) {
		assert.NotEmpty(t, p.Doc, "%s has no package doc", p.ImportPath)
	}
}

func TestTheTopLevelIsFixed(t *testing.T) {
	allowed := []string{"go.mod", "go.sum", "cmd", "mail", "rules", "db", "templates", "README.md", ".*"}
	// What git does not keep, such as a built program, is not of the repository.
	ignored, err := os.ReadFile(filepath.Join(top, ".gitignore"))
	require.NoError(t, err)
	for _, line := range strings.Fields(string(ignored)) {
		allowed = append(allowed, strings.TrimPrefix(line, "/"))
	}
	entries, err := os.ReadDir(top)
	require.NoError(t, err)
	for _, e := range entries {
		assert.True(t, fits(allowed, e.Name()), "%s has no place at the top level", e.Name())
	}
}

// TestFilesAreShort: a file of over 500 lines wants to be two. It reads the
// tests too, only so that the go command, which remembers what a test has read
// but not what `go list` has, runs this package anew when an import changes.
func TestFilesAreShort(t *testing.T) {
	const most = 500
	err := filepath.WalkDir(top, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && d.Name() == ".git" {
			return fs.SkipDir
		}
		if d.IsDir() || filepath.Ext(file) != ".go" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err == nil && !strings.HasSuffix(file, "_test.go") {
			assert.LessOrEqual(t, bytes.Count(text, []byte("\n")), most, "%s is too long", file)
		}
		return err
	})
	require.NoError(t, err)
}
