package handler_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"turnpost/db"
	"turnpost/rules"
	"turnpost/rules/all"
)

// people write; dora is only invited now and then, and answers seldom.
// Their domain stands in none of our examples.
var people = []string{"ada@club.example", "bob@club.example", "carol@club.example", "dora@club.example"}

// mallory has no letters of his own, only those of others.
const mallory = "mallory@club.example"

// pick is one of several at random.
func pick[T any](rng *rand.Rand, from ...T) T { return from[rng.IntN(len(from))] }

// chatter is what people write after a verb, right and wrong. Challenges name
// their side: a side drawn at random would differ when a seed is played again.
var chatter = []struct {
	weight int
	verb   string
	args   []string
}{
	{4, "preview", []string{"MOVE", "MOVE MOVE", "", "zz9"}},
	{14, "if", []string{"THEIRS then ANSWER", "* then MOVE", "THEIRS then ANSWER, if * then MOVE", "THEIRS then ANSWER; if * then MOVE", "", "off", "off 2", "MOVE", "THEIRS then zz9"}},
	{5, "draw", []string{"", "please?"}},
	{5, "undo", []string{"", "."}},
	{6, "yes", []string{"", "!", "#GAME"}},
	{3, "no", []string{"", "#GAME", "thanks"}},
	{2, "resign", []string{"", "?", "#GAME"}},
	{12, "challenge", []string{"SOMEBODY RULES as SIDE PACE", "SOMEBODY RULES as SIDE PACE unrated", "anyone RULES as SIDE PACE", "SOMEBODY", "SOMEBODY halma as black", "nobody RULES as SIDE", "", "SOMEBODY RULES as SIDE pace 0d", "games@turnpost.example RULES as SIDE"}},
	{12, "accept", []string{"", "#GAME", "#GAME", "yourself"}},
	{2, "decline", []string{"", "#GAME"}},
	{2, "withdraw", []string{"", "#GAME"}},
	{5, "rematch", []string{"", "#GAME", "#GAME"}},
	{1, "mute", []string{"", "SOMEBODY", "#GAME", "the phone"}},
	{1, "unmute", []string{"", "SOMEBODY", "#GAME"}},
	{1, "block", []string{"", "SOMEBODY", "the road"}},
	{3, "board", []string{"", "unicode", "ascii", "#GAME", "wooden"}},
	{2, "history", []string{"", "#GAME"}},
	{2, "export", []string{"", "#GAME"}},
	{3, "games", []string{"", "open", "closed"}},
	{2, "standings", []string{"", "RULES", "halma"}},
	{3, "player", []string{"", "me", "Ada", "Bob", "SOMEBODY", "Nobody"}},
	{1, "rules", []string{"", "RULES", "halma"}},
	{1, "help", []string{"", "if", "RULES", "halma"}},
	{6, "say", []string{"WORDS", "", "WORDS\nand more of it"}},
	{6, "note", []string{"SECRET", "", "SECRET\nSECRET"}},
	{2, "notes", []string{"", "#GAME"}},
	{2, "publish", []string{"notes", "", "#GAME"}},
	{2, "name", []string{"", "Ada", "Bob <b>", "X Æ|12"}},
	{1, "lang", []string{"", "en", "fr", "xx"}},
	{3, "timezone", []string{"", "Europe/Rome", "America/New_York", "Pacific/Kiritimati", "UTC", "Atlantis"}},
	{6, "digest", []string{"", "daily", "daily 07:30", "weekly monday 19:00", "weekly", "now", "off", "daily 25:00"}},
	{4, "letters", []string{"", "every", "every", "mine", "digest", "none"}},
	{4, "vacation", []string{"", "tomorrow to DAY", "today to DAY", "DAY to DAY", "off", "off", "was great"}},
	{2, "settings", []string{""}},
	{1, "stop", []string{"", "it"}},
	{1, "forget", []string{"me", "", "it"}},
	{2, "move", []string{"MOVE", ""}},
}

