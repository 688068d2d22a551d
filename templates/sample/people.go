package sample

import (
	"strings"
	"time"

	"turnpost/templates"
)

// said is words of the opponent's.
func said(s templates.OpponentWords) *templates.OpponentWords {
	s.Game, s.Title, s.Author = 3, "Tug", "Bob"
	return &s
}

// people are messages about players, and what they say and note.
func people() []templates.Section {
	notes := []templates.Note{{Text: "Careful with the left end."},
		{Ply: 12, Text: "He always pulls to the right after two pulls to the left; I could wait for that and answer at once."}}
	settings := []templates.Setting{{Name: "name", Value: "Ada"}, {Name: "address", Value: "ada@example.org"},
		{Name: "lang"},
		{Name: "timezone", Value: "Europe/Rome", Now: at(20, 10)}, {Name: "board", Value: "unicode"},
		{Name: "letters", Value: "every"},
		{Name: "digest", Value: "weekly", Day: time.Monday, At: "07:30"},
		{Name: "puzzle", Value: "daily", At: "19:00"}, {Name: "following", Value: "end-digest"},
		{Name: "best", Value: "on"},
		{Name: "vacation", Away: []templates.VacationSpan{{First: at(21, 0), Last: at(23, 0), Days: 3}}},
		{Name: "muted", People: []string{"Eve (#12)", "mallory@example.org"}},
		{Name: "blocked",
			People: []string{"Eve (#12) <eve@example.org>", "mallory.the.most.insistent@players.example.org"}}}
	ranks := []templates.Rank{{Rank: 1, Name: "Ada", Rating: "1662?", Games: 1, You: true},
		{Rank: 2, Name: "Bob", Rating: "1538", Games: 14},
		{Rank: 3, Name: "Augusta King, Countess of Lovelace", Rating: "1499", Games: 120}}
	note := func(n templates.Notes) *templates.Notes {
		n.Game, n.Title = 3, "Tug"
		return &n
	}
	return []templates.Section{
		said(templates.OpponentWords{Message: "Thank you for the game!", Over: true}),
		said(templates.OpponentWords{Message: "Hello"}),
		note(templates.Notes{Notes: notes, All: true}),
		note(templates.Notes{Notes: notes, Shown: "all", Opponent: "Bob"}),
		note(templates.Notes{Notes: notes, All: true, Shown: "some", Opponent: "Bob"}),
		note(templates.Notes{}),
		note(templates.Notes{Notes: notes, Published: true, You: true, Author: "Ada", Opponent: "Bob"}),
		note(templates.Notes{Notes: notes, Published: true, Author: "Bob"}),
		&templates.Settings{Changed: []string{"name"}, Settings: settings},
		&templates.Settings{Settings: settings[:3]},
		&templates.Settings{Changed: []string{"public"}, Settings: settings[:3],
			Unseen: []string{"turro-1", "roses-2"}},
		&templates.TimezoneSet{Name: "Europe/Rome", Now: at(20, 10), Changed: true},
		&templates.TimezoneSet{Name: "UTC", Now: at(20, 9)},
		&templates.Standings{Games: []templates.GameRanks{{Title: "Tug", Ranks: ranks}, {Title: "Turro"}}},
		&templates.Standings{One: true, Games: []templates.GameRanks{{Title: "Tug", Ranks: ranks}}},
		&templates.PlayerProfile{Name: "Bob", Turns: 120, OnTime: 97,
			Met: []templates.ResultsAgainst{{Won: 2, Lost: 1}, {Opponent: "Tug", Lost: 1}, {Opponent: "Turro", Won: 2}},
			Records: []templates.GameRecord{{Title: "Tug", Rating: "1500", RobotRating: "1604?", Won: 1, Running: 2,
				Others: 1, White: templates.ResultsAgainst{Won: 1}, Course: []int{1500, 1548, 1531, 1574, 1604, 1590, 1500},
				Against: []templates.ResultsAgainst{{Opponent: "Ada", Won: 1},
					{Opponent: "Augusta King, Countess of Lovelace", Lost: 12}}}}},
		&templates.PlayerProfile{Name: "Ada", You: true},
		&templates.Announcement{Subject: "The summer tournament",
			Text: "Dear players,\n\nfrom 1 July on everybody plays everybody: 2 games each. Write to club@example.org & say <yes> if you want to be in it."},
		&templates.TokenMisused{Game: 3, Title: "Tug", From: "eve@example.org"},
		&templates.TokenMisused{From: "eve@example.org"},
		&templates.Standings{One: true,
			Games: []templates.GameRanks{{Title: "Tug", Ranks: ranks[:1]},
				{Title: "Tug", Robots: true,
					Ranks: []templates.Rank{{Rank: 1, Name: "robot 8", Rating: "2025", Games: 9}, ranks[1]}}}},
		&templates.Standings{},
	}
}

// leaving are messages to players who leave.
func leaving() []templates.Section {
	return []templates.Section{
		&templates.Stopped{Games: 2, Invitations: 1},
		&templates.Forgotten{Address: "ada@example.org", Games: 1},
		&templates.ConfirmLeaving{What: "stop", Games: 1, Invitations: 2},
		&templates.ConfirmLeaving{What: "forget"},
		&templates.NotConfirmed{What: "stop"},
		&templates.BlockResult{Who: "bob@example.org", Declined: 1, Running: 2},
		&templates.BlockResult{Who: "Bob", Off: true, Muted: true},
		&templates.Muted{Who: "Bob"},
		&templates.Muted{Who: "bob@example.org", Off: true},
		&templates.MessagesDelayed{Waiting: 12},
		&templates.MessagesDelayed{Waiting: 1},
		&templates.MessagesResumed{Since: at(18, 9), Games: 2},
		&templates.MessagesResumed{Since: at(18, 9)},
		&templates.MessagesResumed{Since: at(18, 9), Games: 1, Paused: true},
		&templates.MessagesResumed{Since: at(18, 9), Paused: true},
		&templates.MessagesPaused{Games: 2, Invitations: 1, Until: at(25, 9), Told: true},
		&templates.MessagesPaused{Games: 1},
		&templates.MessagesPaused{},
		&templates.MessagesPaused{Games: 2, Often: true},
		&templates.MessagesPaused{Games: 1, Again: true},
		&templates.Quarantined{Until: at(27, 9)},
		&templates.QuarantineQuestion{Lines: []string{"#12 b1", strings.TrimSpace(strings.Repeat("a long line ", 20))},
			Until: at(27, 9)},
		&templates.QuarantineDropped{},
		&templates.ConfirmAddress{First: "ada@example.org", Address: "ada@example.net", Until: at(27, 9)},
		&templates.SecondAddressNews{Address: "ada@example.net", What: "asked"},
		&templates.SecondAddressNews{Address: "ada@example.net", What: "added"},
		&templates.SecondAddressNews{Address: "ada@example.net", What: "refused"},
		&templates.SecondAddressNews{Address: "ada@example.net", What: "failed"},
		&templates.SecondAddressNews{Address: "ada@example.net", What: "off"},
		&templates.Settings{Settings: []templates.Setting{{Name: "second", Value: "ada@example.net", Waits: true}}},
	}
}
