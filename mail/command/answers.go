package command

import (
	"slices"
	"strings"
)

// answered takes what answers a question of ours out of a letter's commands.
func (u *understanding) answered(commands []Line) (any, []Line, error) {
	if u.Answers != nil {
		answer, commands := u.recall(commands)
		return answer, commands, nil
	}
	return u.meansIt(commands)
}

// recall shows what was quarantined for a yes to the letter that asked about it, or if
// that is over the newest of what is quarantined beside it, puts it into the place of a yes to the
// letter that showed it, and drops it for a no, after which the next is shown. Words
// beside a yes are for nobody.
func (u *understanding) recall(commands []Line) (any, []Line) {
	var said *Line
	var rest []Line
	for _, c := range commands {
		switch {
		case (c.Verb == "yes" || c.Verb == "no") && c.Game == 0:
			if said == nil || c.Verb == "no" { // of both, the safe one
				said = &c
			}
		case u.meant(c):
			rest = append(rest, c)
		}
	}
	if said == nil {
		return nil, commands
	}
	asked, next := u.Answers.about()
	waiting := len(u.Answers.Waiting)
	switch {
	case said.Verb == "no" && asked != nil:
		return DropQuarantined{Said: *said, Letter: *asked, Next: next, Left: waiting - 1}, rest
	case u.Answers.Shown && asked != nil:
		return ConfirmQuarantined{*asked}, append(rest, u.read(asked.Lines)...)
	case !u.Answers.Shown && waiting > 0:
		if asked == nil {
			asked = next // it is over, and others wait
		}
		return ShowQuarantined{*asked, waiting}, rest
	}
	u.refuse(*said, "held-over")
	return nil, rest
}

// about is what of the letters that are quarantined ours was about, and the newest of the
// others; nil: none.
func (a *AskedQuarantine) about() (asked, next *Quarantined) {
	for _, h := range a.Waiting {
		switch {
		case h.ID == a.Quarantine:
			asked = &h
		case next == nil:
			next = &h
		}
	}
	return asked, next
}

// questionOf finds the question that concerns a letter: the one that it answers, or else
// the newest about a game that it names; nil: none.
func (u *understanding) questionOf(commands []Line) (found *AskedLine) {
	for _, q := range u.Questions {
		if q.Replied {
			return &q
		}
		if found == nil && slices.ContainsFunc(commands, func(c Line) bool { return u.named(c) == q.Line.Game }) {
			found = &q
		}
	}
	return found
}

// meansIt puts the ply that the writer was asked about into the place of a yes to the
// very letter that asked: a yes to any other is for what stands there, such as the
// opponent's talk. Whatever else a proven writer sends about the game lets the question
// lapse.
func (u *understanding) meansIt(commands []Line) (any, []Line, error) {
	q := u.question
	if q == nil {
		return nil, commands, nil
	}
	_, offered, err := u.games.Awaited(q.Line)
	if err != nil {
		return nil, nil, err
	}
	lapsed := Lapsed{Question: q.ID}
	for i, c := range commands {
		_, yes := c.Do.(Yes)
		_, no := c.Do.(No)
		rest := append(commands[:i:i], commands[i+1:]...)
		switch {
		case !yes && !no || c.Doubt != "" || c.Game != 0 && c.Game != q.Line.Game:
			continue
		case !q.Replied && (no || offered || u.named(c) != q.Line.Game):
			continue
		case offered:
			u.refuse(c, "yes-to-what")
		case no:
			lapsed.No = &c
		case !q.Stands || q.Line.Verb != "":
			u.refuse(c, "yes-alone", strings.TrimRight(q.Line.Typed, ".!"))
		default:
			commands[i] = q.Line
			return Confirmed{q.ID}, commands, nil
		}
		return lapsed, rest, nil
	}
	return lapsed, commands, nil
}
