package sample

import (
	"time"

	"turnpost/templates"
)

// seasons are messages about tournaments.
func seasons() []templates.Section {
	rows := []templates.SeasonRow{
		{Place: "1", Name: "Ada", Results: []string{"", "11", "1½", "1·"}, Points: "4½", Score: "7¾", You: true},
		{Place: "2=", Name: "Bob", Results: []string{"00", "", "1·", "11"}, Points: "3", Score: "4"},
		{Place: "2=", Name: "Cleo", Results: []string{"0½", "0·", "", "1·"}, Points: "1½", Score: "2¼"},
		{Place: "4", Name: "Dora *", Results: []string{"0·", "00", "0·", ""}, Points: "0", Score: "0", Out: true},
	}
	fresh := []templates.SeasonRow{
		{Place: "1=", Name: "Ada", Results: []string{"", "··"}, Points: "0", Score: "0", You: true},
		{Place: "1=", Name: "Bob", Results: []string{"··", ""}, Points: "0", Score: "0"},
	}
	table := func(why string, t templates.SeasonTable) *templates.SeasonTable {
		t.Why, t.Name, t.Title, t.Rules, t.Pace, t.Days, t.Standing, t.Division = why, "turro-2", "Turro", "turro",
			"3d+1d/7d", 120, true, max(1, t.Division)
		return &t
	}
	leaders := []string{"Ada"}
	return []templates.Section{
		&templates.Tournaments{Seasons: []templates.SeasonLine{
			{Name: "turro-2", Title: "Turro", State: "running", When: at(20, 9), Count: 26, You: true},
			{Name: "spring-cup", Title: "Tug", State: "open", When: at(20, 9), Count: 3},
			{Name: "turro-3", Title: "Turro", State: "waiting", Count: 1},
			{Name: "turro-1", Title: "Turro", State: "over", When: at(20, 9), Count: 12},
			{Name: "tug", Title: "Tug", State: "fresh"},
		}},
		&templates.Tournaments{One: true,
			Seasons: []templates.SeasonLine{{Name: "spring-cup", Title: "Tug", State: "open", When: at(20, 9),
				Count: 3, You: true}}},
		&templates.SeasonPart{What: "joined", Name: "turro-2", Title: "Turro", Pace: "3d+1d/7d", Days: 120, Count: 3,
			Begins: at(20, 9), Standing: true},
		&templates.SeasonPart{What: "already", Name: "spring-cup", Title: "Tug", Pace: "3d+1d/7d", Days: 60, Count: 1},
		&templates.SeasonPart{What: "withdrew", Name: "turro-2"},
		&templates.SeasonPart{What: "last", Name: "turro-2", Rules: "turro"},
		&templates.SeasonPart{What: "asked", Name: "turro-2", Standing: true, Lost: []templates.SeasonLoss{{
			Running: 5, Cancelled: true,
			Table: table("asked", templates.SeasonTable{Division: 2, Divisions: 3, Rows: rows, Place: 1, Points: "4½"})}}},
		&templates.SeasonPart{What: "asked", Name: "spring-cup", Lost: []templates.SeasonLoss{{
			Running: 1, Table: &templates.SeasonTable{Name: "spring-cup", Rows: rows, Place: 2, Points: "3"}}}},
		&templates.SeasonPart{What: "stayed", Name: "turro-2"},
		&templates.SeasonPart{What: "warned", Name: "turro-2"},
		&templates.SeasonPart{What: "silent", Name: "turro-2", Standing: true},
		&templates.SeasonPart{What: "out", Name: "turro-2", Rules: "turro", Why: "time", Cancelled: true, Games: 5, Standing: true},
		&templates.SeasonPart{What: "out", Name: "turro-2", Rules: "turro", Why: "silent", Games: 5, Standing: true},
		&templates.SeasonPart{What: "out", Name: "spring-cup", Why: "left", Games: 2},
		&templates.SeasonPart{What: "joined", Name: "turro-2", Title: "Turro", Pace: "3d+1d/7d", Days: 120, Count: 3,
			Begins: at(20, 9), Standing: true, Private: true},
		&templates.SeasonPart{What: "shown", Name: "turro-2"},
		table("began", templates.SeasonTable{Divisions: 1, Ends: at(20, 9), Rows: fresh, Place: 1, Waiting: 1}),
		table("began", templates.SeasonTable{Division: 2, Divisions: 3, Ends: at(20, 9), Rows: fresh, Place: 1, Waiting: 2, Due: at(23, 13),
			Up: 2, Down: 2}),
		table("began", templates.SeasonTable{Division: 1, Divisions: 3, Ends: at(20, 9), Rows: fresh, Place: 1, Down: 2}),
		table("began", templates.SeasonTable{Division: 3, Divisions: 3, Ends: at(20, 9), Rows: fresh, Place: 1, Up: 1}),
		table("top",
			templates.SeasonTable{Division: 2, Divisions: 3, Ends: at(20, 9), Rows: rows, Leaders: leaders, You: true,
				Place: 1}),
		table("over", templates.SeasonTable{Divisions: 1, Rows: rows, Leaders: leaders, You: true, Place: 1, Next: "in"}),
		table("over", templates.SeasonTable{Division: 2, Divisions: 3, Rows: rows, Leaders: []string{"Ada", "Bob"},
			Others: []string{"Bob"}, You: true, Place: 1, Next: "in", To: 1}),
		table("over", templates.SeasonTable{Division: 1, Divisions: 3, Rows: rows, Leaders: []string{"Bob", "Cleo"},
			Place: 2, Next: "in", To: 2}),
		table("over", templates.SeasonTable{Divisions: 1, Rows: rows, Leaders: []string{"Bob"}, Place: 2, Next: "left"}),
		table("over", templates.SeasonTable{Divisions: 1, Rows: rows, Place: 2, Next: "silent"}),
		table("asked", templates.SeasonTable{Division: 1, Divisions: 3, Rows: rows, Leaders: leaders}),
	}
}

