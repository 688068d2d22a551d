package club_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/club/clubtest"
)

// names are the players of TestFindPlayer, by number: + for those who let others challenge them by name, * for
// those whose games may be followed.
const names = "+Ada, Bob, +Daniel Smith, +Danielle, +Zoé, +Zoe, *Zoltan, +Jürgen Müller, +Løvland, +Anna Maria, +O'Brien, " +
	"Hidden, +Hiddenite, +Иван Петров, *+Peter, *Petra, +Straßer, Met One, +Ян"

func TestFindPlayer(t *testing.T) {
	people := strings.Split(names, ", ")
	clubtest.Each(t, func(t *testing.T, where string) {
		w := clubtest.New(t, where, func(*club.Tx, club.Event) error { return nil }, len(people), func(i int, p *db.Player) {
			p.Challenges, p.Public = strings.Contains(people[i], "+"), strings.Contains(people[i], "*")
			p.Name = strings.TrimLeft(people[i], "+*")
		})
		id := func(name string) int64 {
			for i, p := range people {
				if strings.TrimLeft(p, "+*") == name {
					return int64(i + 1)
				}
			}
			return 0
		}
		w.Do(func(tx *club.Tx) error {
			if err := club.Invite(tx, id("Met One"), id("Ada"), order(t, "turro"), ""); err != nil {
				return err
			}
			return club.Block(tx, id("Danielle"), id("Peter"), false)
		})
		// What Ada finds: a name, several with a bar, or "-".
		for _, c := range []struct {
			who  db.Findable
			rows string
		}{
			{db.FindChallenges, `Daniel Smith: Daniel Smith; daniel smith: Daniel Smith; DANIEL  SMITH.: Daniel Smith;
				"Daniel Smith": Daniel Smith; dan: Danielle|Daniel Smith; daniel: Danielle|Daniel Smith; daniels: Daniel Smith;
				danielle: Danielle; Zoé: Zoé; zoe: Zoe; ZOE: Zoe; zoé: Zoé; Jurgen Muller: Jürgen Müller;
				Juergen Mueller: Jürgen Müller; jürgen: Jürgen Müller; lovland: Løvland; LØVLAND: Løvland; anna: Anna Maria;
				annamaria: Anna Maria; obrien: O'Brien; O’Brien: O'Brien; иван: Иван Петров; strasser: Straßer; ya: -; Ян: Ян;
				Bob: -; Bo: -; Hidden: -; Hid: Hiddenite; Nobody at all: -; Zoltan: -; d: -; ...: -; Met One: -; Met: -; %: -; _: -;
				Dan%: Danielle|Daniel Smith; Ad: -; Ada: Ada`},
			{db.FindPublic, `Zoltan: Zoltan; zol: Zoltan; pet: Peter|Petra; Peter: Peter; Daniel Smith: -; Dan: -; Bob: -`},
			{db.FindMet, `Bob: Bob; hidden: Hidden; Hid: -; Dan: -; Daniel Smith: Daniel Smith; met: Met One; me: Met One; nobody: -`},
		} {
			for _, row := range strings.Split(c.rows, ";") {
				name, want, _ := strings.Cut(strings.TrimSpace(row), ": ")
				got := ""
				w.Do(func(tx *club.Tx) error {
					p, err := club.FindPlayer(tx, id("Ada"), name, c.who)
					refusal, err := club.Refused(err)
					switch got = p.Name; {
					case err != nil || refusal == nil:
					case len(refusal.Near) > 0:
						got = strings.Join(refusal.Near, "|")
					default:
						got = "-"
					}
					return err
				})
				require.Equal(t, want, got, "%q of %s", name, c.who)
			}
		}
		// A player finds nobody by a beginning who is blocked, or has blocked them.
		w.Do(func(tx *club.Tx) error {
			p, err := club.FindPlayer(tx, id("Peter"), "dan", db.FindChallenges)
			require.Equal(t, "Daniel Smith", p.Name)
			return err
		})
		// Who is refused hears the same whether or not there is such a player.
		for _, name := range []string{"Bob", "Bobby Nobody"} {
			w.Do(func(tx *club.Tx) error {
				_, err := club.FindPlayer(tx, id("Ada"), name, db.FindChallenges)
				refusal, err := club.Refused(err)
				require.Equal(t, club.Refuse("challenge-nobody", name), refusal)
				return err
			})
		}
	})
}
