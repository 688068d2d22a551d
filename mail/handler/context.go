package handler

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
	"turnpost/rules"
)

// understand finds what the lines of a message mean: step three. It gathers what is known
// about the message, its writer and the games that it names; Classify, which is pure, does
// the rest. The lines of a stranger's message, and of one that is too large, mean nothing.
func (a *answer) understand() ([]command.Intent, error) {
	if a.writer.Stranger || a.in.TooLarge && a.writer.Confirming == nil {
		return nil, nil
	}
	p, err := a.player()
	if err != nil {
		return nil, err
	}
	a.lang = p.Lang
	ctx := command.Context{
		Lang: p.Lang, Proven: a.writer.Proven, First: a.writer.First, Most: command.Most,
		Confirming: a.writer.Confirming != nil,
		Reply:      a.writer.ReplyToken.Secret != "", Game: a.writer.ReplyToken.Game, Asks: a.writer.ReplyToken.Asks,
		Claimed: a.writer.Claimed, Automatic: a.message.Bulk != "" || a.message.Away,
	}
	if !ctx.Proven && !ctx.Confirming { // no more is quarantined
		a.message.Shorten(mail.BriefOwn)
		ctx.Most = maxQuarantinedLines + 1
	}
	l, reader := a.message, a.handler.reader
	lines := reader.ReadAll(l.Lines, p.Lang)
	ctx.Old, ctx.Unwrapped, ctx.Ticked, ctx.Unread = l.Doubtful, l.Unwrapped, l.Ticked, l.Unread
	ctx.LeftOut = l.LeftOut
	if !isOurSubject(l.Subject) && l.Subject != "" {
		ctx.Subject = reader.ReadAll([]string{l.Subject}, p.Lang)
	}
	named := slices.Concat(lines, ctx.Subject)
	switch {
	case ctx.Confirming:
	case a.writer.ReplyToken.Quarantine != 0:
		ctx.Quarantine, err = a.askedQuarantine()
		for _, q := range ctx.Quarantine.Waiting {
			named = append(named, reader.ReadAll(q.Lines, p.Lang)...)
		}
	case ctx.Proven:
		if ctx.Leaving, err = a.askedConfirmation(p, lines); err != nil {
			return nil, err
		}
		ctx.Questions, err = a.askedLines()
		for _, q := range ctx.Questions {
			named = append(named, q.Line)
		}
	}
	if err == nil {
		err = a.addGames(&ctx, command.Numbers(named))
	}
	if err != nil {
		return nil, err
	}
	var failed error // of what was looked up
	a.addLookUps(&ctx, &failed)
	intents := reader.Classify(lines, ctx)
	if failed != nil || understood(intents) {
		return intents, failed
	}
	var html *mail.HTMLText
	if ctx.Proven || ctx.Confirming {
		html = l.HTML()
	}
	if html != nil {
		in := ctx
		in.Old, in.Unwrapped, in.Ticked, in.OnlyHTML = html.Doubtful, true, html.Ticked, !html.Same
		lines := reader.ReadAll(html.Lines, p.Lang)
		if err := a.addNumbers(&in, command.Numbers(lines)); err != nil {
			return nil, err
		}
		if shown := reader.Classify(lines, in); failed != nil || understood(shown) {
			l.Lines, l.Doubtful, l.Unwrapped = html.Lines, html.Doubtful, true
			return shown, failed
		}
	}
	if ctx.Proven && ctx.Reply {
		if ctx.Quoted, ctx.OurSubject, err = a.linesElsewhere(); err != nil {
			return nil, err
		}
		if len(ctx.Quoted)+len(ctx.OurSubject) > 0 {
			intents = reader.Classify(lines, ctx)
		}
	}
	return intents, failed
}

// askedConfirmation returns what the writer was asked to confirm. Whether that is about a tournament
// is only looked for if a yes or no may answer it.
func (a *answer) askedConfirmation(p db.Player, lines []command.Line) (mail.Question, error) {
	bare := func(l command.Line) bool { return l.Game == 0 && (l.Do == command.Yes{} || l.Do == command.No{}) }
	if p.Asked != "" || a.writer.ReplyToken.Game != 0 || !slices.ContainsFunc(lines, bare) {
		return mail.Question(p.Asked), nil
	}
	if asked, err := tournament.IsAsked(a.tx, p.ID); !asked || err != nil {
		return mail.AsksUnknown, err
	}
	return mail.AsksLeave, nil
}

