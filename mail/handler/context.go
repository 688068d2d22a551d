package handler

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail"
	"turnpost/mail/club"
	"turnpost/mail/club/tournament"
	"turnpost/mail/command"
)

// understand finds what the lines of a message mean: step three. It gathers what is known
// about the message, its writer and the games that it names; Classify, which is pure, does
// the rest. The lines of a stranger's message, and of one that is too large, mean nothing.
func (f *facts) understand() ([]command.Intent, error) {
	if f.writer.Stranger || f.in.TooLarge && f.writer.Confirming == nil {
		return nil, nil
	}
	p, err := f.player()
	if err != nil {
		return nil, err
	}
	f.lang = p.Lang
	ctx := command.Context{
		Lang: p.Lang, Proven: f.writer.Proven, First: f.writer.First, Most: command.Most,
		Confirming: f.writer.Confirming != nil,
		Reply:      f.writer.ReplyToken.Secret != "", Game: f.writer.ReplyToken.Game, Asks: f.writer.ReplyToken.Asks,
		Claimed: f.writer.Claimed, Automatic: f.message.Bulk != "" || f.message.Away,
	}
	if !ctx.Proven && !ctx.Confirming { // no more is quarantined
		f.message.Shorten(mail.BriefOwn)
		ctx.Most = maxQuarantinedLines + 1
	}
	l, reader := f.message, f.handler.reader
	lines := reader.ReadAll(l.Lines, p.Lang)
	ctx.Old, ctx.Unwrapped, ctx.Ticked, ctx.Unread = l.Doubtful, l.Unwrapped, l.Ticked, l.Unread
	ctx.LeftOut = l.LeftOut
	if !isOurSubject(l.Subject) && l.Subject != "" {
		ctx.Subject = reader.ReadAll([]string{l.Subject}, p.Lang)
	}
	named := slices.Concat(lines, ctx.Subject)
	switch {
	case ctx.Confirming:
	case f.writer.ReplyToken.Quarantine != 0:
		ctx.Quarantine, err = f.askedQuarantine()
		for _, q := range ctx.Quarantine.Waiting {
			named = append(named, reader.ReadAll(q.Lines, p.Lang)...)
		}
	case ctx.Proven:
		if ctx.Leaving, err = f.askedConfirmation(p, lines); err != nil {
			return nil, err
		}
		ctx.Questions, err = f.askedLines()
		for _, q := range ctx.Questions {
			named = append(named, q.Line)
		}
	}
	if err == nil {
		err = f.addGames(&ctx, command.Numbers(named))
	}
	if err != nil {
		return nil, err
	}
	var failed error // of what was looked up
	f.addLookUps(&ctx, &failed)
	intents := reader.Classify(lines, ctx)
	if failed != nil || wantsAnything(intents) {
		return intents, failed
	}
	var html *mail.HTMLAlternative
	if ctx.Proven || ctx.Confirming {
		html = l.HTML()
	}
	if html != nil {
		in := ctx
		in.Old, in.Unwrapped, in.Ticked, in.OnlyHTML = html.Doubtful, true, html.Ticked, !html.Same
		lines := reader.ReadAll(html.Lines, p.Lang)
		if err := f.addNumbers(&in, command.Numbers(lines)); err != nil {
			return nil, err
		}
		if shown := reader.Classify(lines, in); failed != nil || wantsAnything(shown) {
			l.Lines, l.Doubtful, l.Unwrapped = html.Lines, html.Doubtful, true
			return shown, failed
		}
	}
	if ctx.Proven && ctx.Reply {
		if ctx.Quoted, ctx.OurSubject, err = f.linesElsewhere(); err != nil {
			return nil, err
		}
		if len(ctx.Quoted)+len(ctx.OurSubject) > 0 {
			intents = reader.Classify(lines, ctx)
		}
	}
	return intents, failed
}

// askedConfirmation returns what the writer was asked, about no game. Whether that is about a tournament
// is only looked for if a line may answer it.
func (f *facts) askedConfirmation(p db.Player, lines []command.Line) (mail.Question, error) {
	bare := func(l command.Line) bool {
		switch l.Do.(type) {
		case command.Yes, command.No, command.Accept, command.Decline:
			return l.Game == 0
		}
		return false
	}
	if p.Asked != "" || f.writer.ReplyToken.Game != 0 || !slices.ContainsFunc(lines, bare) {
		return mail.Question(p.Asked), nil
	}
	if asked, err := tournament.IsAsked(f.tx, p.ID); asked || err != nil {
		return mail.AsksLeave, err
	}
	if cups, err := tournaments.GuestOf(f.tx.DB, p.ID); len(cups) > 0 || err != nil {
		return mail.AsksCup, err
	}
	return mail.AsksUnknown, nil
}

