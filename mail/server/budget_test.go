package server

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
)

func TestWhatABudgetAllows(t *testing.T) {
	t.Parallel()
	gmail := SendingBudget{Day: 500, Newcomers: 200}
	hour := db.SentCounts{Hour: [db.Classes]int{900, 0, 0, 20, 50}}
	day := func(games, answers, digests, strangers int) db.SentCounts {
		return db.SentCounts{Day: [db.Classes]int{games, answers, digests, strangers}}
	}
	programs := func(n int, others ...int) db.SentCounts {
		s := db.SentCounts{}
		copy(s.Day[:], others)
		s.Day[db.ClassProgram] = n
		return s
	}
	noStrangers := db.ClaimFilter{Classes: db.Classes, Newcomers: true, NoStrangers: true}
	for _, c := range []struct {
		name   string
		budget SendingBudget
		sent   db.SentCounts
		want   db.ClaimFilter
	}{
		{"no limit", SendingBudget{}, day(1e6, 1e6, 1e6, 1e6), db.Everything},
		{"nothing was sent", gmail, db.SentCounts{}, db.Everything},
		{"strangers have their fifth", gmail, day(0, 0, 0, 100), noStrangers},
		{"digests have their part", gmail, day(0, 0, 300, 0), db.ClaimFilter{Classes: db.ClassDigest, Newcomers: true}},
		{"programs have a tenth", gmail, programs(50), db.ClaimFilter{Classes: db.ClassProgram, Newcomers: true}},
		{"and one less is room", gmail, programs(49), db.Everything},
		{"which is none of digests' part", gmail, programs(50, 0, 0, 299), db.ClaimFilter{Classes: db.ClassProgram, Newcomers: true}},
		{"nor of strangers'", gmail, programs(50, 0, 0, 0, 99), db.ClaimFilter{Classes: db.ClassProgram, Newcomers: true}},
		{"and not taken where strangers have had theirs", gmail, programs(49, 0, 0, 0, 100), noStrangers},
		{"nor the quarter that is kept for people's answers", gmail, programs(20, 0, 80, 200), db.ClaimFilter{Classes: db.ClassProgram, Newcomers: true}},
		{"up to there it is room", gmail, programs(19, 0, 80, 200), db.Everything},
		{"nor where others have had all", gmail, programs(40, 0, 360, 0), db.ClaimFilter{Classes: db.ClassAnswer, Newcomers: true}},
		{"all but games have what is not kept", gmail, day(0, 400, 0, 0), db.ClaimFilter{Classes: db.ClassAnswer, Newcomers: true}},
		{"what games took lately is kept", gmail, day(420, 80, 0, 0), db.ClaimFilter{Newcomers: true}},
		{"and an average day and a quarter", gmail, db.SentCounts{Week: [db.Classes]int{2240}, Day: [db.Classes]int{0, 100}}, db.ClaimFilter{Classes: db.ClassAnswer, Newcomers: true}},
		{"a tenth is others' all the same", gmail, db.SentCounts{Week: [db.Classes]int{3000}, Day: [db.Classes]int{0, 0, 0, 24}}, db.Everything},
		{"and no more", gmail, db.SentCounts{Week: [db.Classes]int{3000}, Day: [db.Classes]int{0, 50}}, db.ClaimFilter{Classes: db.ClassAnswer, Newcomers: true}},
		{"all of it", gmail, day(500, 0, 0, 0), db.ClaimFilter{Newcomers: true}},
		{"first letters have a limit of their own", gmail, db.SentCounts{FirstContacts: 200}, db.ClaimFilter{Classes: db.Classes}},
		{"a minute", SendingBudget{Minute: 30}, db.SentCounts{Minute: [db.Classes]int{0, 24}}, db.ClaimFilter{Classes: db.ClassAnswer, Newcomers: true}},
		{"an hour", SendingBudget{Minute: 30, Hour: 60}, db.SentCounts{Hour: [db.Classes]int{60}}, db.ClaimFilter{Newcomers: true}},
		{"strangers have so many an hour", SendingBudget{Strangers: 20, Day: 500}, hour, noStrangers},
		{"and one less is room", SendingBudget{Strangers: 21}, hour, db.Everything},
		{"a limit of one", SendingBudget{Minute: 1}, db.SentCounts{}, db.Everything},
		{"a limit of one, reached", SendingBudget{Minute: 1}, db.SentCounts{Minute: [db.Classes]int{1}}, db.ClaimFilter{Newcomers: true}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, c.budget.allow(c.sent)) })
	}
}
