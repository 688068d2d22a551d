package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Receipt says what was made of the reader's own message.
type Receipt struct {
	// Done lists what was done, each line as the reader wrote it.
	Done []string
	// Problems lists what was not done, and why.
	Problems []Problem
	// Held lists moves that could have been played, and were not because others of the same
	// message and game could not.
	Held []string
	// PassedOn names the people to whom the writer's words are sent now. Waits names those to
	// whom they are sent with the next message of the game. Unreached names those whom they
	// do not reach: people who get no messages, in games where no other message will come.
	PassedOn, Waits, Unreached []string
	// Unheard says that free text of the message goes to nobody.
	Unheard bool
	// Deaf says that words went nowhere because the opponent is a bot.
	Deaf bool
	// Back is what was said beside a move that could not be played.
	Back []WordsBack
	// LeftOut is lines that are not passed on because they look like a signature.
	LeftOut []string
	// Silence says that this is the last such answer for a while; nil: it is not.
	Silence *Silence
}

// WordsBack is words that were not passed on, for their writer to send again in a game. Game is 0
// for the game that the message is about.
type WordsBack struct {
	Game  int64
	Words string
}

// Silence is until when messages like the one that is answered get no answer: messages of
// which nothing was done or, if not Proven, those that nothing proves to be the reader's.
type Silence struct {
	Until  time.Time
	Proven bool
}

// Failed reports whether nothing of the message was done.
func (r *Receipt) Failed() bool { return len(r.Done) == 0 && len(r.Problems) > 0 }

func (*Receipt) kind() string { return "receipt" }

func (r *Receipt) head(m *composer) string {
	switch {
	case len(r.Held) > 0:
		return m.say("receipt.head.held")
	case r.Failed() && len(r.Problems) > 1:
		return m.many("receipt.head.lines", len(r.Problems))
	case r.Failed():
		return m.say("receipt.head.failed", "Why", clause(m.problem(r.Problems[0])))
	case len(r.Problems) > 0:
		return m.say("receipt.head.partly", "Why", clause(m.problem(r.Problems[0])))
	case len(r.Unreached) > 0:
		return m.say("receipt.head.unreached", "Who", m.and(r.Unreached))
	case len(r.PassedOn) > 0:
		return m.say("receipt.head.passed", "Who", m.and(r.PassedOn))
	}
	return m.say("receipt.head.done")
}

func (r *Receipt) body(m *composer) {
	if len(r.Done) > 0 && len(r.Problems) > 0 {
		m.para("receipt.done")
		for _, line := range r.Done {
			m.echo(line)
		}
		m.gap()
	}
	if len(r.Held) > 0 {
		m.para("receipt.held")
		for _, line := range r.Held {
			m.echo(line)
		}
		m.gap()
	}
	if len(r.Problems) > 0 && len(r.Done)+len(r.Held) > 0 {
		m.para("receipt.not-done")
		m.gap()
	}
	for _, p := range r.Problems {
		if p.Line != "" {
			m.echo(p.Line)
		}
		m.lineText(capital(m.problem(p)) + ".")
		switch {
		case p.Code == "say-to":
			m.taps(m.say("command.yes"))
		case p.Code == "more-time":
			word, _, _ := strings.Cut(m.verb("vacation", "usage"), " ")
			m.taps(m.say("command.help") + " " + word)
		case len(p.Near) > 0:
			m.line("receipt.near", "Near", m.or(p.Near))
			if p.offered() || p.Code == "name-several" || strings.HasSuffix(p.Code, "-yes") { // one tap does what a yes does
				m.taps(p.Near...)
			}
		}
		m.kept(p)
		m.gap()
	}
	if len(r.Back) > 0 {
		m.para("receipt.back")
		for _, b := range r.Back {
			words := m.say("command.say") + " " + b.Words
			if b.Game != 0 {
				words = gameNumber(b.Game) + words
			}
			m.whole(words)
		}
		m.gap()
	}
	for _, who := range r.PassedOn {
		m.line("receipt.passed", "Who", who)
	}
	if r.Unheard {
		m.line("receipt.unheard")
	}
	if r.Deaf {
		m.lineText(capital(m.say("problem.robot-deaf")) + ".")
	}
	if len(r.LeftOut) > 0 {
		m.leftOut(r.LeftOut)
	}
	for _, who := range r.Waits {
		m.line("receipt.waits", "Who", who)
	}
	for _, who := range r.Unreached {
		m.line("receipt.unreached", "Who", who)
	}
	if s := r.Silence; s != nil && s.Proven {
		m.line("receipt.silence.proven", "Until", m.when(s.Until))
	} else if s != nil {
		m.line("receipt.silence.unproven", "Until", m.when(s.Until))
	}
}