// linesElsewhere returns the lines of the quote and the words of the subject that are not of the message
// that is answered.
func (a *answer) linesElsewhere() (quoted, subject []command.Line, err error) {
	out, err := a.tx.DB.MessageByMessageID(a.parentID())
	if errors.Is(err, db.ErrNotFound) {
		out, err = a.tx.DB.MessageWith(a.writer.ReplyToken.String())
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && (out.Player != a.writer.Player || len(out.Raw) == 0) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	ours, err := mail.ReadHead(out.Raw)
	if err != nil {
		return nil, nil, err
	}
	lines := a.message.Quoted
	if len(lines) == 0 {
		lines = a.message.HTMLQuoted()
	}
	reader := a.handler.reader
	if len(lines) > 0 {
		quoted = reader.ReadAll(mail.Unknown(lines, out.Raw), a.lang)
	}
	if added := addedTo(a.message.Subject, ours.Subject); isOurSubject(a.message.Subject) && len(added) > 0 {
		subject = reader.ReadAll(added, a.lang)
	}
	return quoted, subject, nil
}

// addedTo returns what was added to a subject of ours, before or behind it, or in its place.
func addedTo(subject, ours string) (added []string) {
	own := func(s string) string { return strings.TrimSpace(replyMark.ReplaceAllString(s, "")) }
	for _, part := range strings.Split(own(subject), own(ours)) {
		part = strings.Trim(replyMarkBehind.ReplaceAllString(part, ""), " -–—|()[]:,;")
		if part != "" && !strings.Contains(part, "#") {
			added = append(added, part)
		}
	}
	return added
}

// replyMarks are what mail programs put in front of the subject of a reply.
const replyMarks = `(re|aw|antw|sv|rif|r|ref|tr|fw|fwd|wg|i)\s?:)+`

var (
	replyMark       = regexp.MustCompile(`(?i)^(\s*` + replyMarks)
	replyMarkBehind = regexp.MustCompile(`(?i)(\s` + replyMarks + `\s*$`)
)

// addGames adds to a context what is known about the game at hand, about the numbers that
// lines name, and which games the writer has under way.
func (a *answer) addGames(ctx *command.Context, numbers []int64) error {
	ctx.Games = map[int64]command.GameOrInvitation{}
	if ctx.Game != 0 {
		numbers = append(numbers, ctx.Game)
	}
	atHand := a.ordersAtHand()
	if err := a.addNumbers(ctx, numbers); err != nil {
		return err
	}
	if o := atHand; o != nil {
		ctx.Board = a.boardOf(o.game)
	}
	asked, err := a.puzzleAtHand()
	if err != nil {
		return err
	}
	if asked != nil {
		ctx.Puzzle = &command.PuzzleAtHand{}
		if asked.Puzzle != nil {
			*ctx.Puzzle = command.PuzzleAtHand{Game: asked.Rules, Position: asked.Position}
		}
	}
	running, err := a.runningGames()
	if err != nil {
		return err
	}
	for _, g := range running {
		for _, r := range a.rulesOn(g.Rules, g.Terms) {
			offered := g.Offer != db.NoOffer && g.OfferBy != a.writer.Player
			ctx.UnderWay = append(ctx.UnderWay, command.RunningGame{ID: g.ID, Rules: r, Offered: offered})
		}
	}
	return nil
}

// addLookUps adds to a context what is read of the database only for lines that need it. What
// cannot be read is noted in failed.
func (a *answer) addLookUps(ctx *command.Context, failed *error) {
	me := a.writer.Player
	ctx.Open = func(id int64) *command.GameAtHand {
		// The row and the plies are read one after the other, so no play may run beside this.
		if err := a.tx.DB.Whole(); err != nil {
			*failed = errors.Join(*failed, err)
			return nil
		}
		running, err := a.runningGames()
		i := slices.IndexFunc(running, func(g db.Game) bool { return g.ID == id })
		if err != nil || i < 0 {
			*failed = errors.Join(*failed, err)
			return nil
		}
		game, err := a.tx.Open(running[i])
		if err != nil {
			*failed = errors.Join(*failed, err)
			return nil
		}
		return a.boardOf(game)
	}
	ctx.Resigned = func() (ids []int64) {
		resigned, err := club.Resigned(a.tx, me)
		*failed = errors.Join(*failed, err)
		for _, g := range resigned {
			ids = append(ids, g.ID)
		}
		return ids
	}
	ctx.Invitations = func(received bool) (ids []int64) {
		open, err := a.tx.DB.OpenInvitations(me)
		*failed = errors.Join(*failed, err)
		for _, i := range open {
			if (i.Invitee == me) == received {
				ids = append(ids, i.ID)
			}
		}
		return ids
	}
}

// wordsAfterwards is for how long after the end of a game words alone go to the opponent.
const wordsAfterwards = 7 * day

// boardOf returns the board of a game of the writer.
func (a *answer) boardOf(game *club.Game) *command.GameAtHand {
	me := game.Side(a.writer.Player)
	t := game.Try(me, a.seenBoard())
	board := &command.GameAtHand{
		Record: t.Record, Mine: t.Turn() == me, Numbered: t.Numbered(), Stale: t.Stale(), Over: game.Over(),
		Since:  game.Row.TurnAt.Unix() > a.parentTime(),
		Lately: game.Row.Over() && a.tx.Now().Before(game.Row.EndedAt.Add(wordsAfterwards)),
	}
	if opponent := game.Opponent(me); club.BotLevelOf(opponent) == 0 {
		board.Opponent = opponent.Name
	}
	return board
}

// addNumbers adds to a context what is known about the games and invitations of some numbers.
func (a *answer) addNumbers(ctx *command.Context, numbers []int64) error {
	for _, id := range numbers {
		if _, ok := ctx.Games[id]; ok {
			continue
		}
		state, err := a.gameOrInvitation(id)
		if err != nil {
			return err
		}
		ctx.Games[id] = state
	}
	return nil
}

// gameOrInvitation returns what is known about a game or invitation.
func (a *answer) gameOrInvitation(id int64) (s command.GameOrInvitation, err error) {
	if a.isLostGame(id) {
		return s, nil
	}
	me := a.writer.Player
	g, err := a.gameRow(id)
	if err == nil {
		if (!g.Over() || g.Retractable()) && g.OfferBy != me && (g.Black == me || g.White == me) {
			s.Offer = mail.Question(g.Offer)
		}
		s.Yours = g.Black == me || g.White == me
		s.Rules = a.rulesOn(g.Rules, g.Terms)
		return s, nil
	}
	if !errors.Is(err, db.ErrNotFound) {
		return s, err
	}
	if i, err := a.tx.DB.Invitation(id); err == nil {
		s.Rules = a.rulesOn(i.Rules, i.Terms)
	}
	i, err := a.invitation(id, me)
	if s.Yours = i != nil; err != nil || i == nil || i.State != db.InvitationOpen {
		return s, err
	}
	refusal, err := club.Refused(club.Answerable(*i, me, true))
	s.Invited = err == nil && refusal == nil
	s.Begins = s.Invited && i.Invitee == me && len(s.Rules) > 0 && club.SideIn(*i, me) == s.Rules[0].First()
	return s, err
}

// gameRow returns the row of a game.
func (a *answer) gameRow(id int64) (db.Game, error) {
	if o := a.findOrders(id); o != nil {
		return o.game.Row, nil
	}
	return a.tx.DB.Game(id)
}

// rulesOn returns the rules of that name as a game begins on some terms, or none.
func (a *answer) rulesOn(name, terms string) []rules.Game {
	g, err := a.handler.Club.RulesOn(name, terms)
	if err != nil {
		return nil
	}
	return []rules.Game{g}
}

// wants returns the lines by which a message wants something done, or may want it.
func wants(intents []command.Intent) (lines []command.Line) {
	for _, in := range intents {
		switch in.(type) {
		case command.Do, command.Answer, command.Ask, command.NeedsProof:
			line, _ := command.LineOf(in)
			lines = append(lines, line)
		}
	}
	return lines
}

// maxRefers is how many of the ids that a message refers to are looked up. A message without a
// reply token refers to fewer.
const maxRefers = 20

// answersOthers reports whether a message without a reply token answers anything but mail of
// ours or the writer's own to us: its fields name another message, or something that is no
// message, or its text quotes another writer. It does not apply to writers who were never
// proven: they have nothing here that such a message could harm.
func (i *writerSearch) answersOthers(p db.Player) (bool, error) {
	message := i.message
	if p.WroteAt.IsZero() {
		return false, nil
	}
	// If mail to tagged addresses reaches the server, a reply to a message of ours has its
	// token in To. Otherwise a smarthost that replaces Message-IDs leaves only the quote.
	if !i.handler.identity.Plus && message.Quotes == mail.QuoteOfOurs {
		return false, nil
	}
	if message.RefersUnclear || len(message.Refers) > maxRefers {
		return true, nil
	}
	for _, id := range message.Refers {
		if known, err := i.knowsMessage(p.ID, id); err != nil || !known {
			return true, err
		}
	}
	return message.Quotes == mail.QuoteOfOther && len(message.Lines) > 0 && !quotesOwn(message), nil
}

// knowsMessage reports whether a message was sent by us to a player, or certainly by the player to us:
// anybody can send an unproven message in the player's name, with the id of another.
func (i *writerSearch) knowsMessage(player int64, messageID string) (bool, error) {
	if wrote, err := i.tx.DB.CameBefore(messageID, player, i.in.ID); err != nil || wrote {
		return wrote, err
	}
	out, err := i.tx.DB.MessageByMessageID(messageID)
	if errors.Is(err, db.ErrNotFound) {
		return false, nil
	}
	return err == nil && out.Player == player, err
}

// quotesOwn reports whether a message that answers an own one of its writer's quotes that:
// the only address above the quote is the writer's.
func quotesOwn(message *mail.Message) bool {
	from := strings.ToLower(message.QuotesFrom)
	return len(message.Refers) > 0 && strings.Count(from, "@") == 1 &&
		strings.Contains(from, strings.ToLower(message.From[0].Addr))
}
