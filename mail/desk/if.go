package desk

import (
	"strconv"
	"strings"

	"turnpost/rules"
	"turnpost/templates"
)

// Limits of a player's lines in one game.
const (
	maxConditionals = 100  // lines
	maxConditional  = 2000 // characters of one
)

func ifVerb() verb {
	return verb{
		name:   "if",
		proven: true,
		run: func(s *session, c command) error {
			if !s.meansConditionals(c) {
				s.talks(c) // "If you like, we can play again."
				s.hint(c, nil, "usage", "if")
				return nil
			}
			return s.onGame(c, func(t *table) { t.ifs = append(t.ifs, c) })
		},
	}
}

// meansConditionals reports whether a line that begins with "if" is meant for
// us: it is bare, drops lines, or has the form of a move behind an "if" or
// "then".
func (s *session) meansConditionals(c command) bool {
	if _, off := ifOff(c.args); off || c.args == "" {
		return true
	}
	words := strings.Fields(c.args)
	var starts []string
	for i := range words {
		if w := strings.ToLower(words[i]); i == 0 || strings.ToLower(words[i-1]) == "then" || strings.ToLower(words[i-1]) == "if" {
			starts = append(starts, strings.Join(words[i:], " "))
			if w == anyTurn {
				return true
			}
		}
	}
	for _, g := range s.candidates(c) {
		for _, text := range starts {
			if looksLike(g, text) {
				return true
			}
		}
	}
	return false
}

// misplacedIf reports whether a line that is no command looks like conditionals
// all the same, behind a bullet or with a slip in its "if". As talk it would
// tell the opponent what is to be secret.
func (s *session) misplacedIf(c command) bool {
	words := strings.Fields(strings.ToLower(c.args))
	for i := range min(2, len(words)) {
		w := strings.Trim(words[i], `"'*-.,:()>`)
		if w != "if" && (len(w) < 2 || !oneSlip(w, "if")) {
			continue
		}
		rest := strings.Join(words[i+1:], " ")
		if strings.Contains(rest, " then ") && s.meansConditionals(command{game: c.game, args: rest}) {
			return true
		}
	}
	return false
}

// ifOff reads "off" and "off 2"; n is 0 for all.
func ifOff(args string) (n int, ok bool) {
	words := strings.Fields(strings.ToLower(strings.TrimRight(args, ".!")))
	if len(words) == 0 || words[0] != "off" || len(words) > 2 {
		return 0, false
	}
	if len(words) == 1 {
		return 0, true
	}
	n, err := strconv.Atoi(words[1])
	return n, err == nil && n > 0
}

// unfinished reports whether a line of conditionals goes on in the next one,
// because a mail program wrapped it there.
func (d *Desk) unfinished(c command, next string) bool {
	if c.verb != "if" || c.args == "" {
		return false
	}
	first, _ := d.argsOf(verb{name: "if"}, strings.ToLower(firstWord(strings.TrimSpace(next))))
	_, missing := parseConditionals(c.args)
	if missing != "" {
		last := strings.TrimRight(strings.ToLower(c.args), " ")
		return first == "then" || strings.HasSuffix(last, "then") || strings.HasSuffix(last, "if")
	}
	return first == "and" || strings.HasPrefix(first, ",") || strings.HasPrefix(first, ";") ||
		strings.HasSuffix(c.args, " and") || strings.HasSuffix(c.args, ",") && first == "if"
}

