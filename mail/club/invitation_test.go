package club_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/rules"
)

// invited invites a player to a game of Rooya.
func (h *hall) invited(from, to int64) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error { return club.Invite(tx, from, to, order(h.t, "rooya"), "hello") })
}

// posted posts a challenge to anyone.
func (h *hall) posted(from int64) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error { return club.PostOpen(tx, from, order(h.t, "rooya"), "hello") })
}

// player changes a player's row.
func (h *hall) player(id int64, f func(p *db.Player)) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		p, err := tx.DB.Player(id)
		require.NoError(h.t, err)
		f(&p)
		return tx.DB.SavePlayer(p)
	})
}

func TestInvite(t *testing.T) {
	invite := func(from, to int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, "rooya"), "hello") }
	}
	run(t, []check{
		{
			name: "a player", do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					i, err := tx.Invitation(1, bob)
					require.NoError(h.t, err)
					require.Equal(h.t, [3]any{"hello", db.InvitationOpen, begin.Add(14 * 24 * time.Hour)}, [3]any{i.Message, i.State, i.ExpiresAt})
					none, err := tx.Invitation(1, cleo)
					require.Nil(h.t, none)
					return err
				})
			},
		},
		{
			name: "as White", do: func(tx *club.Tx) error {
				o := order(t, "rooya")
				o.Side = rules.White
				return club.Invite(tx, ada, bob, o, "")
			}, events: []string{"Invited Ada Bob Le Rooya #1: Bob - Ada"},
		},
		{name: "in return", given: func(h *hall) { h.invited(bob, ada) }, do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #2: Ada - Bob"}},
		{
			name: "a player whom the writer blocked", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) }) },
			do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					blocked, err := tx.DB.Blocked(ada, bob)
					require.False(h.t, blocked)
					return err
				})
			},
		},
		{name: "oneself", do: invite(ada, ada), refused: "yourself"},
		{name: "again", given: func(h *hall) { h.invited(ada, bob) }, do: invite(ada, bob), refused: "invited-already"},
		{name: "by a blocked player", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Block(tx, bob, ada, false) }) }, do: invite(ada, bob), refused: "stopped-player"},
		{name: "a player who wants no messages", given: func(h *hall) { h.player(bob, func(p *db.Player) { p.StoppedAt = h.now }) }, do: invite(ada, bob), refused: "stopped-player"},
		{name: "whose letters come back", given: func(h *hall) { h.must(func(tx *club.Tx) error { return club.Suspend(tx, bob, false) }) }, do: invite(ada, bob), refused: "suspended-player"},
		{name: "who never wrote and was invited", given: func(h *hall) {
			h.player(bob, func(p *db.Player) { p.WroteAt = time.Time{} })
			h.invited(cleo, bob)
		}, do: invite(ada, bob), refused: "invited-before"},
		{name: "too many in a day", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, cleo) }, do: invite(ada, bob), refused: "challenges-today"},
		{name: "a day later", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, cleo); h.later(25 * time.Hour) }, do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #2: Ada - Bob"}},
		{name: "a player whom the writer blocked, too many in a day", given: func(h *hall) {
			h.club.Policy.Challenges = 0
			h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) })
		}, do: invite(ada, bob), refused: "challenges-today"},
		{name: "nobody", do: invite(ada, 99), refused: "not found"},
	})
}

func TestPostOpen(t *testing.T) {
	post := func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") }
	run(t, []check{
		{name: "to anyone", do: post, events: []string{"Invited Ada Le Rooya #1: Ada - anyone"}},
		{name: "a sixth one", given: func(h *hall) {
			for range 5 {
				h.posted(ada)
			}
		}, do: post, refused: "posted-enough"},
		{name: "too many in a day", given: func(h *hall) { h.club.Policy.Challenges = 1; h.invited(ada, bob) }, do: post, refused: "challenges-today"},
	})
}

// Without a side, lots are drawn.
func TestASideByLot(t *testing.T) {
	h := newHall(t)
	o := order(t, "rooya")
	o.Side = rules.None
	h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, o, "") })
	require.Contains(t, []string{"Le Rooya #1: Ada - Bob", "Le Rooya #1: Bob - Ada"}, h.heard[0].(club.Invited).Invitation.Subject)
}

