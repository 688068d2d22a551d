package club_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
	"turnpost/rules"
)

func TestPlayerAt(t *testing.T) {
	for _, c := range []struct {
		name, address, signed, lang string
		fresh                       bool
		called, reads               string
	}{
		{"known", "ada@example.org", "Somebody", "fr", false, "Ada", "en"},
		{"new", "Dan@Example.org", "Dan Brown", "fr", true, "Dan Brown", "fr"},
		{"new, and signed with nothing", "dan+games@example.org", "", "", true, "Dan", "en"},
		{"new, and signed with an address", "dan@example.org", "ada@example.org", "en", true, "Dan", "en"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHall(t)
			h.must(func(tx *club.Tx) error {
				p, fresh, err := club.PlayerAt(tx, c.address, strings.ToLower(c.address), c.signed, c.lang)
				require.Equal(t, [3]any{c.fresh, c.called, c.reads}, [3]any{fresh, p.Name, p.Lang})
				return err
			})
			require.Empty(t, h.heard)
		})
	}
}

func TestNameOf(t *testing.T) {
	for _, c := range []struct{ signed, address, want string }{
		{"Ada Lovelace", "a@x", "Ada Lovelace"},
		{"  Ada \t \"the\" <Lovelace>\n", "a@x", "Ada the Lovelace"},
		{"", "ada@x", "Ada"},
		{"", "ada+games@x", "Ada"},
		{"", "+games@x", "Games"},
		{"", "ada.lovelace@x", "Ada lovelace"},
		{"Lovelace, Ada (IBM)", "a@x", "Lovelace Ada IBM"},
		{"J.R.R. Tolkien", "a@x", "J.R.R. Tolkien"},
		{"D’Arcy O'Neill-Smith", "a@x", "D'Arcy O'Neill-Smith"},
		{"", "turnpost@x", "Player"},
		{"", "山田@x", "山田"},
		{"", "123@x", "Player"},
		{"ada@example.org", "bob@x", "Bob"},
		{"Аda", "bob@x", "Bob"},
		{"Ада", "bob@x", "Ада"},
		{"𝐀da", "bob@x", "Bob"},
		{strings.Repeat("é", 50), "bob@x", strings.Repeat("é", 40)},
	} {
		require.Equal(t, c.want, club.New(nil, nil).NameOf(c.signed, c.address), "%q of %s", c.signed, c.address)
	}
}

func welcome(tx *club.Tx, player int64, w club.WriterHints) (club.WelcomedPlayer, error) {
	p, err := tx.DB.Player(player)
	if err != nil {
		return club.WelcomedPlayer{}, err
	}
	return club.Welcome(tx, p, w)
}

func TestWelcome(t *testing.T) {
	silent := func(h *hall) { h.player(ada, func(p *db.Player) { p.StoppedAt = h.now }) }
	invited := func(h *hall) { h.player(ada, func(p *db.Player) { p.WroteAt = time.Time{} }) }
	suspended := func(h *hall) { h.must(func(tx *club.Tx) error { return club.Suspend(tx, ada, true) }) }
	// was checks what Welcome returns.
	was := func(first, quiet bool, w club.WriterHints) func(tx *club.Tx) error {
		return func(tx *club.Tx) error {
			got, err := welcome(tx, ada, w)
			require.Equal(t, [2]bool{first, quiet}, [2]bool{got.First, got.Silent})
			return err
		}
	}
	// is checks Ada's name and language, and whether messages are sent to her.
	is := func(name, lang string, messages bool) func(h *hall) {
		return func(h *hall) {
			h.must(func(tx *club.Tx) error {
				p, err := tx.DB.Player(ada)
				require.Equal(h.t, [3]any{name, lang, messages}, [3]any{p.Name, p.Lang, p.StoppedAt.IsZero()})
				return err
			})
		}
	}
	run(t, []check{
		{name: "a letter", do: was(false, false, club.WriterHints{Signed: "Other", Lang: "fr", Proven: true}), then: is("Ada", "en", true)},
		{name: "the first", given: invited, do: was(true, false, club.WriterHints{Signed: "Ada L.", Lang: "fr", Proven: true}), then: is("Ada L.", "fr", true)},
		{name: "the first, unproven", given: invited, do: was(false, false, club.WriterHints{Signed: "Mallory", Lang: "fr"}), then: is("Ada", "en", true)},
		{name: "after a silence", given: silent, do: was(false, true, club.WriterHints{Proven: true}), then: is("Ada", "en", true)},
		{name: "after a silence, unproven", given: silent, do: was(false, true, club.WriterHints{}), then: is("Ada", "en", false)},
		{name: "of a suspended player", given: suspended, do: was(false, false, club.WriterHints{Proven: true}), events: []string{"MessagesResumed Ada 19T12:01"}},
		{name: "of a suspended player, unproven", given: suspended, do: was(false, false, club.WriterHints{})},
	})
}

