package config

// Limits are limits of messages, and of answers to people who may never have written.
type Limits struct {
	// MaxMessage is the size above which a body is not kept; attached files do not count
	// (mail.AttachmentStripper).
	MaxMessage Size `toml:"max_letter"`
	// MaxStored is how much incoming mail is stored before what nothing proves has to wait.
	MaxStored Size `toml:"max_stored"`
	// QuestionsPerDay is how many questions about unproven mail an address gets in a day,
	// QuestionsPerHour how many all addresses together get in an hour, with other answers to
	// such mail.
	QuestionsPerDay  int `toml:"questions_per_day"`
	QuestionsPerHour int `toml:"questions_per_hour"`
}

// Privacy is how long data is kept.
type Privacy struct {
	// KeepMessages is how long the text of messages is kept; 0: for ever.
	KeepMessages Days `toml:"keep_letters"`
	// KeepAudit is how long entries of the audit log are kept; 0: for ever.
	KeepAudit Days `toml:"keep_audit"`
}

// Limits of max_letter: a message with a few commands must fit, and a few copies of a message
// must fit into 64 MiB of memory, which a test of the daemon checks.
const (
	minMaxMessage = 4_000
	maxMaxMessage = 5_000_000
)

// Limits of max_stored: some of the largest messages must fit.
const (
	minMaxStored = 50_000_000
	maxMaxStored = 100_000_000_000_000
)

// maxKept is in days.
const maxKept = 3650

func (c *Limits) check(p *problems) {
	for _, size := range []struct {
		key         string
		is          Size
		least, most int64
		between     string
	}{{"limits.max_letter", c.MaxMessage, minMaxMessage, maxMaxMessage, `from "4 kB" to "5 MB"`},
		{"limits.max_stored", c.MaxStored, minMaxStored, maxMaxStored, `from "50 MB" to "100000 GB"`}} {
		if size.is.wrong != "" {
			p.say(size.key, `is %q; give a size in quotes, such as "500 kB", "1 MB" or "2 GB"`, size.is.wrong)
		} else if size.is.Bytes < size.least || size.is.Bytes > size.most {
			p.say(size.key, `is %d bytes; it must be %s`, size.is.Bytes, size.between)
		}
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
	}{{"privacy.keep_letters", "letters", c.KeepMessages},
		{"privacy.keep_audit", "all that operators did", c.KeepAudit}} {
		if kept.days.wrong != "" {
			p.say(kept.key, `is %q; give a number of days in quotes, such as "30d", or "0" to keep %s for ever`,
				kept.days.wrong, kept.what)
		} else if kept.days.N > maxKept {
			p.say(kept.key, `is %d days; it must be at most "%dd", or "0" to keep %s for ever`, kept.days.N, maxKept,
				kept.what)
		}
	}
}
