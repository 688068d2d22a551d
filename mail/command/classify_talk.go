package command

import (
	"slices"
	"strings"
)

// This file holds the rulings about words that go to the opponent: those below a command,
// and those that answer words.

// maxWish is how many words a line may have that wants something in its writer's own words.
const maxWish = 6

// wants reports whether a short line may want something done: "I'd like to resign now".
func (m *message) wants(line string) bool {
	words := proseWords(line)
	return len(words) <= maxWish && !asks(line) && !proseOf().denies(words) &&
		slices.ContainsFunc(words, func(word string) bool {
			v, _, ok := m.called(word, "")
			return ok && v.Bare && v.Proven && !v.answers()
		})
}

// ruleAnswersWords turns the talk into a say.
func (m *message) ruleAnswersWords() {
	if !m.passesWords() || !m.Proven || m.answersUs() ||
		m.atHand().Invited || len(m.atHand().Rules) == 0 {
		return
	}
	var said []*decided
	for i := range m.lines {
		l := &m.lines[i]
		for _, in := range l.intents {
			switch in := in.(type) {
			case IgnoreLine:
			case Talk:
				if in.Hint != nil && !m.isTalkative(in) || in.Hint == nil && m.wants(l.behindVerb()) ||
					maybeForServer(in.Line.Text) {
					return
				}
				said = append(said, l)
			case Ask:
				if maybeForServer(in.Line.Text) {
					return
				} else if in.isSentence() {
					said = append(said, l)
				} else if !strings.HasPrefix(in.Code, wordsAnswered) {
					return
				}
			default:
				return
			}
		}
	}
	if len(said) == 0 {
		return
	}
	first := said[0].Line
	say := Do{Line: Line{Text: first.Text, Verb: VerbSay, Args: first.Text, Typed: first.Typed,
		Do: Say{Text: first.Text, Implied: true}}}
	for i, l := range said {
		if i > 0 {
			say.Words = append(say.Words, l.Text)
		}
		l.intents, l.row = slices.DeleteFunc(l.intents, func(in Intent) bool {
			_, talk := in.(Talk)
			ask, asks := in.(Ask)
			return talk || asks && ask.isSentence()
		}), m.row
	}
	said[0].intents = append([]Intent{say}, said[0].intents...)
}

// isSentence reports whether a hint is about a line that is a sentence rather than a command: "If it
// rains I will have more time", "Rules are hard to learn".
func (a Ask) isSentence() bool {
	switch a.Line.Verb {
	case VerbBlock, VerbUnblock, VerbMute, VerbUnmute, VerbChallenge: // their writer is told that nothing was done
		return false
	case VerbVacation, VerbJoin, VerbAddress, VerbHelp: // whose writer may believe that it is done, or wait for it
		if !a.Line.digresses() {
			return false
		}
	}
	switch a.Code {
	case "usage", "no-command", "unknown-game":
		return a.Hint && len(strings.Fields(a.Line.Text)) > 3 && !slices.ContainsFunc(proseWords(a.Line.Args), isTopic)
	}
	return false
}

// isTalkative reports whether a line of talk that may have been meant as a command is a sentence:
// "Games like these are fun", but not "resign, please, at last".
func (m *message) isTalkative(talk Talk) bool {
	words := proseWords(talk.Line.Text)
	switch {
	case talk.Hint.isSentence():
		return true
	case talk.Hint.Code != "unknown" || len(words) < 3:
		return false
	}
	v, _, known := m.called(words[0], "")
	costs := !known || v.Proven && !v.answers() // it would do something
	toYou := slices.ContainsFunc(asidesOf(), func(a asides) bool { return a.second.within(words[1:]) })
	return len(words) > 3 && !costs || toYou && !slices.ContainsFunc(words[1:], isTopic) && !m.wantsAt(words) ||
		len(words) > maxWish
}

// wantsAt reports whether words hold a command behind the first word.
func (m *message) wantsAt(words []string) bool { return m.wants(strings.Join(words[1:], " ")) }

func (m *message) ruleWordsBelow() {
	for i := range m.lines {
		do, ok := m.lines[i].does()
		if !ok || !do.takesWords() {
			continue
		}
		for j := i + 1; j < len(m.lines) && !m.lines[j].meant(); j++ {
			below := &m.lines[j]
			if below.isKept() {
				continue
			}
			do.Words = append(do.Words, below.Text)
			do.Else = append(do.Else, below.intents...)
			below.intents = []Intent{}
			m.lines[i].row = m.row
		}
		m.lines[i].intents = []Intent{do}
	}
}

// isKept reports whether a line is kept from the opponent, or belongs to one that is.
func (l decided) isKept() bool {
	if len(l.intents) != 1 {
		return false
	}
	ask, asks := l.intents[0].(Ask)
	_, ignored := l.intents[0].(IgnoreLine)
	return asks && ask.Kept || ignored
}

// does returns the intent of a line that is carried out.
func (l decided) does() (do Do, ok bool) {
	if len(l.intents) == 1 {
		do, ok = l.intents[0].(Do)
	}
	return do, ok
}

// takesWords reports whether the lines of talk below a command belong to it.
func (d Do) takesWords() bool {
	switch do := d.Line.Do.(type) {
	case Say, Note, Rematch:
		return true
	case Challenge:
		return !do.Ladder
	}
	return false
}