// members sets the list of members.
func (h *hall) members(list ...string) { h.club.Policy.Members = list }

// With a list of members, nobody else begins a game, on either side of it.
func TestMembersOnly(t *testing.T) {
	invite := func(from, to int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Invite(tx, from, to, order(t, "rooya"), "") }
	}
	accept := func(player int64) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { _, err := club.Accept(tx, player, game); return err }
	}
	post := func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") }
	rematch := in(func(tx *club.Tx, g *club.Game) error { _, err := club.Rematch(tx, g, rules.Black, ""); return err })
	over := func(h *hall) {
		h.begin("rooya")
		h.must(func(tx *club.Tx) error { return club.Abort(tx, game) })
	}
	only := func(list ...string) func(h *hall) { return func(h *hall) { h.members(list...) } }
	then := func(given func(h *hall), list ...string) func(h *hall) {
		return func(h *hall) { given(h); h.members(list...) }
	}
	invited := func(h *hall) { h.invited(ada, bob) }
	run(t, []check{
		{name: "two members invite", given: only("ada@example.org", "bob@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"}},
		{name: "two of a domain", given: only("@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"}},
		{name: "a non-member invites", given: only("bob@example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a non-member is invited", given: only("ada@example.org"), do: invite(ada, bob), refused: "no-member"},
		{name: "a domain above", given: only("@org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a domain below", given: only("@mail.example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a domain that ends alike", given: only("@xample.org", "@example.orgs", "example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "an address that ends alike", given: only("da@example.org", "a@example.org"), do: invite(ada, bob), refused: "members-only"},
		{name: "a non-member challenges anyone", given: only("bob@example.org"), do: post, refused: "members-only"},
		{name: "a non-member accepts", given: then(invited, "ada@example.org"), do: accept(bob), refused: "members-only"},
		{name: "an invitation of a former member", given: then(invited, "bob@example.org"), do: accept(bob), refused: "no-member"},
		{name: "a non-member takes a challenge", given: then(func(h *hall) { h.posted(ada) }, "ada@example.org"), do: accept(bob), refused: "members-only"},
		{name: "a challenge of a former member", given: then(func(h *hall) { h.posted(ada) }, "bob@example.org"), do: accept(bob), refused: "open-gone"},
		{name: "a rematch with a former member", given: then(over, "ada@example.org"), do: rematch, refused: "no-member"},
		{name: "a rematch of a former member", given: then(over, "bob@example.org"), do: rematch, refused: "members-only"},
		{
			name: "a game goes on", given: then(func(h *hall) { h.begin("rooya") }, "cleo@example.org"),
			do:     in(func(tx *club.Tx, g *club.Game) error { return clubtest.Play(tx, g, g.Turn(), "a1") }),
			events: []string{"PliesPlayed 1 1 black over"},
		},
		{name: "an invitation is declined", given: then(invited, "ada@example.org"), do: func(tx *club.Tx) error { return club.Decline(tx, bob, 1) }, events: []string{"InvitationEnded declined Bob Ada"}},
		{
			name: "a second address that is confirmed", given: then(func(h *hall) {
				var asked db.SecondAddress
				h.must(func(tx *club.Tx) error {
					return club.AskAddress(tx, ada, "ada@club.example", "ada@club.example", false)
				})
				h.must(func(tx *club.Tx) (err error) { asked, err = tx.DB.SecondAddress(ada); return err })
				h.members("@club.example", "bob@example.org")
				require.Error(h.t, h.do(invite(ada, bob)), "not confirmed yet")
				h.must(func(tx *club.Tx) error { return club.ConfirmAddress(tx, asked, true) })
			}, "@club.example", "bob@example.org"), do: invite(ada, bob), events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob"},
		},
	})
}

func TestSetRobot(t *testing.T) {
	set := func(player int64, robot, operator bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.SetProgram(tx, player, robot, operator) }
	}
	begun := func(h *hall) bool {
		var g db.Game
		h.must(func(tx *club.Tx) (err error) { g, err = tx.DB.Game(game); return err })
		return g.WithProgram
	}
	run(t, []check{
		{name: "on", do: set(ada, true, false), events: []string{"PlayerChanged Ada robot"}},
		{name: "what the operator said", given: func(h *hall) { h.must(set(ada, true, true)) }, do: set(ada, false, false), refused: "robot-fixed"},
		{name: "what the operator said, again", given: func(h *hall) { h.must(set(ada, true, true)) }, do: set(ada, true, false), events: []string{"PlayerChanged Ada robot"}},
		{
			name: "a game that had begun", given: func(h *hall) { h.begin("rooya", "a1") }, do: set(ada, true, false),
			events: []string{"PlayerChanged Ada robot"}, then: func(h *hall) { require.False(h.t, begun(h)) },
		},
		{
			name: "a game with a program", given: func(h *hall) { h.must(set(ada, true, false)) },
			do: func(tx *club.Tx) error {
				if err := club.Invite(tx, ada, bob, order(t, "rooya"), ""); err != nil {
					return err
				}
				_, err := club.Accept(tx, bob, game)
				return err
			},
			events: []string{"Invited Ada Bob Le Rooya #1: Ada - Bob", "GameBegan Ada Bob"}, then: func(h *hall) { require.True(h.t, begun(h)) },
		},
		{
			name: "an invitation by another", given: func(h *hall) { h.invited(bob, ada) }, do: set(ada, true, false),
			events: []string{"InvitationExpired Bob Ada changed", "PlayerChanged Ada robot"},
		},
		{
			name: "an open challenge of a person", given: func(h *hall) {
				h.must(set(bob, true, false))
				h.must(func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(h.t, "rooya"), "") })
			}, do: func(tx *club.Tx) error { _, err := club.Accept(tx, bob, game); return err }, refused: "open-gone",
		},
	})
}

// Becoming a program gives a player no invitations to people that a person does not have, and
// an invitation made as one is not accepted as the other.
func TestNoLimitIsEscapedByBeingARobot(t *testing.T) {
	h := newHall(t)
	h.club.Policy.Challenges, h.club.Policy.ProgramChallenges = 1, 5
	h.must(func(tx *club.Tx) error { return club.PostOpen(tx, ada, order(t, "rooya"), "") })
	h.must(func(tx *club.Tx) error { return club.SetProgram(tx, ada, true, false) })
	h.must(func(tx *club.Tx) error {
		i, err := tx.DB.Invitation(game)
		require.Equal(t, db.InvitationWithdrawn, i.State)
		return err
	})
	refusal, err := club.Refused(h.do(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, order(t, "turro"), "") }))
	require.NoError(t, err)
	require.Equal(t, "challenges-today", refusal.Code)
	h.must(func(tx *club.Tx) error { return club.SetProgram(tx, bob, true, false) })
	o := order(t, "turro")
	o.Side = rules.Black
	h.must(func(tx *club.Tx) error { return club.Invite(tx, ada, bob, o, "") })
}

