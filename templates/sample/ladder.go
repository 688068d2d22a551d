package sample

import (
	"time"

	"turnpost/templates"
)

// ladders are messages about ladders.
func ladders() []templates.Section {
	rows := []templates.LadderRow{
		{Place: 1, Name: "Bob"}, {Place: 2, Name: "Cleo"}, {Place: 3, Name: "Dora"}, {Place: 11, Name: "Eve"},
		{Place: 12, Name: "Ada", You: true}, {Place: 13, Name: "Frank"},
	}
	ladder := func(why string, l templates.Ladder) *templates.Ladder {
		l.Why, l.Name, l.Title, l.Pace = why, "turro", "Turro", "3d+1d/7d"
		return &l
	}
	on := templates.Ladder{Places: 13, Place: 12, First: 4, Last: 11, Rows: rows}
	slid := on
	slid.From = 11
	soon := on
	soon.Slides = at(20, 9)
	return []templates.Section{
		&templates.Ladders{Ladders: []templates.LadderLine{{Name: "turro", Title: "Turro", Places: 13, Place: 12},
			{Name: "tug", Title: "Tug"}}},
		ladder("asked", templates.Ladder{Places: 3, First: 1, Rows: rows[:3]}),
		ladder("asked", on),
		ladder("joined",
			templates.Ladder{Places: 2, Place: 2, First: 1, Last: 1,
				Rows: []templates.LadderRow{{Place: 1, Name: "Bob"}, {Place: 2, Name: "Ada", You: true}}}),
		ladder("already",
			templates.Ladder{Places: 1, Place: 1, First: 2, Last: 1,
				Rows: []templates.LadderRow{{Place: 1, Name: "Ada", You: true}}}),
		ladder("nobody", on),
		ladder("slid", slid),
		ladder("soon", soon),
		&templates.LadderPlaces{Ladders: []templates.OwnLadderPlace{
			{LadderLine: templates.LadderLine{Name: "turro", Title: "Turro", Places: 13, Place: 12}, Before: 11,
				Slides: time.Date(2026, 11, 24, 9, 0, 0, 0, time.UTC)},
			{LadderLine: templates.LadderLine{Name: "tug", Title: "Tug", Places: 5, Place: 1}, Before: 3},
			{LadderLine: templates.LadderLine{Name: "rooya", Title: "Le Rooya", Places: 5, Place: 2}},
		}},
		&templates.LadderLeft{Why: "asked", Name: "turro", Title: "Turro", CalledOff: 1, Running: 2},
		&templates.LadderLeft{Why: "late", Name: "turro", Title: "Turro"},
		&templates.LadderLeft{Why: "robot", Name: "turro", Title: "Turro", CalledOff: 1},
	}
}
