package memo_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db/memo"
)

func TestWhatIsRemembered(t *testing.T) {
	m := &memo.Memo{}
	player, pause := memo.Key{Table: "players", A: 1}, memo.Key{Table: "pauses", A: 1}
	require.Nil(t, m.Get(player))
	m.Put(player, "Ada")
	m.Put(pause, "none")
	require.Equal(t, "Ada", m.Get(player))
	require.Nil(t, m.Get(memo.Key{Table: "players", A: 2}))
	m.Wrote(`INSERT INTO follow_players (follower, player) SELECT 1, 2 FROM players_of`)
	require.Equal(t, "Ada", m.Get(player), "other tables")
	m.Wrote(`UPDATE players SET turns = turns + 1`)
	require.Nil(t, m.Get(player))
	require.Equal(t, "none", m.Get(pause))
	m.Forget()
	require.Nil(t, m.Get(pause))
	for n := range int64(100_000) {
		m.Put(memo.Key{Table: "players", A: n}, n)
	}
	m.Wrote(`DELETE FROM players`)

	m = nil // of who remembers nothing
	m.Put(player, "Ada")
	m.Wrote("")
	m.Forget()
	require.Nil(t, m.Get(player))
}