func TestAccept(t *testing.T) {
	accept := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { _, err := club.Accept(tx, player, 1); return err }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	posted := func(h *hall) { h.posted(ada) }
	run(t, []check{
		{
			name: "an invitation", given: invited, do: accept(bob), events: []string{"GameBegan Ada Bob"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					require.Equal(h.t, [4]any{rules.Black, 72 * time.Hour, 72 * time.Hour, true}, [4]any{g.Turn(), g.Row.BlackLeft, g.Row.WhiteLeft, g.Row.Rated})
					require.False(h.t, g.Row.ClockDue.IsZero())
					require.False(h.t, g.Began, "in another transaction")
					return nil
				}))
			},
		},
		{
			name: "one to anyone", given: posted, do: accept(cleo), events: []string{"GameBegan Ada Cleo"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					require.Equal(h.t, "Le Rooya #1: Ada - Cleo", g.Row.Subject)
					said, err := tx.DB.Waiting(game, cleo)
					require.Len(h.t, said, 1, "the words of the challenge")
					return err
				}))
			},
		},
		{name: "one's own", given: invited, do: accept(ada), refused: "not-invited"},
		{name: "one's own to anyone", given: posted, do: accept(ada), refused: "not-invited"},
		{name: "another's", given: invited, do: accept(cleo), refused: "open-gone"},
		{name: "none", do: accept(cleo), refused: "open-gone"},
		{name: "twice", given: func(h *hall) { h.begin("rooya") }, do: accept(bob), refused: "begun"},
		{name: "one that was taken", given: func(h *hall) { posted(h); h.must(accept(cleo)) }, do: accept(bob), refused: "open-gone"},
		{name: "one that was declined", given: func(h *hall) { invited(h); h.must(func(tx *club.Tx) error { return club.Decline(tx, bob, 1) }) }, do: accept(bob), refused: "not-open"},
		{name: "to anyone except a blocked player", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Block(tx, ada, cleo, false) }) }, do: accept(cleo), refused: "open-gone"},
		{name: "to anyone, by a player whom one has blocked", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Block(tx, cleo, ada, false) }) }, do: accept(cleo), refused: "open-gone"},
		{name: "of a player who wants no messages", given: func(h *hall) { posted(h); h.player(ada, func(p *db.Player) { p.StoppedAt = h.now }) }, do: accept(cleo), refused: "open-gone"},
		{name: "of whose letters come back", given: func(h *hall) { posted(h); h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, false) }) }, do: accept(cleo), refused: "open-gone"},
	})
}

func TestRematch(t *testing.T) {
	rematch := func(side rules.Side) func(tx *club.Tx) error {
		return in(func(tx *club.Tx, g *club.Game) error { _, err := club.Rematch(tx, g, side, "again"); return err })
	}
	over := func(h *hall) { h.begin("rooya"); h.resign(rules.Black) }
	run(t, []check{
		{name: "with sides swapped", given: over, do: rematch(rules.Black), events: []string{"Invited Ada Bob Le Rooya #2: Bob - Ada"}},
		{name: "both ask", given: func(h *hall) { over(h); h.must(rematch(rules.White)) }, do: rematch(rules.Black), events: []string{"GameBegan Bob Ada"}},
		{name: "twice", given: func(h *hall) { over(h); h.must(rematch(rules.White)) }, do: rematch(rules.White), refused: "invited-already"},
		{name: "by a blocked player", given: func(h *hall) { over(h); h.must(func(tx *club.Tx) error { return club.Block(tx, ada, bob, false) }) }, do: rematch(rules.White), refused: "stopped-player"},
	})
}

func TestDecline(t *testing.T) {
	decline := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Decline(tx, player, 1) }
	}
	withdraw := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Withdraw(tx, player, 1) }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	posted := func(h *hall) { h.posted(ada) }
	run(t, []check{
		{name: "decline", given: invited, do: decline(bob), events: []string{"InvitationEnded declined Bob Ada"}},
		{name: "withdraw", given: invited, do: withdraw(ada), events: []string{"InvitationEnded withdrawn Ada Bob"}},
		{name: "withdraw one to anyone", given: posted, do: withdraw(ada), events: []string{"InvitationEnded withdrawn Ada"}},
		{name: "decline one's own", given: invited, do: decline(ada), refused: "not-invited"},
		{name: "withdraw another's", given: invited, do: withdraw(bob), refused: "not-challenger"},
		{name: "decline what one has no part in", given: invited, do: decline(cleo), refused: "no-such-game"},
		{name: "decline one to anyone", given: posted, do: decline(cleo), refused: "no-such-game"},
		{name: "withdraw what is not there", do: withdraw(ada), refused: "no-such-game"},
		{name: "decline a game", given: func(h *hall) { h.begin("rooya") }, do: decline(bob), refused: "begun"},
		{name: "decline twice", given: func(h *hall) { invited(h); h.must(decline(bob)) }, do: decline(bob), refused: "not-open"},
		{name: "withdraw what was declined", given: func(h *hall) { invited(h); h.must(decline(bob)) }, do: withdraw(ada), refused: "not-open"},
	})
}