// A rematch that both want begins, even if one has become a program since and the game was
// rated.
func TestRematchOfWhoHasBecomeAProgram(t *testing.T) {
	for _, asks := range [][2]rules.Side{{rules.Black, rules.White}, {rules.White, rules.Black}} {
		h := newHall(t)
		h.begin("rooya", "a1")
		h.resign(rules.White)
		h.must(func(tx *club.Tx) error { return club.SetProgram(tx, ada, true, false) })
		for i, side := range asks {
			h.must(func(tx *club.Tx) error {
				before, err := tx.Game(game)
				if err != nil {
					return err
				}
				next, err := club.Rematch(tx, before, side, "")
				require.Equal(t, i == 1, next != nil)
				if i == 1 && next != nil {
					require.False(t, next.Row.Rated)
				}
				return err
			})
		}
	}
}

// SetRobot fails for players who were forgotten or merged.
func TestSetRobotOfNobody(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { return tx.DB.Merge(cleo, ada) })
	require.ErrorIs(t, h.do(func(tx *club.Tx) error { return club.SetProgram(tx, cleo, true, true) }), db.ErrNotFound)
	h.verify()
}

// A merge never turns a program's games into a person's or the reverse: the operator first
// makes both the same, and that stays set.
func TestMergeOfAProgramAndAPerson(t *testing.T) {
	h := newHall(t)
	h.begin("rooya", "a1")
	h.must(func(tx *club.Tx) error { return club.SetProgram(tx, cleo, true, true) })
	for _, two := range [][2]int64{{cleo, ada}, {ada, cleo}} {
		require.ErrorIs(t, h.do(func(tx *club.Tx) error { return club.Merge(tx, two[0], two[1], true) }), club.ErrMixed)
	}
	h.must(func(tx *club.Tx) error { return club.SetProgram(tx, ada, true, false) })
	h.must(func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, true) })
	require.ErrorContains(t, h.do(func(tx *club.Tx) error { return club.SetProgram(tx, ada, false, false) }), "robot-fixed")
	h.verify()
}

