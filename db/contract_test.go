package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/db/dbtest"
)

// contract runs the tests that a database engine must pass. Within one subtest each call of open
// opens the same database again, which is empty at first.
func contract(t *testing.T, open func(t *testing.T) *db.DB) {
	for name, test := range map[string]func(*testing.T, *db.DB){
		"Players":                 testPlayers,
		"SharesOfMailboxes":       testShares,
		"Keys":                    testKeys,
		"OldKeysRetire":           testRetire,
		"OneLetterIsQuarantined":  testHeld,
		"SecondAddresses":         testAddresses,
		"Invitations":             testInvitations,
		"Forgetting":              testForget,
		"ForgettingNew":           testForgetNew,
		"ForgottenInPieces":       testPieces,
		"ForgettingsPutOff":       testPutOffForgetting,
		"WishesOutliveForgetting": testWishes,
		"GamesAndPlies":           testGames,
		"MailIsKeptOnce":          testInbox,
		"StoredMail":              testStoredMail,
		"LettersWaitTheirTurn":    testOutbox,
		"LettersDoNotOvertake":    testOutboxOrder,
		"ClaimsOfOthers":          testClaims,
		"ClaimsOfManyReaders":     testClaimsOfManyReaders,
		"TheMostUrgentGoFirst":    testSending,
		"TheAccountIsPutOff":      testAccount,
		"StrangersAreCounted":     testStrangers,
		"OneAnswerToEachPlayer":   testOneAnswer,
		"ThreadIDs":               testThreadIDs,
		"TalkAndNotes":            testTalk,
		"HeartbeatAndLatest":      testHeartbeat,
		"ErrorsRollBack":          testRollback,
		"WhoIsToldToStopFails":    testStopped,
		"Pauses":                  testPauses,
		"Bounces":                 testBounces,
		"BouncesCount":            testBouncesCount,
		"Repeats":                 testRepeats,
		"LaterClass":              testLaterClass,
		"Clocks":                  testClocks,
		"HeldInvitation":          testHeldInvitation,
		"Notices":                 testNotices,
		"Ratings":                 testRatings,
		"Restraints":              testRestraints,
		"Questions":               testQuestions,
		"Courtesy":                testCourtesy,
		"InvitationsSince":        testInvitationsSince,
		"OldLettersAreEmptied":    testRetention,
		"OldActsAreErased":        testAudit,
		"ViewsCannotWrite":        testView,
		"DaemonsShare":            testDaemons,
		"LettersAreClaimed":       testHolding,
		"LettersAreGivenBack":     testYielding,
		"WhoCannotLeaveWaits":     testLeavingWaits,
		"WritersTakeTurns":        testTurns,
		"Leadership":              testLeadership,
		"PostMortems":             testPostMortems,
		"Puzzles":                 testPuzzles,
		"Follows":                 testFollows,
		"Stray":                   testStray,
		"Calendars":               testCalendars,
		"WritersWaitForEachOther": testWriters,
	} {
		t.Run(name, func(t *testing.T) { t.Parallel(); test(t, open(t)) })
	}
}

func testPlayers(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		p, err := tx.AddPlayer("Ada@Example.ORG", "ada@example.org", "Ada")
		require.NoError(t, err)
		require.True(t, p.WroteAt.IsZero())
		_, err = tx.PlayerByAddress("nobody@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
		require.Equal(t, db.MessagesEvery, p.Messages)
		p.Name, p.WroteAt, p.StoppedAt, p.Asked = "Ada L.", tx.Now, tx.Now, db.LeaveStop
		p.Lang, p.Timezone, p.Board, p.Messages = "fr", "Europe/Rome", db.BoardUnicode, db.MessagesMine
		p.Digest, p.DigestDay, p.DigestMinute, p.DigestDue, p.DigestAt = db.DigestWeekly, time.Friday, 30, tx.Now, tx.Now
		p.OfferedVacation, p.NoAnalysis, p.Public = true, true, true
		require.NoError(t, tx.SavePlayer(p))
		q, err := tx.PlayerByAddress("ada@example.org")
		require.NoError(t, err)
		require.Equal(t, p, q)
		due, err := tx.NextDigest()
		require.NoError(t, err)
		require.Equal(t, p, due)
		require.NoError(t, tx.CountTurn(p.ID, true))
		require.NoError(t, tx.CountTurn(p.ID, false))
		q, err = tx.Player(p.ID)
		require.NoError(t, err)
		require.Equal(t, [2]int{2, 1}, [2]int{q.Turns, q.Late})
		require.NoError(t, tx.Forget(q, "somebody", time.Hour))
		_, err = tx.PlayerByAddress("ada@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
		_, err = tx.AddPlayer("Ada@Example.ORG", "ada@example.org", "Ada")
		require.NoError(t, err, "who was forgotten may come again")
	})
	err := d.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.AddPlayer("ADA@example.org", "ada@example.org", "Ada")
		return err
	})
	require.ErrorIs(t, err, db.ErrExists)
}