// cups are messages about knock-out cups.
func cups() []templates.Section {
	semi := templates.CupRound{Number: 1, Matches: []templates.CupMatch{
		{Names: [2]string{"Ada", ""}, Seeds: [2]int{1, 0}},
		{Names: [2]string{"Bob", "Cleo"}, Seeds: [2]int{2, 3}, Results: [2]string{"1·", "0·"}},
	}}
	final := templates.CupRound{Number: 2, Matches: []templates.CupMatch{
		{Names: [2]string{"Ada", "Cleo *"}, Seeds: [2]int{1, 3}, Results: [2]string{"½1", "½0"}}}}
	cup := func(why string, c templates.Cup) *templates.Cup {
		c.Why, c.Name, c.Title = why, "spring-cup", "Turro"
		c.Round, c.Rounds = max(c.Round, 1), max(c.Rounds, 2)
		return &c
	}
	part := func(what string, p templates.SeasonPart) *templates.SeasonPart {
		p.What, p.Name, p.Title, p.Cup, p.Pace, p.Days = what, "spring-cup", "Turro", true, "3d+1d/7d", 30
		return &p
	}
	one, both := []templates.CupRound{semi}, []templates.CupRound{semi, final}
	return []templates.Section{
		cup("asked", templates.Cup{Ends: at(20, 9), Bracket: one}),
		cup("began", templates.Cup{Ends: at(20, 9), Opponent: "Bob", Seed: 3, Other: 2, Due: at(23, 13)}),
		cup("began", templates.Cup{Ends: at(20, 9), Opponent: "Cleo", Seed: 2, Other: 7, Rounds: 3}),
		cup("began", templates.Cup{Ends: at(20, 9), Opponent: "Cleo", Seed: 2, Other: 15, Rounds: 4}),
		cup("bye", templates.Cup{Ends: at(20, 9), Bracket: one}),
		cup("on", templates.Cup{Ends: at(20, 9), Opponent: "Cleo", Level: true}),
		cup("knocked", templates.Cup{Ends: at(20, 9), Opponent: "Bob", Level: true}),
		cup("over", templates.Cup{Round: 2, Winner: "Ada", You: true, Bracket: both}),
		cup("over", templates.Cup{Round: 2, Winner: "Ada", Bracket: both}),
		cup("over", templates.Cup{Bracket: one}),
		part("joined", templates.SeasonPart{Count: 2, Begins: at(20, 9), Private: true}),
		part("joined", templates.SeasonPart{Count: 2}),
		part("joined", templates.SeasonPart{Count: 2, Begins: at(20, 9), Host: "Bob"}),
		part("warned", templates.SeasonPart{}), part("asked", templates.SeasonPart{}), part("shown", templates.SeasonPart{}),
		part("out", templates.SeasonPart{Why: "left"}),
		part("invited", templates.SeasonPart{Begins: at(20, 9), Host: "Bob"}),
		part("made", templates.SeasonPart{Begins: at(20, 9), Guests: []string{"Bob", "Cleo", "Dora"}}),
		part("closed", templates.SeasonPart{Why: "few"}), part("closed", templates.SeasonPart{Why: "host", Host: "Bob"}),
		part("closed", templates.SeasonPart{Why: "left"}), part("closed", templates.SeasonPart{Why: "private"}),
		part("closed", templates.SeasonPart{Why: "operator"}),
		part("declined", templates.SeasonPart{Host: "Bob"}),
		part("refused", templates.SeasonPart{Guests: []string{"Bob"}}),
		&templates.Tournaments{Seasons: []templates.SeasonLine{
			{Name: "spring-cup", Title: "Turro", State: "cup-open", When: at(20, 9), Count: 3},
			{Name: "cup-3", Title: "Tug", State: "cup-invited", When: at(20, 9), Count: 2},
			{Name: "autumn-cup", Title: "Tug", State: "cup-running", When: at(20, 9), Count: 12, You: true},
		}},
	}
}

