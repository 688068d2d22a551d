package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail"
	"turnpost/mail/auth"
	"turnpost/mail/club/bot"
	"turnpost/mail/handler"
)

// MailReplay answers again the messages that arrived since a backup was made, in the database that
// was made from it. Nothing is sent meanwhile.
//
// Messages are answered one after the other, in the order in which they were answered before
// as far as the replaced database says it, otherwise in the order in which they arrived. The
// clock of the database shows that time, and what falls due between two messages is done in
// steps of a minute, up to the last time at which the server is known to have run.
//
// Invitations and games get their old numbers and sides, messages their old Message-IDs, and
// bots play what they played, as far as the replaced database or the reply tokens of later
// messages say it. Otherwise they follow from the same secrets and seeds.
//
// A message that replies to a game or a ply that is not there waits until it is; what still
// waits at the end is answered as any message is, and reported. Messages that were sent before
// the restore are marked as sent.
type MailReplay struct {
	server *Server
	report *MailReplayReport
	clock  time.Time
	until  time.Time // when the server was last known to run

	messages []pastMessage
	held     []pastMessage
	now      *pastMessage // being answered

	old        bool // the replaced database could be read
	oldIn      map[string]db.Incoming
	oldOut     map[string]db.Outgoing // by Message-ID
	oldInvited []db.Invitation
	oldPlies   map[int64][]db.PlayedPly
	down       []db.ClockPause
	keys       []db.StoredKey
	nonces     map[string][]string // by reply token
	tokens     map[int64][]auth.ReplyToken
	givenIn    *db.Tx
	given      []string                     // the Message-IDs that a transaction has got, up to the at sign
	roots      map[string][]auth.ReplyToken // by the Message-ID of the message that asked for the game
	rooted     map[int64]bool
	highest    int64 // number of an invitation that is known
	first      int64 // the last number in the backup
	newest     int64 // the last message out in the backup
}

// pastMessage is a message to be answered again.
type pastMessage struct {
	mail.PastArrival
	id     string // see mail.Identity
	digest []byte
	hints  handler.QueueHints
}

// MailReplayReport is what a replay did.
type MailReplayReport struct {
	Messages, Moves, Games int // that were brought back
	Until                  time.Time
	Unsent                 int      // messages to players that are sent now
	Lost                   []string // what could not be brought back, in one sentence each
}

// MailReplaySource is what a replay is made from.
type MailReplaySource struct {
	Since    time.Time          // when the backup was made, or earlier
	Messages []mail.PastArrival // in any order
	// Replaced is the database that is replaced; nil if it cannot be read.
	Replaced *db.DB
	Departed []db.Departed // the departures list; the messages by which people left may be erased
}

// tickEvery is how often the schedule looks for what is due in a replay.
const tickEvery = time.Minute

// surely is how long before the last sign of life messages were certainly sent, if no database
// says it. Later ones are sent, perhaps again.
const surely = 10 * time.Minute

// Replay answers the messages of from again. The server must not run. The clock of the
// database is that of the replay afterwards.
func (s *Server) Replay(ctx context.Context, from MailReplaySource) (MailReplayReport, error) {
	r := &MailReplay{server: s, report: &MailReplayReport{}, oldIn: map[string]db.Incoming{},
		oldOut: map[string]db.Outgoing{}, oldPlies: map[int64][]db.PlayedPly{}, nonces: map[string][]string{},
		tokens: map[int64][]auth.ReplyToken{}, roots: map[string][]auth.ReplyToken{}, rooted: map[int64]bool{}}
	s.db.Now = func() time.Time { return r.clock }
	s.db.Expect, s.handler.Notifier.Nonce, s.handler.Vouched = r.expect, r.nonce, r.vouched
	s.handler.Bots.Past = &bot.TurnsBeforeRestore{Plies: r.oldPlies, Shown: r.shown}
	defer func() {
		s.db.Expect, s.handler.Notifier.Nonce, s.handler.Vouched, s.handler.Bots.Past = nil, nil, nil, nil
	}()
	for _, step := range []func(context.Context, MailReplaySource) error{r.begin, r.recall, r.gather, r.run,
		r.compare} {
		if err := step(ctx, from); err != nil {
			return *r.report, err
		}
	}
	r.report.Until = r.until
	return *r.report, nil
}

