package command

import (
	"slices"
	"strings"

	"turnpost/rules"
)

// This file tells what may be a piece of somebody's prose from what is meant for the
// server. A line that continues the sentence above it, that has a question mark
// behind a move, or that may be part of an old message is marked with the code of
// the sentence that asks its writer (Command.Doubt
// Doubts is what is known of the letter in which the lines stand.
type Doubts struct {
	Reader *Reader
	// Games are those that a line without a verb can be for.
	Games func(Line) []rules.Game
	// Old are lines that may be of an old mail.
	Old []string
	// Unwrapped says that the lines end where their writer ended them.
	Unwrapped bool
}

// Meant reports whether a line is a command, or looks like a ply.
func (l Doubts) Meant(c Line) bool {
	return c.Verb != "" || c.Game != 0 || c.LooksLikePlies(l.Games(c))
}

// The codes of the sentences by which a writer is asked, as Command.Doubt has them.
const (
	DoubtProse  = "prose"              // the line goes on from those around it
	DoubtUnsure = "unsure"             // a question mark stands behind it
	DoubtOld    = "old-mail"           // the line may be of an old mail
	DoubtResign = "among-words"        // the game is given up among other words
	DoubtLadder = "ladder-among-words" // somebody gets on a ladder, or off it
)

// MostAsked is how many lines of a letter are asked about.
const MostAsked = 3

// spoken makes talk of the lines beside a move that call a verb and read as sentences:
// see command.IsSaid.
func (l Doubts) spoken(commands []Line) []Line {
	plays := func(c Line) bool { return c.Verb == "" && c.LooksLikePlies(l.Games(c)) }
	if !slices.ContainsFunc(commands, plays) {
		return commands
	}
	for i, c := range commands {
		if c.Verb != "" && c.Game == 0 && c.IsSaid(l.Games(c)) {
			commands[i] = Line{Text: c.Text, Apart: c.Apart}
		}
	}
	return commands
}

// Mark marks the lines of a letter that may be no commands: see command.GoesOn.
func (l Doubts) Mark(commands []Line) []Line {
	commands = l.spoken(commands)
	var prose []int
	old := func(c Line) bool { return slices.Contains(l.Old, c.Text) }
	sure, words := false, false
	alone := l.isAlone(commands)
	for i, c := range commands {
		if !l.Meant(c) {
			words = words || len(strings.Fields(c.Text)) > 2
			continue
		}
		if old(c) || c.GoesOn(l.around(commands, i)) || c.Unsure && !(alone && c.Plies()) {
			prose = append(prose, i)
			continue
		}
		v, _ := l.Reader.Verb(c.Verb)
		if c.Perhaps {
			if words {
				prose = append(prose, i) // "ok" among other words
			}
			continue
		}
		sure = sure || (v.Proven || c.Verb == "") && !l.isSaid(c)
	}
	asked := 0
	for _, i := range prose {
		commands[i].Doubt = DoubtProse
		if commands[i].Unsure {
			commands[i].Doubt = DoubtUnsure
		}
		if old(commands[i]) {
			commands[i].Doubt = DoubtOld
		}
		if sure || asked == MostAsked {
			commands[i] = Line{Text: commands[i].Text, Apart: commands[i].Apart}
			continue
		}
		asked++
	}
	for i, c := range commands {
		if c.Doubt != "" || !words {
			continue
		}
		switch do := c.Do.(type) {
		case Resign:
			commands[i].Doubt = DoubtResign
		case Ladder:
			if do.What != "" {
				commands[i].Doubt = DoubtLadder
			}
		}
	}
	return commands
}

// isAlone reports whether a letter holds one line that may be plies, and no words but
// courtesies.
func (l Doubts) isAlone(commands []Line) bool {
	plies := 0
	for _, c := range commands {
		switch {
		case c.Verb == "" && c.LooksLikePlies(l.Games(c)):
			plies++
		case !l.Meant(c) && !c.Courteous():
			return false
		}
	}
	return plies == 1
}

// isSaid reports whether a line is words, whatever verb it calls: "If it falls as well
// I fear I must" calls one.
func (l Doubts) isSaid(c Line) bool {
	v, _ := l.Reader.Verb(c.Verb)
	switch c.Do.(type) {
	case nil:
		return !l.Meant(c)
	case If:
		return !c.MeansConditionals(l.Games(c))
	}
	return !v.Bare && len(strings.Fields(c.Args)) > 3 && !strings.Contains(c.Args, "@")
}

// around is the writer's words about a line.
func (l Doubts) around(commands []Line, i int) Around {
	out := Around{Apart: commands[i].Apart, Unwrapped: l.Unwrapped}
	below := i + 1
	if commands[i].Item { // what stands around the list stands around each item
		for i > 0 && commands[i-1].Item {
			i--
		}
		for below < len(commands) && commands[below].Item {
			below++
		}
	}
	if i > 0 && l.isSaid(commands[i-1]) {
		out.Above = commands[i-1].Text
	}
	if below < len(commands) && (!commands[below].Apart || commands[below-1].Item) && l.isSaid(commands[below]) {
		out.Below = commands[below].Text
	}
	return out
}