// following are messages to players who follow games of others.
func following() []templates.Section {
	items := []templates.FollowedItem{
		{Kind: "game", Game: 12, Title: "Tug", Black: "Bob", White: "Cleo"}, {Kind: "player", Name: "Dora"},
		{Kind: "player", Name: "Dora", Title: "Turro", Rules: "turro"}, {Kind: "tournament", Name: "turro-2"},
	}
	var out []templates.Section
	for i, item := range items {
		out = append(out,
			&templates.Following{What: []string{"began", "already", "ended", "began"}[i], Item: &item, Every: i == 1,
				Late: 2, Opponents: i == 1, More: i == 2})
	}
	out = append(out,
		&templates.Following{What: "nothing", Late: 2},
		&templates.Following{What: "none", Late: 2},
		&templates.Following{What: "chosen", Every: true, Ends: true, Items: items[:1], Late: 2},
		&templates.Following{What: "list", Ends: true, At: "07:30", Items: items, Late: 1},
		&templates.Following{What: "chosen", At: "07:30"},
	)
	game := templates.FollowedGame{
		Game: 12, Title: "Tug", Black: "Bob", White: "Cleo", Last: 3, Board: tug(),
		Plies: []templates.Ply{{N: 2, Side: "white", Move: "r"}, {N: 3, Side: "black", Move: "l"}},
	}
	under, start := game, game
	under.Late, under.Undone, under.End = 2, true, true
	start.Last, start.Plies, start.Late = 0, nil, 1
	out = append(out, &under, &start)
	rows := []templates.SeasonRow{
		{Place: "1", Name: "Bob", Results: []string{"", "1½"}, Points: "1½", Score: "¾"},
		{Place: "2", Name: "Cleo", Results: []string{"0½", ""}, Points: "½", Score: "¾"},
	}
	table := templates.SeasonTable{Why: "followed", Name: "turro-2", Title: "Turro", Division: 1, Divisions: 3,
		Ends: at(20, 9), Rows: rows, Leaders: []string{"Bob"}}
	over := table
	over.Why, over.Division, over.Ends, over.Leaders = "over", 2, time.Time{}, []string{"Bob", "Cleo"}
	out = append(out, &templates.FollowedTable{Table: table, Last: true, More: 2, End: true},
		&templates.FollowedTable{Table: over})
	var best []templates.BestGame
	for _, end := range [][3]string{
		{"black", "the knot is at Black's end", ""}, {"white", "", "resigned"}, {"white", "", "time"},
		{"draw", "", "agreed"}, {"draw", "", "adjudicated"}, {"void", "", "aborted"},
	} {
		ended := game
		ended.Result, ended.Reason, ended.Ending = end[0], end[1], templates.OutsideEnding(end[2])
		out = append(out, &ended)
		best = append(best, templates.BestGame{FollowedGame: ended, Readers: len(best), Turnings: 2 - len(best)})
	}
	return append(out, &templates.BestOfWeek{Games: best[:3]}, &templates.BestOfWeek{Games: best[:1], Asked: true},
		&templates.BestOfWeek{Asked: true},
		&templates.WeeklyBestSetting{Next: at(21, 7)}, &templates.WeeklyBestSetting{})
}