func testKeys(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		first, err := tx.Keys()
		require.NoError(t, err)
		require.Len(t, first, 1)
		require.Len(t, first[0], db.KeySize)
		require.NoError(t, tx.AddKey())
		both, err := tx.Keys()
		require.NoError(t, err)
		require.Len(t, both, 2)
		require.Equal(t, first[0], both[1], "the newest comes first")
	})
}

func testInvitations(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, i := invite(t, tx)
		require.Equal(t, fmt.Sprintf("Tug #%d", i.ID), i.Subject)
		require.Equal(t, ada.ID, i.White())
		got, err := tx.Invitation(i.ID)
		require.NoError(t, err)
		require.Equal(t, i, got)
		for _, p := range []db.Player{ada, bob} {
			open, err := tx.OpenInvitations(p.ID)
			require.NoError(t, err)
			require.Equal(t, []db.Invitation{i}, open)
		}
		require.NoError(t, tx.AnswerInvitation(i.ID, db.InvitationDeclined))
		require.ErrorIs(t, tx.AnswerInvitation(i.ID, db.InvitationAccepted), db.ErrNotFound, "answered once")
	})
}

func testGames(t *testing.T, d *db.DB) {
	ctx := context.Background()
	var g db.Game
	var ada db.Player
	change(t, d, func(tx *db.Tx) {
		var i db.Invitation
		var err error
		ada, _, i = invite(t, tx)
		g, err = tx.AddGame(i, "start", 72*time.Hour)
		require.NoError(t, err)
		_, err = tx.Keep(db.Incoming{Mailbox: "m", Cursor: "1", MessageID: "a", Digest: []byte("1"), Raw: []byte("x")})
		require.NoError(t, err)
	})
	change(t, d, func(tx *db.Tx) {
		played := g
		require.NoError(t, tx.AddPlies(&played, 1, []string{"l", "r"}, "middle", db.Undecided, ""))
		now, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.Equal(t, now, played, "as it is stored")
	})
	stale := d.Update(ctx, func(tx *db.Tx) error { return tx.AddPlies(&g, 1, []string{"l"}, "x", db.Undecided, "") })
	require.Error(t, stale, "a game that has moved on takes no ply")
	change(t, d, func(tx *db.Tx) {
		now, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.Equal(t, 2, now.Plies)
		require.Equal(t, "middle", now.Position)
		plies, err := tx.Plies(g.ID)
		require.NoError(t, err)
		require.Len(t, plies, 2)
		require.Equal(t, "r", plies[1].Move)
		running, err := tx.GamesOf(ada.ID, false, 10)
		require.NoError(t, err)
		require.Equal(t, []db.Game{now}, running)
		both, err := tx.Opponents(ada.ID)
		require.NoError(t, err)
		require.Len(t, both, 2, "and the player")
		before, err := tx.PlayedBefore(ada.ID, now)
		require.NoError(t, err)
		require.False(t, before, "it is the game itself")
		before, err = tx.PlayedBefore(ada.ID, db.Game{ID: -1, Rules: now.Rules})
		require.NoError(t, err)
		require.True(t, before)
		before, err = tx.PlayedBefore(ada.ID, db.Game{ID: -1, Rules: "others"})
		require.NoError(t, err)
		require.False(t, before)

		require.NoError(t, tx.AddPlies(&now, 0, []string{"r"}, "end", db.BlackWon, "pulled"))
		plies, err = tx.Plies(g.ID)
		require.NoError(t, err)
		require.Equal(t, []int64{1, 1, 0}, []int64{plies[0].Message, plies[1].Message, plies[2].Message}, "no letter played the last one")
		messages, err := tx.MessagesOfGame(g.ID)
		require.NoError(t, err)
		require.Len(t, messages, 1)
		damages, err := tx.Damages()
		require.NoError(t, err)
		require.Empty(t, damages)
		ended, err := tx.Game(g.ID)
		require.NoError(t, err)
		require.True(t, ended.Over())
		require.Equal(t, tx.Now, ended.EndedAt)
		require.Error(t, tx.EndGame(g.ID, db.WhiteWon, "resigned"), "a game ends once")
		running, err = tx.GamesOf(ada.ID, false, 10)
		require.NoError(t, err)
		require.Empty(t, running)
		seen := 0
		require.NoError(t, dbtest.EachGame(tx, func(each db.Game) error {
			require.Equal(t, ended, each)
			seen++
			return nil
		}))
		require.Equal(t, 1, seen)
	})
}

