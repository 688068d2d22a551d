package command

import (
	"strings"

	"turnpost/rules"
)

// Board asks for the board at hand.
type Board struct {
	Words bool   // in words
	From  string // with the plies of the piece on this cell; "": with all
}

// BoardStyle sets how the writer's boards are drawn: "ascii" or "unicode".
type BoardStyle struct{ Style string }

// Games asks for the list of the writer's games or, with Open, of the challenges that anyone
// may accept.
type Games struct{ Open bool }

// Standings asks for the standings of some games.
type Standings struct{ Games []rules.Game }

// Player asks about a player by name or address; "" and "me" are the writer.
type Player struct{ Who string }

// Rules asks for the rules of a game; nil: of the game at hand.
type Rules struct{ Game *rules.Game }

// Help asks for the explanation of a verb; "": of all verbs.
type Help struct{ Verb Verb }

// HelpGroup asks for the commands of a group.
type HelpGroup struct{ Group VerbGroup }

func (r *Reader) board(c Line, _ string) any {
	switch c.Args {
	case "":
		return Board{}
	case "words":
		return Board{Words: true}
	}
	if rules.LeadingCell(c.Args) != "" {
		return Board{From: c.Args}
	}
	return BoardStyle{strings.ToLower(strings.TrimRight(c.Args, ".!"))}
}

func (r *Reader) listGames(c Line, _ string) any { return Games{Open: c.Args == "open"} }

// unknownGame returns a Misread for a name that no game has.
func (r *Reader) unknownGame(name string) Misread {
	return Misread{Code: "unknown-game", Args: []any{name, r.gameNames()}, Hint: true}
}

func (r *Reader) standings(c Line, _ string) any {
	if c.Args == "" {
		return Standings{r.games}
	}
	g, err := rules.Find(r.games, c.Args)
	if err != nil {
		return r.unknownGame(c.Args)
	}
	return Standings{[]rules.Game{g}}
}

func (r *Reader) player(c Line, _ string) any { return Player{strings.TrimRight(c.Args, "!?")} }

func (r *Reader) rules(c Line, _ string) any {
	if c.Args == "" {
		return Rules{}
	}
	g, err := rules.Find(r.games, c.Args)
	if err != nil {
		return r.unknownGame(c.Args)
	}
	return Rules{&g}
}

// maxTopic is how many words the name of a command has at most.
const maxTopic = 5

func (r *Reader) help(c Line, lang string) any {
	name := strings.ToLower(strings.TrimRight(c.Args, ".!?"))
	if name == "" {
		return Help{}
	}
	for group, word := range groupWords {
		if name == word {
			return HelpGroup{group}
		}
	}
	if name == "rated" || name == "unrated" || name == "ratings" || name == "rating" {
		return Help{VerbStandings}
	}
	v, _, ok := r.called(name, "")
	if meant := own(r.lexicons, name, lang); meant != "" {
		v, ok = r.Info(meant)
	}
	if words := strings.Fields(name); !ok && len(words) <= maxTopic { // "forget me", "publish notes"
		if v, ok = r.Info(r.Read(name, lang).Verb); !ok && len(words) > 1 {
			v, ok = r.Info(own(r.lexicons, words[0], lang))
		}
	}
	if !ok {
		return Misread{Code: "no-command", Args: []any{name}, Near: r.near(name, lang), Hint: true}
	}
	return Help{v.Name}
}

func (r *Reader) publish(c Line, _ string) any {
	if c.Args == "" {
		return Misread{Code: "usage", Args: []any{VerbPublish}}
	}
	return Publish{}
}
