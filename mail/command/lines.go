package command

import (
	"slices"
	"strings"
)

// understanding is one letter being understood.
type understanding struct {
	Facts
	reader   *Reader
	games    Lookup
	doubts   Doubts
	question *AskedLine // of ours that concerns the letter; nil: none
	refused  []Refused
}

func begin(r *Reader, f Facts, games Lookup) *understanding {
	return &understanding{Facts: f, reader: r, games: games, doubts: Doubts{
		Reader: r, Games: games.Candidates, Old: f.Old, Unwrapped: f.Unwrapped,
	}}
}

// Understand reads a letter's lines as its writer means them. An error is one of games.
func Understand(r *Reader, f Facts, games Lookup) (Meant, error) {
	u := begin(r, f, games)
	commands := u.read(f.Lines)
	if !slices.ContainsFunc(commands, u.meant) && f.Subject != "" {
		// A letter without a command may have it in its subject.
		if subject := u.read([]string{f.Subject}); slices.ContainsFunc(subject, u.meant) {
			commands = append(subject, commands...)
		}
	}
	u.question = u.questionOf(commands)
	if err := u.agreements(commands); err != nil {
		return Meant{}, err
	}
	commands = u.clearest(u.notTooMany(u.doubts.Mark(commands)))
	answer, commands, err := u.answered(commands)
	return Meant{Answer: answer, Commands: commands, Refused: u.refused}, err
}

// UnderstandAddress reads the answer to the question whether an address is a player's: nothing
// else in its letter counts. "ok" is a yes where nothing else is said: else it may be to
// whom they think we are.
func UnderstandAddress(r *Reader, f Facts, games Lookup) (m Meant) {
	u := begin(r, f, games)
	commands := u.read(f.Lines)
	words := slices.ContainsFunc(commands, func(c Line) bool { return !u.meant(c) && len(strings.Fields(c.Text)) > 2 })
	yes, no := false, false
	for _, c := range commands {
		yes, no = yes || c.Verb == "yes" && !(c.Perhaps && words), no || c.Verb == "no"
	}
	if yes || no {
		m.Answer = ConfirmAddress{Yes: !no}
	}
	return m
}

func (u *understanding) read(lines []string) []Line {
	return u.reader.ReadAll(lines, u.Lang)
}

// meant reports whether a line is a command, or looks like a ply in the game at hand.
func (u *understanding) meant(c Line) bool { return u.doubts.Meant(c) }

// named is the number that a command names, or that the letter replies in; 0 if there
// is none.
func (u *understanding) named(c Line) int64 {
	if c.Game != 0 {
		return c.Game
	}
	return u.Game
}

func (u *understanding) refuse(c Line, code string, args ...any) {
	u.refused = append(u.refused, Refused{Line: c.Text, Code: code, Args: args})
}

// notTooMany cuts off what is beyond the commands that one letter may hold.
func (u *understanding) notTooMany(commands []Line) []Line {
	n := 0
	for i, c := range commands {
		if u.meant(c) {
			n++
		}
		if n > u.Most {
			u.refuse(Line{}, "too-many", u.Most)
			return commands[:i]
		}
	}
	return commands
}

// talk makes a line one of words.
func talk(c Line) Line { return Line{Text: c.Text, Apart: c.Apart} }