// linesElsewhere returns the lines of the quote and the words of the subject that are not of the message
// that is answered.
func (f *facts) linesElsewhere() (quoted, subject []command.Line, err error) {
	out, err := f.tx.DB.MessageByMessageID(f.parentID())
	if errors.Is(err, db.ErrNotFound) {
		out, err = f.tx.DB.MessageWith(f.writer.ReplyToken.String())
	}
	if errors.Is(err, db.ErrNotFound) || err == nil && (out.Player != f.writer.Player || len(out.Raw) == 0) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	ours, err := mail.ReadHead(out.Raw)
	if err != nil {
		return nil, nil, err
	}
	lines := f.message.Quoted
	if len(lines) == 0 {
		lines = f.message.HTMLQuoted()
	}
	reader := f.handler.reader
	if len(lines) > 0 {
		quoted = reader.ReadAll(mail.Unknown(lines, out.Raw), f.lang)
	}
	if added := addedTo(f.message.Subject, ours.Subject); isOurSubject(f.message.Subject) && len(added) > 0 {
		subject = reader.ReadAll(added, f.lang)
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
func (f *facts) addGames(ctx *command.Context, numbers []int64) error {
	ctx.Games = map[int64]command.KnownGame{}
	if ctx.Game != 0 {
		numbers = append(numbers, ctx.Game)
	}
	atHand := f.gameAtHand()
	if err := f.addNumbers(ctx, numbers); err != nil {
		return err
	}
	if atHand != nil {
		ctx.Board = f.boardOf(atHand)
	}
	asked, err := f.puzzleAtHand()
	if err != nil {
		return err
	}
	if asked != nil {
		ctx.Puzzle = &command.PuzzleAtHand{}
		if asked.Puzzle != nil {
			ctx.Puzzle.Record = asked.Record(f.lang)
		}
	}
	running, err := f.runningGames()
	if err != nil {
		return err
	}
	for _, g := range running {
		for _, r := range f.rulesOn(g.Rules, g.Terms) {
			offered := g.Offer != db.NoOffer && g.OfferBy != f.writer.Player
			ctx.UnderWay = append(ctx.UnderWay, command.RunningGame{ID: g.ID, Rules: r, Offered: offered})
		}
	}
	return nil
}

// addLookUps adds to a context what is read of the database only for lines that need it. What
// cannot be read is noted in failed.
func (f *facts) addLookUps(ctx *command.Context, failed *error) {
	me := f.writer.Player
	ctx.Open = func(id int64) *command.GameAtHand {
		// The row and the plies are read one after the other, so no play may run beside this.
		if err := f.tx.DB.Whole(); err != nil {
			*failed = errors.Join(*failed, err)
			return nil
		}
		running, err := f.runningGames()
		i := slices.IndexFunc(running, func(g db.Game) bool { return g.ID == id })
		if err != nil || i < 0 {
			*failed = errors.Join(*failed, err)
			return nil
		}
		game, err := f.tx.Open(running[i])
		if err != nil {
			*failed = errors.Join(*failed, err)
			return nil
		}
		return f.boardOf(game)
	}
	ctx.Resigned = func() (ids []int64) {
		resigned, err := club.Resigned(f.tx, me)
		*failed = errors.Join(*failed, err)
		for _, g := range resigned {
			ids = append(ids, g.ID)
		}
		return ids
	}
	ctx.Called = func(verb command.Verb, name string) bool {
		if verb == command.VerbUnblock {
			blocked, err := club.HasBlocked(f.tx, me, name)
			*failed = errors.Join(*failed, err)
			return blocked
		}
		_, err := club.FindPlayer(f.tx, me, name, db.FindMet)
		refusal, err := club.Refused(err)
		*failed = errors.Join(*failed, err)
		return refusal == nil || refusal.Code == "name-several"
	}
	ctx.Invitations = func(received bool) (ids []int64) {
		open, err := f.tx.DB.OpenInvitations(me)
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
func (f *facts) boardOf(game *club.Game) *command.GameAtHand {
	me := game.Side(f.writer.Player)
	t := game.Try(me, f.seenBoard())
	board := &command.GameAtHand{
		Record: t.Record, Mine: t.Turn() == me, Numbered: t.Numbered(), Stale: t.Stale(), Over: game.Over(),
		Since:  game.Row.TurnAt.Unix() > f.parentTime(),
		Lately: game.Row.Over() && f.tx.Now().Before(game.Row.EndedAt.Add(wordsAfterwards)),
	}
	if opponent := game.Opponent(me); club.BotLevelOf(opponent) == 0 {
		board.Opponent = opponent.Name
	}
	return board
}

// addNumbers adds to a context what is known about the games and invitations of some numbers.
func (f *facts) addNumbers(ctx *command.Context, numbers []int64) error {
	for _, id := range numbers {
		if _, ok := ctx.Games[id]; ok {
			continue
		}
		state, err := f.gameOrInvitation(id)
		if err != nil {
			return err
		}
		ctx.Games[id] = state
	}
	return nil
}

// gameOrInvitation returns what is known about a game or invitation.
func (f *facts) gameOrInvitation(id int64) (s command.KnownGame, err error) {
	if f.isLostGame(id) {
		return s, nil
	}
	me := f.writer.Player
	g, err := f.gameRow(id)
	if err == nil {
		if (!g.Over() || g.Retractable()) && g.OfferBy != me && (g.Black == me || g.White == me) {
			s.Offer = mail.Question(g.Offer)
		}
		s.Yours = g.Black == me || g.White == me
		s.Rules = f.rulesOn(g.Rules, g.Terms)
		return s, nil
	}
	if !errors.Is(err, db.ErrNotFound) {
		return s, err
	}
	if i, err := f.tx.DB.Invitation(id); err == nil {
		s.Rules = f.rulesOn(i.Rules, i.Terms)
	}
	i, err := f.invitation(id, me)
	if s.Yours = i != nil; err != nil || i == nil || i.State != db.InvitationOpen {
		return s, err
	}
	refusal, err := club.Refused(club.Answerable(*i, me, true))
	s.Invited = err == nil && refusal == nil
	s.Begins = s.Invited && i.Invitee == me && len(s.Rules) > 0 && club.SideIn(*i, me) == s.Rules[0].First()
	return s, err
}

// askedLines returns the lines that the writer was asked about, the newest first, up to the
// one whose question this message answers.
func (f *facts) askedLines() (questions []command.AskedLine, err error) {
	waiting, err := f.tx.DB.AskedLines(f.writer.Player)
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var to db.Outgoing
	if id := f.parentID(); id != "" {
		to, err = f.tx.DB.MessageByMessageID(id)
		if err != nil && !errors.Is(err, db.ErrNotFound) {
			return nil, err
		}
	}
	tapped := to.ID == 0 && f.writer.ReplyToken.Asks.Question == mail.AsksLine
	for _, asked := range waiting {
		line := f.handler.reader.ReadAll([]string{asked.Line}, f.lang)[0]
		q := command.AskedLine{ID: asked.ID, Line: line}
		q.Replied = to.Answers == asked.Message && to.Player == f.writer.Player ||
			tapped && line.Game == f.writer.ReplyToken.Game
		if q.Replied {
			last, err := f.lastMessageAbout(line.Game)
			if err != nil {
				return nil, err
			}
			q.Stands = to.ID != 0 && last.ID <= to.ID || tapped && last.Answers == asked.Message
		}
		if questions = append(questions, q); q.Replied {
			break
		}
	}
	return questions, nil
}

// askedQuarantine returns the question about a quarantined message that the writer answers.
func (f *facts) askedQuarantine() (*command.AskedQuarantine, error) {
	asked := command.AskedQuarantine{ID: f.writer.ReplyToken.Quarantine, Shown: f.writer.ReplyToken.Shown}
	waiting, err := f.waitingQuarantines()
	for _, q := range waiting {
		asked.Waiting = append(asked.Waiting,
			command.Quarantined{ID: q.ID, At: q.At, Lines: strings.Split(q.Lines, "\n")})
	}
	return &asked, err
}
