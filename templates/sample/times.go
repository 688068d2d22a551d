package sample

import (
	"time"

	"turnpost/templates"
)

// times are messages about clocks: vacations, digests, and which messages are sent.
func times() []templates.Section {
	away := templates.VacationSpan{First: at(21, 0), Last: at(23, 0), Days: 3}
	set := &templates.DigestSet{Digest: "weekly", Day: time.Monday, At: "07:30", Zone: "Europe/Rome", Next: at(23, 7),
		Letters: "every"}
	line := templates.GameLine{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 4}
	return []templates.Section{
		&templates.Vacation{Set: &away, Told: 1, Planned: []templates.VacationSpan{away},
			Years: []templates.VacationYear{{Year: 2026, Left: 27}}, PerYear: 30, Zone: "UTC"},
		&templates.VacationOver{
			Games: []templates.GameUntil{{Game: 1, Title: "Turro", Opponent: "Bob", Due: at(21, 9)}}},
		&templates.VacationOver{
			Games: []templates.GameUntil{{Game: 1, Title: "Turro", Opponent: "Bob", Due: at(21, 9)},
				{Game: 12, Title: "Le Rooya", Opponent: "Eve", Due: at(24, 18)}}},
		&templates.Vacation{Ended: true, Dropped: 1,
			Off: []templates.VacationSpan{{First: at(27, 0), Last: at(29, 0), Days: 3}}, Told: 2, PerYear: 30,
			Zone: "UTC", Years: []templates.VacationYear{{Year: 2026, Left: 30}}},
		&templates.OpponentAway{Who: "Bob", From: at(21, 0), To: at(24, 0), Games: []templates.GameLine{line}},
		&templates.OpponentAway{Who: "Bob", From: at(21, 0), To: at(24, 0), Instead: true,
			Games: []templates.GameLine{line}},
		&templates.OpponentAway{Who: "Bob", Off: true, Games: []templates.GameLine{line, line}},
		&templates.OpponentUnreached{Who: "Bob", Since: at(21, 9), Until: at(26, 9), Games: []templates.GameLine{line}},
		&templates.OpponentUnreached{Who: "Bob", Since: at(21, 9), Games: []templates.GameLine{line, line}},
		&templates.VacationOffer{Running: 2, PerYear: 30},
		set,
		&templates.DigestSet{Digest: "daily", At: "07:30", Zone: "UTC", Next: at(21, 7), Letters: "digest"},
		&templates.DigestSet{Digest: "off", Letters: "mine", NoLetters: true},
		&templates.CalendarSet{On: true, Changed: true,
			Link: "https://games.example.org/deadlines/k2hm7wq3c5x4vtn6zjb2rfsd7ay5gple.ics"},
		&templates.CalendarSet{On: true,
			Link: "https://games.example.org/deadlines/k2hm7wq3c5x4vtn6zjb2rfsd7ay5gple.ics"},
		&templates.CalendarSet{Changed: true},
		&templates.CalendarSet{},
		&templates.MessagesSet{Letters: "every", Changed: true},
		&templates.MessagesSet{Letters: "mine"},
		&templates.MessagesSet{Letters: "digest", Changed: true, Begun: true, Digest: set},
		digest(),
		&templates.Digest{},
	}
}

// digest is one with games of every shape.
func digest() *templates.Digest {
	game := templates.DigestGame{Game: 3, Title: "Tug", Opponent: "Bob", Side: "black", Next: 9, Board: tug(),
		Recent:   plies(8)[4:],
		Messages: []string{"Hello\nthere"}, Example: "l",
		GameClock:     templates.GameClock{Due: at(22, 9), Pauses: pauses()},
		StandingOffer: templates.StandingOffer{Offer: templates.OfferDraw}}
	late, still, over := game, game, game
	late.Game, late.Title, late.Board = 12, "Turro", turroBoard()
	late.Due, late.Grace, late.Second, late.OfferYours, late.Pauses = at(19, 9), at(20, 18), true, true, nil
	late.Recent, late.Messages,
		late.Example = []templates.Ply{{N: 1, Side: "black", Move: "d3-d4"}, {N: 2, Side: "white", Move: "d5-d4"}},
		nil, "c3-c4"
	still.Game, still.Standing, still.Board, still.Messages = 14, true, templates.Board{}, nil
	over.Game, over.Result, over.Ending, over.Messages = 7, templates.Won, templates.EndingTime, nil
	ended := over
	ended.Game, ended.Ending, ended.Reason = 8, "", "the knot was pulled to the end"
	return &templates.Digest{Pauses: []templates.ClockPause{pauses()[1], pauses()[3]},
		Waiting: []templates.DigestGame{late, game, still}, Others: []templates.DigestGame{game, still},
		Finished: []templates.DigestGame{over, ended},
		Invitations: []templates.InvitationLine{{Game: 4, Title: "Tug", Other: "Bob", Mine: true},
			{Game: 5, Title: "Tug", Other: "Eve"}, {Game: 6, Title: "Tug", Mine: true}},
		Since: at(13, 7), Boardless: 1, FirstBoardless: 14, Most: 4}
}