// Problem is one line that was not carried out.
type Problem struct {
	// Line is what the player wrote; empty if the problem is the whole message.
	Line string
	// Code names the message, problem.CODE. A refusal by the rules of a game has the code
	// "move", and Args[0] is its sentence.
	Code string
	// Args are {{.A}}, {{.B}} and so on in the message.
	Args []any
	// Near lists what could have been meant.
	Near []string
	// Say is words that were kept from the opponent, to be said after all; If is them as
	// conditionals in English. "": there is none. Game is the number that the line names, or
	// 0 for the game that the message is about.
	Say, If string
	Game    int64
}

// maxLeftOut is how many characters of a signature may be said after all by a tap.
const maxLeftOut = 300

// leftOut adds what looks like a signature, and how to say it after all.
func (m *composer) leftOut(lines []string) {
	m.line("receipt.left-out")
	for _, line := range lines {
		m.echo(line)
	}
	if text := strings.Join(lines, " "); utf8.RuneCountInString(text) <= maxLeftOut {
		m.sayAfterAll("", text)
	}
	m.gap()
}

// sayAfterAll shows how to say words that were kept back.
func (m *composer) sayAfterAll(number, text string) {
	m.line("receipt.kept-say")
	m.commandLine(number + m.say("command.say") + " " + text)
}

// kept adds what a writer may send after all.
func (m *composer) kept(p Problem) {
	number := ""
	if p.Game != 0 {
		number = gameNumber(p.Game)
	}
	if p.If != "" {
		m.line("receipt.kept-if")
		m.commandLine(number + m.typed("if", p.If))
	}
	if p.Say != "" {
		m.sayAfterAll(number, p.Say)
	}
}

// offered reports whether what could have been meant can be sent as it is, in reply to the
// message: it is a command or a ply, and not for another game.
func (p Problem) offered() bool {
	code := strings.TrimSuffix(p.Code, "-yes")
	return slices.Contains([]string{"move", "within", "ticked", "quoted", "in-subject", "html", "prose", "unsure",
		"old-mail", "invited",
		"which-piece"}, code) &&
		!strings.HasPrefix(p.Line, "#")
}

// TranslatedArgument is an argument of a problem that is said in the reader's language.
type TranslatedArgument func(lang string) string

// argumentNames are what the messages of problems call the arguments of a code, one letter
// each, in the order of [Problem].Args.
const argumentNames = "ABCDEFGH"

// problem is the sentence of a problem, without a full stop. Some arguments are commands or
// states that have names in the reader's language.
func (m *composer) problem(p Problem) string {
	id, named := "problem."+p.Code, []any{}
	for i, a := range p.Args[:min(len(p.Args), len(argumentNames))] {
		if told, ok := a.(TranslatedArgument); ok {
			a = told(m.code)
		}
		named = append(named, argumentNames[i:i+1], a)
	}
	value := func(i int) any {
		if i >= len(named)/2 {
			m.fail(fmt.Errorf("the problem %s has %d arguments", p.Code, len(named)/2))
			return ""
		}
		return named[2*i+1]
	}
	arg := func(i int) string { return written(value(i)) }
	list := func(i int) string { words, _ := value(i).([]string); return m.and(words) }
	switch p.Code {
	case "usage":
		return m.say(id, "Usage", m.verb(arg(0), "usage"))
	case "bad-side", "bad-pace":
		return m.say(id, "A", m.typed("challenge", arg(0)))
	case "bad-word":
		return m.say(id, "A", m.typed(arg(1), arg(0)), "Usage", m.verb(arg(1), "usage"))
	case "unknown-game":
		return m.say(id, "A", arg(0), "Games", list(1))
	case "robot-game":
		return m.say(id, "Games", list(0), "Usual", arg(1), "Levels", arg(2))
	case "which-game":
		word := arg(1)
		switch word {
		case "resign":
			word = m.say("command.resign")
		case "yes":
			word = m.say("command.yes")
		case "no":
			word = m.say("command.no")
		}
		return m.say(id, "A", arg(0), "Word", word)
	case "not-open":
		if arg(1) == "expired" {
			return m.say("problem.has-expired", "A", arg(0))
		}
		return m.say(id, "A", arg(0), "State", m.say(pick("state.", arg(1), "accepted", "declined", "withdrawn")))
	case "break-goes":
		until, _ := value(1).(time.Time)
		return m.say(id, "A", arg(0), "B", m.when(until))
	case "break-another":
		return m.say(id, "A", arg(0), "B", unitForm.ReplaceAllStringFunc(arg(1), m.unit))
	case "vacation-days":
		days, _ := value(0).(int)
		return m.many(id, days, named...)
	}
	return m.say(id, named...)
}

// capital makes the first letter large.
func capital(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[size:]
}

// clause is the text up to its first stop. A question keeps its mark.
func clause(s string) string {
	for _, stop := range []string{";", ". ", "? "} {
		if i := strings.Index(s, stop); i >= 0 {
			s = strings.TrimRight(s[:i+1], ";. ")
		}
	}
	return s
}
