package command

import (
	"regexp"
	"strings"

	"turnpost/rules"
)

// ListTournaments asks for the list of tournaments.
type ListTournaments struct{}

// Join joins a tournament, Leave leaves it, and Table shows its standings. Name is that of a
// tournament, or of a game.
type (
	Join  struct{ Name string }
	Leave struct{ Name string }
	Table struct{ Name string }
)

// tournamentName matches names of tournaments, which no ordinary word does.
var tournamentName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)+$`)

var season = regexp.MustCompile(`^(.+?)[ -]([0-9]{1,4})$`)

// tournament reads the name of a tournament: "turro", "Le Rooya 2" or "spring-cup". With
// anything else, "join", "leave" and "table" are talk.
func tournament(do func(name string) any) func(*Reader, Line, string) any {
	return func(r *Reader, c Line, _ string) any {
		name := strings.Join(strings.Fields(strings.ToLower(strings.Trim(c.Args, ` .,!"'`))), " ")
		number := ""
		if m := season.FindStringSubmatch(name); m != nil {
			name, number = m[1], "-"+m[2]
		}
		if g, err := rules.Find(r.games, name); err == nil && name != "" {
			return do(g.Name + number)
		}
		if tournamentName.MatchString(name + number) {
			return do(name + number)
		}
		return Misread{Code: "usage", Args: []any{c.Verb}, Hint: true}
	}
}

// Cup makes a knock-out cup of a game for players, who are named or have an address.
type Cup struct {
	Game   string
	Guests []string
}

// cupGuests matches a list of players, after "with" in any language.
var (
	cupGuests = regexp.MustCompile(`(?i)^(.+?)\s+(?:with|mit|avec|con)[\s:]+(.+)$`)
	cupComma  = regexp.MustCompile(`(?i)\s*[,;]\s*(?:(?:and|und|et|e)\s+)?|\s+(?:and|und|et|e)\s+`)
)

// cup reads "turro with Bob, cleo@example.org and Dan". Everything else is talk.
func cup(r *Reader, c Line, _ string) any {
	usage := Misread{Code: "usage", Args: []any{VerbCup}, Hint: true}
	m := cupGuests.FindStringSubmatch(c.Args)
	if m == nil {
		return usage
	}
	g, err := rules.Find(r.games, strings.ToLower(strings.Trim(m[1], ` .,:!"'`)))
	if err != nil {
		return usage
	}
	do := Cup{Game: g.Name}
	for _, guest := range cupComma.Split(strings.TrimRight(m[2], " .,;!"), -1) {
		if guest = strings.Trim(guest, ` "'`); guest != "" {
			do.Guests = append(do.Guests, guest)
		}
	}
	return do
}
