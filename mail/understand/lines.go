package understand

import (
	"slices"
	"strings"

	"turnpost/mail/command"
	"turnpost/mail/doubt"
)

// understanding is one letter being understood.
type understanding struct {
	Facts
	reader   *command.Reader
	games    Games
	doubts   doubt.Letter
	question *Question // of ours that concerns the letter; nil: none
	refused  []Refused
}

func begin(r *command.Reader, f Facts, games Games) *understanding {
	return &understanding{Facts: f, reader: r, games: games, doubts: doubt.Letter{
		Reader: r, Games: games.Candidates, Old: f.Old, Unwrapped: f.Unwrapped,
	}}
}

// Lines reads a letter's lines as its writer means them. An error is one of games.
func Lines(r *command.Reader, f Facts, games Games) (Meant, error) {
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

// Address reads the answer to the question whether an address is a player's: nothing
// else in its letter counts. "ok" is a yes where nothing else is said: else it may be to
// whom they think we are.
func Address(r *command.Reader, f Facts, games Games) (m Meant) {
	u := begin(r, f, games)
	commands := u.read(f.Lines)
	words := slices.ContainsFunc(commands, func(c command.Command) bool { return !u.meant(c) && len(strings.Fields(c.Line)) > 2 })
	yes, no := false, false
	for _, c := range commands {
		yes, no = yes || c.Verb == "yes" && !(c.Perhaps && words), no || c.Verb == "no"
	}
	if yes || no {
		m.Answer = ConfirmAddress{Yes: !no}
	}
	return m
}

func (u *understanding) read(lines []string) []command.Command {
	return u.reader.ReadAll(lines, u.Lang)
}

// meant reports whether a line is a command, or looks like a ply in the game at hand.
func (u *understanding) meant(c command.Command) bool { return u.doubts.Meant(c) }

// named is the number that a command names, or that the letter replies in; 0 if there
// is none.
func (u *understanding) named(c command.Command) int64 {
	if c.Game != 0 {
		return c.Game
	}
	return u.Game
}

func (u *understanding) refuse(c command.Command, code string, args ...any) {
	u.refused = append(u.refused, Refused{Line: c.Line, Code: code, Args: args})
}

// notTooMany cuts off what is beyond the commands that one letter may hold.
func (u *understanding) notTooMany(commands []command.Command) []command.Command {
	n := 0
	for i, c := range commands {
		if u.meant(c) {
			n++
		}
		if n > u.Most {
			u.refuse(command.Command{}, "too-many", u.Most)
			return commands[:i]
		}
	}
	return commands
}

// talk makes a line one of words.
func talk(c command.Command) command.Command { return command.Command{Line: c.Line, Apart: c.Apart} }