// write makes somebody's mail, and says what it is.
func (c *conversation) write() (*sheet, string) {
	if c.rng.IntN(5) < 3 {
		if p := c.sense(); p != nil && (!c.silent[p.From] || c.rng.IntN(2) == 0) {
			return c.seal(*p, "sense")
		}
	}
	from := people[min(c.rng.IntN(14)/4, 3)]
	p := post{From: from, Proven: true}
	how := "fresh"
	n := c.rng.IntN(100)
	if c.silent[from] && n < 60 { // and should be left so by what is not theirs
		n = 92 + n%7
	}
	switch {
	case n < 55:
		p.Answers, how = c.messageTo(from, true), "reply to the last"
	case n < 75:
		p.Answers, how = c.messageTo(from, false), "reply"
	case n < 92:
	case n < 95:
		p.Proven, how = false, "unproven"
	case n < 97:
		p.Answers, p.Proven, how = c.messageTo(pick(c.rng, people...), false), c.rng.IntN(2) == 0, "with a letter of somebody's"
	case n < 98:
		p.From, p.Proven, how = mallory, false, "with a letter of "+from
		p.Answers = c.messageTo(from, false)
	case n < 99:
		p.Answers, how = c.messageTo(from, true), "out of office"
		p.Header = []string{"Auto-Submitted: auto-replied", "X-Autoreply: yes"}
	default:
		p.Subject, how = c.line(from, nil), "by subject"
	}
	if how != "by subject" {
		var lines []string
		for range 1 + c.rng.IntN(3)*c.rng.IntN(2) {
			lines = append(lines, c.line(from, p.Answers))
		}
		p.Body = strings.Join(lines, "\n")
	}
	return c.seal(p, how)
}

// seal makes a mail of what somebody wrote, and notes what they know by it.
func (c *conversation) seal(p post, how string) (*sheet, string) {
	owner := p.From
	if p.Answers != nil {
		how += fmt.Sprintf(" (%s)", p.Answers.Get("Message-Id"))
		owner = addressOf(*p.Answers)
		p.Proven = p.Proven && owner == p.From
	}
	automatic := len(p.Header) > 0
	c.learn(p.From, p.Body+p.Subject)
	if p.Answers != nil && owner != p.From {
		c.learn(owner, p.From) // who is told of the attempt
	}
	s := &sheet{from: p.From, speaks: !automatic && owner == p.From && (p.Proven || p.Answers != nil)}
	s.raw = c.Raw(p)
	return s, fmt.Sprintf("%s, %s: %s", p.From, how, strings.ReplaceAll(p.Subject+" "+strings.SplitN(p.Body, "\n\nOn Fri", 2)[0], "\n", " / "))
}

// letterTo is a message that somebody has got, or nil.
func (c *conversation) messageTo(address string, last bool) *message {
	box := c.Boxes[address]
	if len(box) == 0 {
		return nil
	}
	if last {
		return &box[len(box)-1-min(len(box)-1, c.rng.IntN(3)*c.rng.IntN(2))]
	}
	return &box[c.rng.IntN(len(box))]
}

func position(g *db.Game) rules.Position {
	r, err := rules.Find(all.Games(), g.Rules)
	if err != nil {
		panic(err)
	}
	p, err := r.ParsePosition(g.Position)
	if err != nil {
		panic(err)
	}
	return p
}

// gameFor is the game that somebody has in mind: that of the message answered,
// or one of their own, by its number.
func (c *conversation) gameFor(from string, answers *message) (g *db.Game, named string) {
	if answers != nil && c.rng.IntN(8) > 0 {
		for i := range c.games {
			if fmt.Sprint(c.games[i].ID) == answers.Get("Turnpost-Game") {
				return &c.games[i], ""
			}
		}
	}
	var own []*db.Game
	for i := range c.games {
		if g := &c.games[i]; !g.Over() && (c.players[g.Black].Address == from || c.players[g.White].Address == from) {
			own = append(own, g)
		}
	}
	if len(own) == 0 {
		return nil, ""
	}
	g = pick(c.rng, own...)
	return g, fmt.Sprintf("#%d ", g.ID)
}