func TestExpire(t *testing.T) {
	expire := func(tx *club.Tx) error {
		i, err := tx.DB.NextExpired(0)
		require.NoError(t, err)
		return club.Expire(tx, i)
	}
	untold := func(tx *club.Tx) error {
		i, err := tx.DB.NextExpired(0)
		require.NoError(t, err)
		return club.ExpireUntold(tx, i)
	}
	late := func(h *hall) { h.later(15 * 24 * time.Hour) }
	// ended checks that nothing is left to expire.
	ended := func(h *hall) {
		h.must(func(tx *club.Tx) error {
			_, err := tx.DB.NextExpired(0)
			require.ErrorIs(h.t, err, db.ErrNotFound)
			i, err := tx.DB.Invitation(game)
			require.Equal(h.t, db.InvitationExpired, i.State)
			return err
		})
	}
	run(t, []check{
		{name: "an invitation", given: func(h *hall) { h.invited(ada, bob); late(h) }, do: expire, events: []string{"InvitationExpired Ada Bob"}},
		{name: "one to anyone", given: func(h *hall) { h.posted(ada); late(h) }, do: expire, events: []string{"InvitationExpired Ada"}, then: ended},
		{name: "one of which nobody can be told", given: func(h *hall) { h.invited(ada, bob); late(h) }, do: untold, then: ended},
	})
}

func TestEndInvitations(t *testing.T) {
	// busy adds an invitation from Ada, one to her, and one between others.
	busy := func(h *hall) { h.invited(ada, cleo); h.invited(bob, ada); h.invited(bob, cleo) }
	end := func(most, want int) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			n, err := club.EndInvitations(tx, ada, most)
			if err != nil {
				return err
			}
			return same(want, n)
		}
	}
	// left checks how many of Ada's are still open, and that the others' is.
	left := func(want int) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				open, err := tx.DB.OpenInvitations(ada)
				require.NoError(h.t, err)
				require.Len(h.t, open, want)
				i, err := tx.DB.Invitation(3)
				require.Equal(h.t, db.InvitationOpen, i.State)
				return err
			})
		}
	}
	withdrawn, declined := "InvitationEnded withdrawn Ada Cleo silent", "InvitationEnded declined Ada Bob silent"
	run(t, []check{
		{name: "all", given: busy, do: end(-1, 2), events: []string{withdrawn, declined}, then: left(0)},
		{name: "one", given: busy, do: end(1, 1), events: []string{withdrawn}, then: left(1)},
		{name: "fewer than asked for", given: busy, do: end(5, 2), events: []string{withdrawn, declined}, then: left(0)},
		{name: "none", given: busy, do: end(0, 0), then: left(2)},
		{name: "there are none", do: end(-1, 0)},
	})
}

// pairing pairs two players in a game of Rooya in which first has White.
func pairing(h *hall, tx *club.Tx, first, second int64) club.Pairing {
	h.t.Helper()
	p := club.Pairing{ProposedGame: order(h.t, "rooya"), Mark: " (spring)"}
	p.Side = rules.White
	var err error
	p.First, err = tx.DB.Player(first)
	require.NoError(h.t, err)
	p.Second, err = tx.DB.Player(second)
	require.NoError(h.t, err)
	return p
}