func testInbox(t *testing.T, d *db.DB) {
	mail := db.Incoming{Mailbox: "m", Cursor: "7:1", MessageID: "id", Digest: []byte("d"), Size: 3, Raw: []byte("raw")}
	change(t, d, func(tx *db.Tx) {
		for _, c := range []struct {
			name string
			mail func(db.Incoming) db.Incoming
			kept bool
		}{
			{"new", func(m db.Incoming) db.Incoming { return m }, true},
			{"same place", func(m db.Incoming) db.Incoming { m.MessageID = "other"; return m }, false},
			{"same letter elsewhere", func(m db.Incoming) db.Incoming { m.Cursor = "8:1"; return m }, false},
			{"same id, other text", func(m db.Incoming) db.Incoming { m.Cursor, m.Digest = "8:2", []byte("e"); return m }, true},
			{"same letter, better proven", func(m db.Incoming) db.Incoming { m.Cursor, m.Standing = "8:3", 2; return m }, true},
			{"and less", func(m db.Incoming) db.Incoming { m.Cursor, m.Standing = "8:4", 1; return m }, false},
			{"and as well", func(m db.Incoming) db.Incoming { m.Cursor, m.Standing = "8:5", 2; return m }, false},
		} {
			kept, err := tx.Keep(c.mail(mail))
			require.NoError(t, err, c.name)
			require.Equal(t, c.kept, kept, c.name)
		}
		in, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Equal(t, "raw", string(in.Raw))
		require.NoError(t, tx.NoteFailure(in.ID, 0, "why"))
		in, err = tx.Incoming(in.ID)
		require.NoError(t, err)
		require.Equal(t, 1, in.Attempts)
		require.Equal(t, "why", in.Remark)
		require.NoError(t, tx.Settle(in.ID, db.IncomingDone, ""))
		require.ErrorIs(t, tx.Settle(in.ID, db.IncomingDone, ""), db.ErrNotFound, "settled once")
		next, err := tx.ClaimIncoming(0)
		require.NoError(t, err)
		require.Greater(t, next.ID, in.ID)
	})
}

