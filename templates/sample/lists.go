package sample

import (
	"time"

	"turnpost/templates"
)

// turroRules is the beginning of a game's rules, with all that such texts have.
const turroRules = `TURRO, a game by Andreas Last (2015) for two

Aim
  Bring your Turro, the stone with the crown, to the far end of the
  board, or land with any stone on the Turro of the other side.

Set-up
  Seven by seven fields. Each side has 20 pawns and one Turro: Black
  (x) on rows 1 to 3, White (o) on rows 5 to 7. Black begins.

      7   o  o  o <O> o  o  o
      6   o  o  o  o  o  o  o
      5   o  o  o  o  o  o  o
      4   .  .  .  .  .  .  .
      3   x  x  x  x  x  x  x
      2   x  x  x  x  x  x  x
      1   x  x  x <X> x  x  x
          a  b  c  d  e  f  g

How it ends
  crossed    Your Turro comes to the row where the other side began
             (row 7 for Black, row 1 for White): you win at once, even
             if you have a move left.
  stalemate  A side that is to begin its turn and cannot move has lost.

House rules (the author's sheet is silent, or its picture is lost)
  House rule: a stone may jump over anything.
  House rule: the end row wins on an occupied field, too. A Turro that
    lands there on the other Turro has crossed.
`

const record = `Turnpost record 1
game tug
black Ada
white Bob
result 1-0 the knot was pulled to the end
1. r
2. l
`

// lists are what a player can look up, and invitations.
func lists() []templates.Section {
	line := templates.GameLine{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4, Board: tug(),
		Result: templates.Won, Reason: "the knot was pulled to the end"}
	far := templates.GameLine{Game: 12, Title: "Guerre des deux roses", Opponent: "Christophe", Side: "white",
		Next: 31, Result: templates.Drawn, Reason: "the same position arose for the third time"}
	near := line
	near.Due = at(23, 9)
	small := near
	small.Game, small.Board.Small = 4, true
	games := []templates.GameName{{Name: "roses", Title: "Guerre des deux roses", Author: "Christophe Martin",
		Year: 1989}, {Name: "tug", Title: "Tug of war", Author: "tradition", Year: 2000},
		{Name: "turro", Title: "Turro", Author: "Andreas Last", Year: 2015}}
	short := invitation()
	short.Details.For = 0
	short.Address, short.NewHere, short.Message, short.Side, short.Begins = "", false, "", "white", false
	commands := []templates.CommandGroup{
		{Name: "playing", Word: "playing", Commands: []string{"move", "preview", "if", "draw", "undo", "yes", "no", "resign"}},
		{Name: "inviting", Word: "inviting", Commands: []string{"challenge", "accept", "decline", "withdraw"}},
		{Name: "leaving", Word: "leaving", Commands: []string{"stop"}},
	}
	return []templates.Section{
		invitation(), short,
		&templates.InvitationSent{Game: 3, Title: "Tug", Invitee: "Bob", Address: "bob@example.org", Side: "white",
			Details: details()},
		&templates.InvitationSent{Game: 3, Title: "Tug", Invitee: "Bob", Address: "bob@example.org", Side: "white",
			Details: fresh()},
		&templates.InvitationSent{Game: 3, Title: "Tug", Side: "white", Details: details(), Unlinked: true, Cut: true},
		&templates.InvitationAnswered{Game: 3, Title: "Tug", By: "Bob", Other: "Ada", How: "declined", Message: "No time, alas"},
		&templates.InvitationAnswered{Game: 3, Title: "Tug", By: "Ada", Other: "Bob", You: true, How: "withdrawn"},
		&templates.Games{Waiting: []templates.GameLine{near, far}, Others: []templates.GameLine{far, small, small},
			Finished: []templates.GameLine{line, far},
			Invitations: []templates.InvitationLine{{Game: 4, Title: "Tug", Other: "Bob", Mine: true},
				{Game: 5, Title: "Turro", Other: "Eve"}, {Game: 6, Title: "Tug", Mine: true, Anyone: true}}},
		&templates.Games{},
		&templates.History{Game: 3, Title: "Tug", Black: "Ada", White: "Bob", Plies: plies(10), Result: "draw",
			Reason: "repetition"},
		&templates.History{Game: 3, Title: "Tug", Black: "Ada", White: "Bob", Result: "none"},
		&templates.Rules{Title: "Turro", Name: "turro", Text: turroRules,
			Pictures: []templates.BoardFigure{{Caption: "The board.", Board: tug()},
				{Caption: "r: the knot goes to the right.", Board: tug()}}},
		&templates.GameKindList{Games: games},
		&templates.Help{Groups: commands, Games: games, New: true},
		&templates.Help{Command: "challenge"},
		&templates.Export{Game: 3, Title: "Tug", Text: record},
		&templates.OpenChallenges{},
		&templates.OpenChallenges{
			Lines: []templates.OpenLine{{Game: 3, Title: "Tug", Name: "tug", Challenger: "Bob", Side: "black",
				Pace: "3d+1d/7d", Details: details()},
				{Game: 4, Title: "Tug", Name: "tug", Challenger: "Ada", Mine: true, Side: "white",
					Pace: "3d+1d/7d weekdays", Details: details()}}},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org"},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Mine: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true,
			Changed: true, Program: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true,
			Changed: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Changed: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Address: "bob@example.org", Mine: true,
			Undelivered: true},
		&templates.InvitationExpired{Game: 3, Title: "Tug", Name: "tug", Other: "Bob", Mine: true, Undelivered: true},
	}
}

func details() templates.InvitationDetails {
	return templates.InvitationDetails{Start: 72 * time.Hour, More: 24 * time.Hour, Most: 168 * time.Hour, Weekdays: true,
		Rated: true, Until: at(30, 18)}
}

// fresh are the details of an invitation to somebody new.
func fresh() templates.InvitationDetails {
	t := details()
	t.For = 14 * 24 * time.Hour
	return t
}

func invitation() *templates.Invitation {
	return &templates.Invitation{Game: 5, Title: "Tug", Name: "tug", Author: "tradition", Year: 2000,
		Challenger: "Bob", Address: "bob@example.org",
		Side: "black", Begins: true, Brief: "Pull the knot to your end of the rope before the other side has it at theirs.",
		Board:   tug(),
		Message: "Come on, it takes a minute a day.\nYour old friend Bob", NewHere: true, Details: fresh()}
}