// line is one line of a mail.
func (c *conversation) line(from string, answers *message) string {
	g, named := c.gameFor(from, answers)
	switch n := c.rng.IntN(20); {
	case n < 9 && g != nil:
		return named + c.fill("MOVE", g)
	case n < 10:
		return named + fmt.Sprint(c.rng.IntN(12))
	case n < 11:
		return c.fill(pick(c.rng, "WORDS", "#GAME MOVE", "#GAME", "zz9", "d4", "???", ""), g)
	}
	sum := 0
	for _, v := range chatter {
		sum += v.weight
	}
	n := c.rng.IntN(sum)
	for _, v := range chatter {
		if n -= v.weight; n < 0 {
			return strings.TrimSpace(named + c.fill(v.verb+" "+pick(c.rng, v.args...), g))
		}
	}
	return ""
}

// fill puts something for each word in capitals.
func (c *conversation) fill(text string, g *db.Game) string {
	theirs, answer := c.exchange(g)
	lines := strings.Split(text, "\n")
	for n, line := range lines {
		words := strings.Fields(line)
		for i, w := range words {
			words[i] = strings.NewReplacer(
				"MOVE", c.move(g), "THEIRS", theirs, "ANSWER", answer, "GAME", fmt.Sprint(1+c.rng.IntN(2+c.invitationCount())),
				"SOMEBODY", pick(c.rng, people...), "RULES", pick(c.rng, all.Games()...).Name, "SIDE", pick(c.rng, "black", "white"),
				"PACE", pick(c.rng, "", "pace fast", "pace normal", "pace slow", "pace 2h+1h/5h", "pace 1d+1d/2d weekdays", "pace 1m+0d/1m"),
				"WORDS", pick(c.rng, "Nice to meet you here.", "How are you?", "Well played!"), "SECRET", c.secret(w),
				"DAY", c.Now.AddDate(0, 0, c.rng.IntN(12)).Format("2006-01-02"),
			).Replace(w)
		}
		lines[n] = strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	}
	return strings.Join(lines, "\n")
}

// exchange is a turn of whose turn it is, and one that answers it.
func (c *conversation) exchange(g *db.Game) (theirs, answer string) {
	theirs, answer = "a1", "a2"
	if g == nil {
		return theirs, answer
	}
	p := position(g)
	for _, text := range []*string{&theirs, &answer} {
		var turn []string
		for mover := p.Turn(); p.Turn() == mover && len(p.Legal()) > 0; {
			m := p.Legal()[c.rng.IntN(min(4, len(p.Legal())))] // few, so that some come true
			turn = append(turn, string(m))
			next, err := p.Play(m)
			if err != nil {
				panic(err)
			}
			p = next
		}
		*text = strings.Join(turn, " and ")
	}
	return theirs, answer
}

// secret is a word that only its writer may read again.
func (c *conversation) secret(w string) string {
	if !strings.Contains(w, "SECRET") {
		return ""
	}
	c.words++
	return fmt.Sprintf("hush%dq", c.words)
}

// move is a legal move, mostly, or else a later one or a wrong one.
func (c *conversation) move(g *db.Game) string {
	if g == nil {
		return "d4"
	}
	p := position(g)
	legal := p.Legal()
	if len(legal) == 0 || c.rng.IntN(12) == 0 {
		return pick(c.rng, "a1", "d3-d4", "zz9", "b2-b1", "c3")
	}
	m := legal[c.rng.IntN(len(legal))]
	if c.rng.IntN(2) == 0 {
		m = legal[c.rng.IntN(min(4, len(legal)))]
	}
	if next, err := p.Play(m); err == nil && len(next.Legal()) > 0 && c.rng.IntN(8) == 0 {
		return string(pick(c.rng, next.Legal()...))
	}
	return string(m)
}