func testRollback(t *testing.T, d *db.DB) {
	boom := errors.New("boom")
	err := d.Update(context.Background(), func(tx *db.Tx) error {
		player(t, tx, "ada")
		return boom
	})
	require.ErrorIs(t, err, boom)
	require.Panics(t, func() {
		_ = d.Update(context.Background(), func(tx *db.Tx) error {
			player(t, tx, "ada")
			panic("boom")
		})
	})
	change(t, d, func(tx *db.Tx) {
		_, err := tx.PlayerByAddress("ada@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

// testStopped: a transaction whose context ends was stopped, and is nobody's failure,
// whatever the driver calls it afterwards.
func testStopped(t *testing.T, d *db.DB) {
	for _, waits := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		err := d.Update(ctx, func(tx *db.Tx) error {
			player(t, tx, "ada")
			cancel()
			if waits { // until it is rolled back, and another may write
				change(t, d, func(*db.Tx) {})
			}
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		require.True(t, db.Transient(err), "%v", err)
	}
	change(t, d, func(tx *db.Tx) {
		_, err := tx.PlayerByAddress("ada@example.org")
		require.ErrorIs(t, err, db.ErrNotFound)
	})
}

func testView(t *testing.T, d *db.DB) {
	err := d.View(context.Background(), func(tx *db.Tx) error {
		_, err := tx.AddPlayer("a", "a", "a")
		return err
	})
	require.Error(t, err)
	err = d.Update(context.Background(), func(tx *db.Tx) error {
		_, err := tx.EnqueueAs(db.Outgoing{Player: 99, MessageID: "x"}, db.ClassGame)
		return err
	})
	require.Error(t, err, "foreign keys hold")
}

func testWriters(t *testing.T, d *db.DB) {
	var wait sync.WaitGroup
	for w := range 8 {
		wait.Go(func() {
			for i := range 10 {
				err := d.Update(context.Background(), func(tx *db.Tx) error {
					// Read, then write: what deadlocks without an immediate lock.
					if _, err := tx.PlayerByAddress("nobody"); !errors.Is(err, db.ErrNotFound) {
						return fmt.Errorf("unexpected: %w", err)
					}
					name := fmt.Sprintf("p%d-%d", w, i)
					_, err := tx.AddPlayer(name, name, name)
					return err
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
}

// testWithheldWords: what was said since the last message that went waits again when
// those behind it are withheld, of the thread's game or, of no thread, of all.
func testWithheldWords(t *testing.T, tx *db.Tx, game int64, ada, bob db.Player) {
	words := func() (texts []string) {
		games, err := tx.WordsFor(bob.ID, 5)
		require.NoError(t, err)
		for _, g := range games {
			waiting, err := tx.Waiting(g, bob.ID)
			require.NoError(t, err)
			for _, w := range waiting {
				texts = append(texts, w.Text)
			}
		}
		return texts
	}
	start := tx.Now
	defer func() { tx.Now = start }()
	for i, c := range []struct {
		thread int64
		words  []string
	}{{game, []string{"later"}}, {game + 1, nil}, {0, []string{"later"}}, {-1, []string{"later"}}} {
		for n, text := range []string{"before", "later"} {
			tx.Now = tx.Now.Add(time.Minute)
			require.NoError(t, tx.Say(game, ada.ID, 0, text))
			require.NoError(t, tx.Passed(game, bob.ID))
			id, err := tx.EnqueueAs(db.Outgoing{Player: bob.ID, Thread: c.thread, MessageID: fmt.Sprint("w", i, text), Recipient: "bob@example.org", Raw: []byte("x")}, db.ClassGame)
			require.NoError(t, err)
			if n == 0 {
				markSent(t, tx, id)
			}
		}
		require.Empty(t, words())
		require.NoError(t, tx.Withhold(bob.ID, "why"))
		require.Equal(t, c.words, words(), c.thread)
		require.NoError(t, tx.Passed(game, bob.ID))
	}
}

func testTalk(t *testing.T, d *db.DB) {
	change(t, d, func(tx *db.Tx) {
		ada, bob, i := invite(t, tx)
		g, err := tx.AddGame(i, "start", time.Hour)
		require.NoError(t, err)
		for _, text := range []string{"one", "two"} {
			require.NoError(t, tx.Say(g.ID, ada.ID, 0, text))
		}
		mine, err := tx.Waiting(g.ID, ada.ID)
		require.NoError(t, err)
		require.Empty(t, mine)
		waiting, err := tx.Waiting(g.ID, bob.ID)
		require.NoError(t, err)
		require.Len(t, waiting, 2)
		require.NoError(t, tx.PassedUntil(g.ID, bob.ID, waiting[0].ID))
		waiting, err = tx.Waiting(g.ID, bob.ID)
		require.NoError(t, err)
		require.Len(t, waiting, 1)
		require.Equal(t, "two", waiting[0].Text)
		require.NoError(t, tx.Passed(g.ID, bob.ID))
		waiting, err = tx.Waiting(g.ID, bob.ID)
		require.NoError(t, err)
		require.Empty(t, waiting)
		testWithheldWords(t, tx, g.ID, ada, bob)

		require.NoError(t, tx.AddNote(g.ID, ada.ID, 3, "late"))
		require.NoError(t, tx.AddNote(g.ID, bob.ID, 1, "early"))
		published, err := tx.PublishedNotes(g.ID)
		require.NoError(t, err)
		require.Empty(t, published)
		require.NoError(t, tx.PublishNotes(g.ID, ada.ID))
		published, err = tx.PublishedNotes(g.ID)
		require.NoError(t, err)
		require.Len(t, published, 1)
		require.Equal(t, "late", published[0].Text)

		require.NoError(t, tx.Block(ada.ID, bob.ID))
		blocked, err := tx.Blocks(ada.ID)
		require.NoError(t, err)
		require.Len(t, blocked, 1)
		require.Equal(t, bob.ID, blocked[0].ID)
	})
}

func testHeartbeat(t *testing.T, d *db.DB) {
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	d.Now = func() time.Time { return now }
	change(t, d, func(tx *db.Tx) {
		latest, err := tx.Latest()
		require.NoError(t, err)
		require.True(t, latest.IsZero())
		last, err := tx.Heartbeat()
		require.NoError(t, err)
		require.True(t, last.IsZero(), "the first beat has none before it")
	})
	begun := now
	now = now.Add(time.Hour)
	change(t, d, func(tx *db.Tx) {
		last, err := tx.LastHeartbeat()
		require.NoError(t, err)
		require.Equal(t, begun, last)
		last, err = tx.Heartbeat()
		require.NoError(t, err)
		require.Equal(t, begun, last)
		latest, err := tx.Latest()
		require.NoError(t, err)
		require.Equal(t, now, latest)
	})
	now = now.Add(time.Hour)
	change(t, d, func(tx *db.Tx) {
		_, err := tx.Keep(db.Incoming{Mailbox: "test", Cursor: "1", MessageID: "x", Digest: make([]byte, 32), Raw: []byte("x")})
		require.NoError(t, err)
		latest, err := tx.Latest()
		require.NoError(t, err)
		require.Equal(t, now, latest, "a letter is later than the last beat")
	})
}