// begin sets the clock to the time of the backup.
func (r *MailReplay) begin(ctx context.Context, _ MailReplaySource) error {
	r.clock = time.Now() // of this transaction
	return r.server.db.View(ctx, func(tx *db.Tx) (err error) {
		beat, err := tx.LastHeartbeat()
		if err != nil {
			return err
		}
		handled, err := tx.LastHandled()
		if err != nil {
			return err
		}
		if r.clock = beat; handled.After(beat) {
			r.clock = handled
		}
		if r.first, err = tx.LastNumber("invitations"); err != nil {
			return err
		}
		if r.newest, err = tx.LastNumber("outbox"); err != nil {
			return err
		}
		r.report.Games, r.report.Moves, err = tx.PliesIn()
		return err
	})
}

// recall reads the replaced database.
func (r *MailReplay) recall(ctx context.Context, from MailReplaySource) error {
	if from.Replaced == nil {
		return nil
	}
	r.old = true
	err := from.Replaced.View(ctx, func(tx *db.Tx) error {
		in, err := tx.PastIncoming(from.Since)
		if err != nil {
			return err
		}
		for _, m := range in {
			r.oldIn[identityOf(m.MessageID, m.Digest)] = m
			if m.HandledAt.After(r.until) {
				r.until = m.HandledAt
			}
		}
		out, err := tx.PastOutgoing(from.Since)
		if err != nil {
			return err
		}
		for _, m := range out {
			r.oldOut[m.MessageID] = m
			r.noteID(m.MessageID)
		}
		if r.oldInvited, err = tx.PastInvitations(r.first); err != nil {
			return err
		}
		for _, i := range r.oldInvited {
			r.highest = max(r.highest, i.ID)
		}
		games, err := tx.GamesAfter(0, 1<<62, -1)
		if err != nil {
			return err
		}
		for _, g := range games {
			if r.oldPlies[g.ID], err = tx.Plies(g.ID); err != nil {
				return err
			}
		}
		pauses, err := tx.ListPauses(true, -1)
		if err != nil {
			return err
		}
		for _, p := range pauses {
			if p.Player == 0 && p.To.After(from.Since) {
				r.down = append(r.down, p)
			}
		}
		if r.keys, err = tx.AllKeys(); err != nil {
			return err
		}
		beat, err := tx.LastHeartbeat()
		if beat.After(r.until) {
			r.until = beat
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the database that is replaced: %w", err)
	}
	return r.server.db.Update(ctx, func(tx *db.Tx) error { return tx.TakeKeys(r.keys, false) })
}

func identityOf(messageID string, digest []byte) string { return messageID + "\n" + string(digest) }

// gather puts the messages into their order, and notes what they say of numbers and positions.
func (r *MailReplay) gather(ctx context.Context, from MailReplaySource) error {
	seen := map[string]bool{}
	add := func(p mail.PastArrival, id string, digest []byte) {
		if k := identityOf(id, digest); !seen[k] && len(p.Raw) > 0 {
			seen[k] = true
			r.messages = append(r.messages, pastMessage{PastArrival: p, id: id, digest: digest})
		}
	}
	for _, p := range from.Messages {
		id, digest := mail.Identity(p.Raw)
		if in, ok := r.oldIn[identityOf(id, digest)]; ok {
			p.At, p.Filed = in.ArrivedAt, true
			if !in.HandledAt.IsZero() && in.State != db.IncomingNew {
				p.At = in.HandledAt
			}
		}
		add(p, id, digest)
	}
	for _, k := range slices.Sorted(maps.Keys(r.oldIn)) {
		in := r.oldIn[k]
		at := in.ArrivedAt
		if in.State != db.IncomingNew {
			at = in.HandledAt
		}
		if len(in.Raw) == 0 && !seen[k] && in.State != db.IncomingDropped {
			r.lost("message %d of the old database, of %s: its text is erased there, and it is not in the mailbox",
				in.ID, in.ArrivedAt.Format(time.DateTime))
		}
		add(mail.PastArrival{At: at, Filed: true,
			ArrivedMail: mail.ArrivedMail{Mailbox: in.Mailbox, Cursor: in.Cursor, Size: in.Size,
				Raw: in.Raw, TooLarge: in.TooLarge}}, in.MessageID, in.Digest)
	}
	slices.SortStableFunc(r.messages, func(a, b pastMessage) int {
		if c := a.At.Compare(b.At); c != 0 {
			return c
		}
		return int(r.oldIn[identityOf(a.id, a.digest)].ID - r.oldIn[identityOf(b.id, b.digest)].ID)
	})
	replies := map[string]bool{} // by the Message-ID of a message: whether it is a reply in a game
	for _, m := range r.messages {
		replies[m.id] = false
	}
	shown := map[int64]int64{} // the highest ply that a message has answered, by game
	arrived := map[int64]time.Time{}
	for n := range r.messages {
		m := &r.messages[n]
		m.hints = r.server.handler.QueueHints(m.Raw, m.At)
		if m.Filed && m.At.After(r.until) {
			r.until = m.At
		}
		if m.hints.Message == nil {
			continue
		}
		if t := m.hints.ReplyTokens; len(t) > 0 && t[0].Game != 0 {
			replies[m.id] = true
		}
		references := slices.Concat(m.hints.Message.InReplyTo, m.hints.Message.References)
		for _, id := range references {
			r.noteID(id)
		}
		for _, t := range m.hints.ReplyTokens {
			if t.Game == 0 {
				continue
			}
			if !slices.ContainsFunc(r.tokens[t.Game], func(o auth.ReplyToken) bool { return o.Secret == t.Secret }) {
				r.tokens[t.Game] = append(r.tokens[t.Game], t)
			}
			// A reply to a later ply shows that the message which brought it there was answered.
			if t.Ply > shown[t.Game] && arrived[t.Game].After(r.until) {
				r.until = arrived[t.Game]
			}
			shown[t.Game] = max(shown[t.Game], t.Ply)
		}
		for _, t := range m.hints.ReplyTokens {
			arrived[t.Game] = m.At
			if t.Game <= r.first || r.rooted[t.Game] {
				continue
			}
			// Our first message of a thread refers to the message that asked for it.
			for _, id := range references {
				if reply, known := replies[id]; known && !reply {
					r.roots[id], r.rooted[t.Game] = append(r.roots[id], t), true
					break
				}
			}
		}
	}
	for id := range r.roots {
		slices.SortFunc(r.roots[id], func(a, b auth.ReplyToken) int { return int(a.Game - b.Game) })
	}
	return nil
}

// noteID notes a Message-ID of ours.
func (r *MailReplay) noteID(id string) {
	i := strings.LastIndexByte(id, '@')
	j := strings.LastIndexByte(id[:max(0, i)], '.')
	if j <= 0 {
		return
	}
	token, nonce := id[:j], id[j+1:i]
	if _, ours := auth.ParseReplyToken(token); ours && !slices.Contains(r.nonces[token], nonce) {
		r.nonces[token] = append(r.nonces[token], nonce)
	}
}

// lost reports what could not be brought back.
func (r *MailReplay) lost(format string, args ...any) {
	r.report.Lost = append(r.report.Lost, fmt.Sprintf(format, args...))
}

// run answers all messages, with what falls due between them.
func (r *MailReplay) run(ctx context.Context, from MailReplaySource) error {
	departed := slices.Clone(from.Departed)
	slices.SortStableFunc(departed, func(a, b db.Departed) int { return a.At.Compare(b.At) })
	if r.clock.IsZero() && len(r.messages) > 0 { // an empty backup
		r.clock = r.messages[0].At
	}
	if err := r.settle(ctx); err != nil {
		return err
	}
	for _, m := range r.messages {
		if err := r.advance(ctx, m.At); err != nil {
			return err
		}
		// A message may say the same, so it comes first. Stops and blocks are compared at the end.
		for len(departed) > 0 && departed[0].At.Before(r.clock.Add(-2*tickEvery)) {
			if e := departed[0]; e.Kind == db.DepartedForget {
				if _, err := r.server.RepeatDeparted(ctx, []db.Departed{e}); err != nil {
					return err
				}
			}
			departed = departed[1:]
		}
		if err := r.bring(ctx, m); err != nil {
			return err
		}
	}
	if err := r.advance(ctx, r.until); err != nil {
		return err
	}
	held := r.held
	r.held = nil
	for _, m := range held {
		r.lost("the message %s of %s replies to something that is not there: game #%d, ply %d", m.id,
			m.At.UTC().Format(time.DateTime), r.tokenOf(m).Game, r.tokenOf(m).Ply)
		if err := r.answer(ctx, m); err != nil {
			return err
		}
	}
	if err := r.analyse(ctx); err != nil {
		return err
	}
	if _, err := r.server.RepeatDeparted(ctx, from.Departed); err != nil {
		return err
	}
	if len(r.keys) == 0 {
		return nil
	}
	return r.server.db.Update(ctx, func(tx *db.Tx) error { return tx.TakeKeys(r.keys, true) })
}

// advance lets the time pass up to a moment, as far as the server ran.
func (r *MailReplay) advance(ctx context.Context, to time.Time) error {
	for !r.clock.Add(tickEvery).After(to) && !r.clock.Add(tickEvery).After(r.until) {
		r.clock = r.clock.Add(tickEvery)
		if i := slices.IndexFunc(r.down, func(p db.ClockPause) bool {
			return p.From.Before(r.clock) && p.To.After(r.clock)
		}); i >= 0 {
			r.clock = r.down[i].To // the next heartbeat finds the gap
			continue
		}
		if err := r.tick(ctx); err != nil {
			return err
		}
	}
	if to.After(r.clock) {
		r.clock = to
		if !to.After(r.until) {
			return r.tick(ctx)
		}
	}
	return nil
}

// tick does what is due now.
func (r *MailReplay) tick(ctx context.Context) error {
	for {
		worked, err := r.server.Tick(ctx)
		if err != nil && (ctx.Err() != nil || db.Transient(err)) {
			return err
		}
		if err != nil {
			r.lost("at %s: %v", r.clock.Format(time.DateTime), err)
		}
		if !worked {
			return nil
		}
		if err := r.settle(ctx); err != nil {
			return err
		}
	}
}

// tokenOf returns the reply token that says to which game a message replies; zero if none does.
func (r *MailReplay) tokenOf(m pastMessage) auth.ReplyToken {
	for _, t := range m.hints.ReplyTokens {
		if t.Game != 0 {
			return t
		}
	}
	return auth.ReplyToken{}
}

// ahead reports whether a message replies to what is not there yet.
func (r *MailReplay) ahead(ctx context.Context, m pastMessage) (yes bool, err error) {
	t := r.tokenOf(m)
	if t.Game == 0 {
		return false, nil
	}
	err = r.server.db.View(ctx, func(tx *db.Tx) error {
		g, err := tx.Game(t.Game)
		if errors.Is(err, db.ErrNotFound) {
			if _, err = tx.Invitation(t.Game); errors.Is(err, db.ErrNotFound) {
				yes, err = true, nil
				return nil
			}
			yes = t.Ply > 0
			return err
		}
		yes = t.Ply > int64(g.Plies) && !g.Over() && g.Undone == 0
		return err
	})
	return yes, err
}

// bring answers a message, or holds it back, and then those that waited for it.
func (r *MailReplay) bring(ctx context.Context, m pastMessage) error {
	ahead, err := r.ahead(ctx, m)
	if err != nil {
		return err
	}
	if ahead {
		r.held = append(r.held, m)
		return nil
	}
	if err := r.answer(ctx, m); err != nil {
		return err
	}
	for {
		n := -1
		for k, waiting := range r.held {
			if ahead, err := r.ahead(ctx, waiting); err != nil {
				return err
			} else if !ahead {
				n = k
				break
			}
		}
		if n < 0 {
			return nil
		}
		next := r.held[n]
		r.held = slices.Delete(r.held, n, n+1)
		if err := r.answer(ctx, next); err != nil {
			return err
		}
	}
}

// answer has a message answered.
func (r *MailReplay) answer(ctx context.Context, m pastMessage) error {
	r.now = &m
	defer func() { r.now = nil }()
	known := false
	if err := r.server.db.View(ctx, func(tx *db.Tx) (err error) {
		known, _, err = tx.KnownIncoming(m.id, m.digest)
		return err
	}); err != nil || known {
		return err
	}
	if err := r.server.Keep(ctx, m.ArrivedMail); err != nil {
		return err
	}
	r.report.Messages++
	return r.settle(ctx)
}

// settle answers what waits, plays the bots' turns, and marks what was sent before.
func (r *MailReplay) settle(ctx context.Context) error {
	for failures := 0; ; {
		answered, err := r.server.AnswerNext(ctx)
		if err == nil && !answered {
			answered, _, err = r.server.PlayBotTurn(ctx)
		}
		if err != nil {
			if failures++; ctx.Err() != nil || db.Transient(err) || failures > 100 {
				return err
			}
			r.lost("at %s: %v", r.clock.Format(time.DateTime), err)
			continue
		}
		if !answered {
			return r.markTold(ctx)
		}
	}
}

// markTold marks waiting messages that were sent before.
func (r *MailReplay) markTold(ctx context.Context) error {
	return r.server.db.Update(ctx, func(tx *db.Tx) error {
		waiting, err := tx.Outgoing(db.OutgoingQueued)
		if err != nil {
			return err
		}
		for _, o := range waiting {
			switch old, told := r.told(o); {
			case !told:
			case old.State == db.OutgoingRefused:
				err = tx.RefuseTold(o.ID, old.Remark)
			default:
				_, err = tx.MarkSent(o.ID)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// told reports whether a message was sent or refused before the restore. old is what the
// replaced database says of it.
func (r *MailReplay) told(o db.Outgoing) (old db.Outgoing, told bool) {
	if r.old {
		if old, known := r.oldOut[o.MessageID]; known {
			return old, old.State != db.OutgoingQueued
		}
		// A digest or reminder may have been written a minute earlier, which its token says.
		for _, old := range r.oldOut {
			if old.Player == o.Player && old.Thread == o.Thread && old.Kind == o.Kind &&
				old.CreatedAt.Sub(o.CreatedAt).Abs() < 2*tickEvery {
				return old, old.State != db.OutgoingQueued
			}
		}
		return old, o.Thread <= 0 && o.Answers == 0 && !o.CreatedAt.After(r.until)
	}
	return old, o.CreatedAt.Before(r.until.Add(-surely))
}

// analyse analyses games that ended, whose players have read the result.
func (r *MailReplay) analyse(ctx context.Context) error {
	for {
		more, err := r.server.AnalyseNext(ctx)
		if err != nil && (ctx.Err() != nil || db.Transient(err)) {
			return err
		}
		if err != nil {
			r.lost("the analysis of a game: %v", err)
		}
		if !more {
			return r.markTold(ctx)
		}
	}
}

// expect returns what is known of an invitation that is about to be made.
func (r *MailReplay) expect(tx *db.Tx, i db.Invitation) (known db.Invitation, err error) {
	free := func(id int64) bool {
		if err == nil {
			_, err = tx.Invitation(id)
		}
		yes := errors.Is(err, db.ErrNotFound)
		if yes {
			err = nil
		}
		return yes
	}
	for _, old := range r.oldInvited {
		if old.Rules == i.Rules && old.Challenger == i.Challenger && (i.Invitee == 0 || old.Invitee == i.Invitee) &&
			old.CreatedAt.Sub(tx.Now).Abs() < 2*tickEvery && free(old.ID) {
			return db.Invitation{ID: old.ID, Generation: old.Generation, Side: old.Side}, err
		}
		if err != nil {
			return known, err
		}
	}
	if r.now != nil {
		keys, err := tx.Keys()
		if err != nil {
			return known, err
		}
		for _, t := range r.roots[r.now.id] {
			ours := t.Verify(keys, i.Challenger, 0) || i.Invitee != 0 && t.Verify(keys, i.Invitee, 0)
			if ours && free(t.Game) {
				return db.Invitation{ID: t.Game}, err
			}
		}
	}
	id := r.first + 1
	for r.old && id <= r.highest || r.rooted[id] || !free(id) {
		if id++; err != nil {
			return known, err
		}
	}
	return db.Invitation{ID: id}, err
}

// nonce returns what made a Message-ID unique.
func (r *MailReplay) nonce(tx *db.Tx, token string) (string, error) {
	if r.givenIn != tx { // a transaction that is tried again begins without any
		r.givenIn, r.given = tx, nil
	}
	for _, nonce := range r.nonces[token] {
		local := token + "." + nonce
		if slices.Contains(r.given, local) {
			continue
		}
		if there, err := tx.HasMessage(local); err != nil {
			return "", err
		} else if !there {
			r.given = append(r.given, local)
			return nonce, nil
		}
	}
	return "", nil
}

// vouched returns what a signature proved.
func (r *MailReplay) vouched(in db.Incoming) (string, bool) {
	old, ok := r.oldIn[identityOf(in.MessageID, in.Digest)]
	return old.Vouched, ok && old.State != db.IncomingNew
}

// shown returns up to which ply somebody has replied in a game, and what tells whether such a
// reply may have been to a position. Only reply tokens that we made for its players count.
func (r *MailReplay) shown(game int64) (shown bot.AnsweredPositions, err error) {
	err = r.server.db.View(context.Background(), func(tx *db.Tx) error {
		g, err := tx.Game(game)
		if errors.Is(err, db.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		keys, err := tx.Keys()
		for _, t := range r.tokens[game] {
			if t.Ply > 0 &&
				(t.Verify(keys, g.Black, g.Undone, g.Generation) || t.Verify(keys, g.White, g.Undone, g.Generation)) {
				shown = append(shown, bot.PositionBeforeRestore{Ply: int(t.Ply), Shows: t.Shows})
			}
		}
		return err
	})
	return shown, err
}

// compare counts what was brought back, and compares it with the replaced database.
func (r *MailReplay) compare(ctx context.Context, _ MailReplaySource) error {
	return r.server.db.View(ctx, func(tx *db.Tx) error {
		games, plies, err := tx.PliesIn()
		if err != nil {
			return err
		}
		r.report.Games, r.report.Moves = games-r.report.Games, plies-r.report.Moves
		waiting, err := tx.Outgoing(db.OutgoingQueued)
		if err != nil {
			return err
		}
		r.report.Unsent = len(waiting)
		for _, id := range slices.Sorted(maps.Keys(r.oldPlies)) {
			plies, err := tx.Plies(id)
			if err != nil {
				return err
			}
			old, same := r.oldPlies[id], 0
			for same < len(old) && same < len(plies) && old[same].Move == plies[same].Move {
				same++
			}
			if same < len(old) {
				r.lost("game #%d: %d of its %d plies", id, len(old)-same, len(old))
			}
		}
		return nil
	})
}