func TestAdministration(t *testing.T) {
	suspend := func(messages bool) func(tx *club.Tx) error {
		return func(tx *club.Tx) error { return club.Suspend(tx, bob, messages) }
	}
	resume := func(tx *club.Tx) error { return club.Resume(tx, bob) }
	run(t, []check{
		{name: "suspend", given: func(h *hall) { h.begin("rooya", "a1") }, do: suspend(true), events: []string{"MailSuspended Bob 19T12:03"}},
		{name: "suspend without letters", do: suspend(false)},
		{name: "suspend twice", given: func(h *hall) { h.must(suspend(true)) }, do: suspend(true), refused: club.ErrNothingToDo.Error()},
		{
			name: "resume", given: func(h *hall) { h.begin("rooya", "a1"); h.must(suspend(true)); h.later(time.Hour) }, do: resume,
			then: func(h *hall) {
				h.must(in(func(tx *club.Tx, g *club.Game) error {
					c, err := tx.Clock(g, g.Turn())
					require.Equal(h.t, 2*time.Minute, c.Used(h.now), "the hour does not count")
					return err
				}))
			},
		},
		{name: "resume a player whom nobody suspended", do: resume, refused: club.ErrNothingToDo.Error()},
		{
			name: "merge", given: func(h *hall) { h.begin("rooya", "a1") }, do: func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, true) },
			events: []string{"PlayersMerged Ada"},
			then: func(h *hall) {
				h.must(func(tx *club.Tx) error {
					p, err := tx.DB.PlayerByAddress("cleo@example.org")
					require.Equal(h.t, ada, p.ID)
					return err
				})
			},
		},
		{name: "merge without letters", do: func(tx *club.Tx) error { return club.Merge(tx, cleo, ada, false) }},
		{name: "merge players whose game goes on", given: func(h *hall) { h.begin("rooya") }, do: func(tx *club.Tx) error { return club.Merge(tx, bob, ada, true) }, refused: db.ErrPlaying.Error()},
	})
}
