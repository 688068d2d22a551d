package config

// Limits is how much one letter may be, and how many go to people who may never
// have written.
type Limits struct {
	// MaxLetter is the size from which on a letter's body is not kept; files in it do
	// not count (mail.Slimmer).
	MaxLetter Size `toml:"max_letter"`
	// QuestionsPerDay is how many questions about mail that nothing proves one
	// address is sent in a day, QuestionsPerHour how many all together in an hour, with
	// all other answers to such mail.
	QuestionsPerDay  int `toml:"questions_per_day"`
	QuestionsPerHour int `toml:"questions_per_hour"`
}

// Privacy is what is kept, and for how long.
type Privacy struct {
	// KeepLetters is how long the text of letters is kept; 0: for ever.
	KeepLetters Days `toml:"keep_letters"`
	// KeepAudit is how long it is kept what operators did by command; 0: for ever.
	KeepAudit Days `toml:"keep_audit"`
}

// The least and the most that max_letter may be: a letter with a few commands
// must fit; and a letter is held in memory, some copies of it at a time, in less
// than 64 MiB (a test of the daemon holds it to that).
const (
	minMaxLetter = 4_000
	maxMaxLetter = 5_000_000
)

// maxKept is in days.
const maxKept = 3650

func (c *Limits) check(p *problems) {
	if c.MaxLetter.wrong != "" {
		p.say("limits.max_letter", `is %q; give a size in quotes, such as "500 kB", "1 MB" or "2 MiB"`, c.MaxLetter.wrong)
	} else if c.MaxLetter.Bytes < minMaxLetter || c.MaxLetter.Bytes > maxMaxLetter {
		p.say("limits.max_letter", `is %d bytes; it can be from "4 kB" to "5 MB"`, c.MaxLetter.Bytes)
	}
	c.checkQuestions(p)
}

func (c *Limits) checkQuestions(p *problems) {
	p.within("limits.questions_per_day", c.QuestionsPerDay, 1, 100)
	p.within("limits.questions_per_hour", c.QuestionsPerHour, 1, 1000)
}

func (c *Privacy) check(p *problems) {
	for _, kept := range []struct {
		key  string
		what string
		days Days
	}{{"privacy.keep_letters", "letters", c.KeepLetters}, {"privacy.keep_audit", "all that operators did", c.KeepAudit}} {
		if kept.days.wrong != "" {
			p.say(kept.key, `is %q; give a number of days in quotes, such as "30d", or "0" to keep %s for ever`, kept.days.wrong, kept.what)
		} else if kept.days.N > maxKept {
			p.say(kept.key, `is %d days; it can be up to "%dd", or "0" to keep %s for ever`, kept.days.N, maxKept, kept.what)
		}
	}
}