func TestPair(t *testing.T) {
	var h *hall
	given := func(do func()) func(*hall) {
		return func(in *hall) {
			if h = in; do != nil {
				do()
			}
		}
	}
	pair := func(first, second int64, counts bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			p := pairing(h, tx, first, second)
			p.Counts = counts
			_, err := club.Pair(tx, p)
			return err
		}
	}
	// counted checks how many invitations of Ada's count for her origin.
	counted := func(want int) func(*hall) {
		return func(h *hall) {
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain = 9, want+1
			h.must(func(tx *club.Tx) error { return club.WithinDay(tx, db.Player{ID: ada}, db.Player{}) })
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain = want, want
			refusal, ours := club.Refused(h.do(func(tx *club.Tx) error { return club.WithinDay(tx, db.Player{ID: cleo}, db.Player{}) }))
			require.NoError(h.t, ours)
			require.NotNil(h.t, refusal)
		}
	}
	run(t, []check{
		{
			name: "two", given: given(nil), do: pair(ada, bob, false), events: []string{"GameBegan Bob Ada"},
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					require.Equal(h.t, "Le Rooya #1: Bob - Ada (spring)", g.Row.Subject)
					require.Equal(h.t, [4]any{rules.Black, 72 * time.Hour, 72 * time.Hour, true}, [4]any{g.Turn(), g.Row.BlackLeft, g.Row.WhiteLeft, g.Row.Rated})
					require.False(h.t, g.Row.ClockDue.IsZero())
					i, err := tx.Invitation(game, ada)
					require.Equal(h.t, db.InvitationAccepted, i.State)
					return err
				}))
				counted(0)(h)
			},
		},
		{name: "at the wish of one", given: given(nil), do: pair(ada, bob, true), events: []string{"GameBegan Bob Ada"}, then: counted(1)},
		{name: "players who have met", given: given(func() { h.begin("rooya", "a1"); h.resign(rules.Black) }), do: pair(ada, bob, false), events: []string{"GameBegan Bob Ada"}},
		{name: "a player who has none left for today", given: given(func() { h.club.Policy.Challenges = 0 }), do: pair(ada, bob, true), events: []string{"GameBegan Bob Ada"}},
		{name: "a non-member", given: given(func() { h.club.Policy.Members = []string{"bob@example.org"} }), do: pair(ada, bob, false), refused: "members-only"},
		{name: "with a person who is not a member", given: given(func() { h.club.Policy.Members = []string{"ada@example.org"} }), do: pair(ada, bob, false), refused: "no-member"},
		{name: "with a player who leaves", given: given(func() { h.must(leaving(bob)) }), do: pair(ada, bob, false), refused: "player 2 is leaving"},
		{name: "oneself", given: given(nil), do: pair(ada, ada, false), refused: "yourself"},
	})
}

// leaving notes that a player has confirmed to leave.
func leaving(player int64) func(tx *club.Tx) error {
	return func(tx *club.Tx) error {
		return tx.DB.NoteLeaving(db.Leaving{Player: player, What: db.LeaveStop})
	}
}

// comes adds a new player who writes for the first time: 4, 5 and so on.
func (h *hall) comes(address string) {
	h.t.Helper()
	h.must(func(tx *club.Tx) error {
		p, _, err := club.PlayerAt(tx, address, address, "", "")
		if err != nil {
			return err
		}
		p.WroteAt = tx.Now()
		return tx.DB.SavePlayer(p)
	})
}