// keepConditionals carries out the letter's conditional lines.
func (s *session) keepConditionals(t *table) error {
	if len(t.ifs) == 0 {
		return nil
	}
	lines, err := s.treeOf(t, t.me)
	if err != nil {
		return err
	}
	for _, c := range t.ifs {
		n, off := ifOff(c.args)
		switch {
		case c.args == "":
			s.done(c)
			t.listed = true
		case t.over():
			s.problem(c, "over")
		case off && n > len(lines.lines()):
			s.problem(c, "if-number", n, len(lines.lines()))
			t.listed = true
		case off:
			s.done(c)
			t.listed = true
			kept := tree(nil)
			for i, l := range lines.lines() {
				if n != 0 && i != n-1 {
					kept = kept.add(l)
				}
			}
			lines = kept
		default:
			grown, p, err := s.readConditionals(t, lines, c)
			if err != nil {
				return err
			}
			if p != nil {
				p.Line = c.line
				s.receipt.Problems = append(s.receipt.Problems, *p)
				continue
			}
			s.done(c)
			lines, t.listed = grown, true
		}
	}
	return s.saveTree(t, t.me, lines)
}

// readConditionals adds the lines of a command to a tree, or says what is wrong
// with them: then none of them is added.
func (s *session) readConditionals(t *table, old tree, c command) (tree, *templates.Problem, error) {
	if t.turn() == t.me {
		return nil, &templates.Problem{Code: "if-later"}, nil
	}
	// The oldest letter that can speak of this board is that which the writer
	// answered with the last move, or one from after it.
	if s.ticket.game == t.game.ID && (s.ticket.undone != t.game.Undone || int(s.ticket.ply) < takenBackTo(t.base, t.me)) {
		return nil, &templates.Problem{Code: "stale", Args: []any{s.ticket.ply + 1}}, nil
	}
	lines, missing := parseConditionals(c.args)
	if missing != "" {
		return nil, &templates.Problem{Code: "usage", Args: []any{"if"}}, nil
	}
	// The opponent may have made the first ply of a turn of two, of which the
	// writer does not know: so lines are for the whole turn.
	n := t.record.Len()
	for n > 0 && t.sideOf(n) == t.turn() {
		n--
	}
	begin := t.record.Until(n)
	grown := tree(nil)
	for _, l := range old.lines() {
		grown = grown.add(l) // a copy
	}
	for _, l := range lines {
		canonical, p := canonicalLine(begin, l)
		if p != nil {
			return nil, p, nil
		}
		if len(canonical.String()) > maxConditional {
			return nil, &templates.Problem{Code: "if-size", Args: []any{maxConditional, maxConditionals}}, nil
		}
		grown = grown.add(canonical)
	}
	if len(grown.lines()) > maxConditionals {
		return nil, &templates.Problem{Code: "if-size", Args: []any{maxConditional, maxConditionals}}, nil
	}
	return grown, nil, nil
}

// canonicalLine plays a line from the opponent's turn on and writes its moves
// canonically. Below a "*" nobody knows the board: what stands there is only
// held to the form of moves.
func canonicalLine(r *rules.Record, l line) (line, *templates.Problem) {
	var out line
	known := true
	for _, p := range l {
		known = known && p.on != anyTurn
		for _, text := range []*string{&p.on, &p.answer} {
			if *text == anyTurn {
				continue
			}
			if !known {
				if !looksLike(r.Game(), *text) {
					return nil, &templates.Problem{Code: "if-form", Args: []any{*text}}
				}
				continue
			}
			next, problem := playWholeTurn(r, *text)
			if problem != nil {
				return nil, problem
			}
			*text = turnText(next, r.Len())
			r = next
		}
		out = append(out, p)
	}
	return out, nil
}

// listConditionals adds the writer's lines to the answer, if they were asked
// for, or given and still stand.
func (s *session) listConditionals(t *table) error {
	if !t.listed {
		return nil
	}
	lines, err := s.treeOf(t, t.me)
	if err != nil {
		return err
	}
	if len(lines) == 0 && len(t.news[t.me]) > 0 {
		return nil // what became of them is told
	}
	s.reply(s.player).about(t).add(&templates.Conditionals{
		Game: t.game.ID, Title: t.rules.Title, Opponent: t.player(t.me.Opponent()).Name, Lines: lines.texts(),
	})
	return nil
}