// Players are protected from challengers they declined, from repeated invitations, and from too
// many strangers in a day. Ada, Bob and Cleo share a domain.
func TestPeace(t *testing.T) {
	const fourth, day = int64(4), 24 * time.Hour
	invite := func(from, to int64, name string) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, name), "") }
	}
	do := invite(ada, bob, "rooya")
	told := func(event string) []string { return []string{"Invited " + event} }
	end := func(h *hall, op func(tx *club.Tx, player, invitation int64) error, player, invitation int64) {
		h.t.Helper()
		h.must(func(tx *club.Tx) error { return op(tx, player, invitation) })
	}
	// declined lets Bob decline an invitation.
	declined := func(from int64) func(h *hall) {
		return func(h *hall) { h.invited(from, bob); end(h, club.Decline, bob, 1) }
	}
	// played lets Ada and Bob finish a game.
	played := func(h *hall) {
		h.t.Helper()
		h.must(func(tx *club.Tx) error {
			_, err := club.Pair(tx, pairing(h, tx, ada, bob))
			return err
		})
	}
	// asked invites Bob four times, the last two times by Ada, and withdraws the last.
	asked := func(first int64) func(h *hall) {
		return func(h *hall) {
			for i, name := range []string{"turro", "roses", "tourrosa", "rooya"} {
				h.must(invite([]int64{first, first, ada, ada}[i], bob, name))
			}
			end(h, club.Withdraw, ada, 4)
		}
	}
	then := func(steps ...func(h *hall)) func(h *hall) {
		return func(h *hall) {
			for _, step := range steps {
				step(h)
			}
		}
	}
	later := func(d time.Duration) func(h *hall) { return func(h *hall) { h.later(d) } }
	back := func(h *hall) { h.invited(bob, ada) }
	comes := func(address string) func(h *hall) { return func(h *hall) { h.comes(address) } }
	shared := func(h *hall) { h.club.Policy.Shared = []string{"example.org"} }
	few := func(h *hall) { h.club.Policy.Strangers = 1 }
	run(t, []check{
		{name: "a player who declined", given: declined(ada), do: do, refused: "declined-lately"},
		{name: "a player who declined, after a game", given: then(played, func(h *hall) { h.invited(ada, bob); end(h, club.Decline, bob, 2) }), do: do, refused: "declined-lately"},
		{name: "a player who declined 89 days ago", given: then(declined(ada), later(89*day)), do: do, refused: "declined-lately"},
		{name: "a player who declined 90 days ago", given: then(declined(ada), later(90*day)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
		{name: "a player who declined, and invites since", given: then(declined(ada), back), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a player who had invited, and declined since", given: then(back, func(h *hall) { h.invited(ada, bob); end(h, club.Decline, bob, 2) }), do: do, refused: "declined-lately"},
		{name: "a player who declined another subaddress", given: then(comes("ada+games@example.org"), declined(fourth)), do: do, refused: "declined-lately"},
		{name: "a player who declined somebody of the domain", given: declined(cleo), do: do, refused: "declined-domain"},
		{name: "a player who declined somebody of a shared domain", given: then(shared, declined(cleo)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
		{name: "a player who declined somebody of the domain, after a game", given: then(declined(cleo), played), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a player who declined somebody of the domain, and invites since", given: then(declined(cleo), back), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a player who declined somebody of another domain", given: then(comes("dan@example.net"), declined(fourth)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},

		{name: "a fifth time", given: asked(ada), do: do, refused: "invited-often"},
		{name: "a fifth time, after a game", given: then(asked(ada), played, later(2*day)), do: do, events: told("Ada Bob Le Rooya #6: Ada - Bob")},
		{name: "a fifth time, and both want to", given: then(asked(ada), back, later(2*day)), do: do, events: told("Ada Bob Le Rooya #6: Ada - Bob")},
		{name: "a fifth time in 91 days", given: then(asked(ada), later(91*day)), do: do, events: told("Ada Bob Le Rooya #5: Ada - Bob")},
		{name: "a fifth time from one mailbox", given: then(comes("ada+games@example.org"), asked(fourth)), do: do, refused: "invited-often"},
		{name: "a third time, and another of the domain twice", given: then(asked(cleo), later(2*day)), do: do, events: told("Ada Bob Le Rooya #5: Ada - Bob")},

		{name: "one stranger too many", given: then(few, func(h *hall) { h.invited(cleo, bob) }), do: do, refused: "strangers-today"},
		{name: "no stranger", given: then(few, played, func(h *hall) { h.invited(cleo, bob) }), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a stranger who was invited", given: then(few, back, func(h *hall) { h.invited(cleo, bob) }), do: do, events: told("Ada Bob Le Rooya #3: Ada - Bob")},
		{name: "a stranger a day later", given: then(few, func(h *hall) { h.invited(cleo, bob) }, later(day)), do: do, events: told("Ada Bob Le Rooya #2: Ada - Bob")},
	})
}

// Invitations of a day are counted by player and by origin.
func TestWithinDay(t *testing.T) {
	within := func(from int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			p, err := tx.DB.Player(from)
			if err != nil {
				return err
			}
			other, err := tx.DB.Player(bob)
			if err != nil {
				return err
			}
			return club.WithinDay(tx, p, other)
		}
	}
	// limits lets Ada invite Bob once, with limits of a player, a domain and a program.
	limits := func(player, domain, program int) func(h *hall) {
		return func(h *hall) {
			h.invited(ada, bob)
			h.club.Policy.Challenges, h.club.Policy.ChallengesOfDomain, h.club.Policy.ProgramChallenges = player, domain, program
		}
	}
	program := func(h *hall, player int64) {
		h.must(func(tx *club.Tx) error { return club.SetProgram(tx, player, true, true) })
	}
	run(t, []check{
		{name: "one left", given: limits(2, 2, 2), do: within(ada)},
		{name: "none left", given: limits(1, 2, 2), do: within(ada), refused: "challenges-today"},
		{name: "none left until a day later", given: func(h *hall) { limits(1, 1, 2)(h); h.later(25 * time.Hour) }, do: within(ada)},
		{name: "of another", given: limits(1, 2, 2), do: within(cleo)},
		{name: "none left in the domain", given: limits(1, 1, 2), do: within(cleo), refused: "challenges-domain"},
		{name: "a domain has what one player has", given: limits(2, 0, 2), do: within(cleo)},
		{name: "a shared domain", given: func(h *hall) { limits(1, 1, 2)(h); h.club.Policy.Shared = []string{"example.org"} }, do: within(cleo)},
		{name: "a program that invites people has no more than they", given: func(h *hall) { limits(1, 9, 5)(h); program(h, ada) }, do: within(ada), refused: "challenges-today"},
		{name: "a program that invites programs", given: func(h *hall) { limits(1, 9, 5)(h); program(h, ada); program(h, bob) }, do: within(ada)},
		{name: "a program with fewer", given: func(h *hall) { limits(5, 9, 1)(h); program(h, ada); program(h, bob) }, do: within(ada), refused: "challenges-today"},
	})
}
