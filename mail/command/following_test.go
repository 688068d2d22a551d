package command

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// What is followed is named as people write it, in four languages; what only begins like
// that is talk.
func TestFollowing(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	for line, want := range map[string]FollowTarget{
		"follow #12": {Game: 12}, "#12 follow": {Game: 12}, "Follow 12.": {Game: 12}, "suivre #12": {Game: 12},
		"follow Ada": {Player: "Ada"}, "segui Ada Byron": {Player: "Ada Byron"}, "folge Ada": {Player: "Ada"},
		"follow tournament spring-cup": {Tournament: "spring-cup"}, "folgen turnier Turro 2": {Tournament: "turro-2"},
		"suivre tournoi turro": {Tournament: "turro"}, "segui torneo le rooya": {Tournament: "rooya"},
	} {
		require.Equal(t, Follow{want}, r.Read(line, "en").Do, line)
	}
	for _, line := range []string{"follow ada turro", "suivre ada turro", "folgen Ada Le Rooya", "segui Ada byron tourrosa"} {
		do, ok := r.Read(line, "en").Do.(Follow)
		require.True(t, ok, line)
		require.NotNil(t, do.Rules, line)
		require.Regexp(t, `(?i)^ada( byron)?$`, do.Player)
	}
	for line, want := range map[string]FollowTarget{
		"unfollow": {}, "unfollow #3": {Game: 3}, "cesser de suivre": {}, "cesser de suivre #3": {Game: 3}, "smetti di seguire Ada": {Player: "Ada"},
		"smetti di seguire torneo turro-2": {Tournament: "turro-2"}, "entfolgen Ada": {Player: "Ada"},
	} {
		require.Equal(t, Unfollow{want}, r.Read(line, "en").Do, line)
	}
	for _, line := range []string{"Cesser", "smetti", "Smettere."} { // without the second word
		misread, ok := r.Read(line, "fr").Do.(Misread)
		require.True(t, ok && misread.Hint || r.Read(line, "fr").Verb == "", line)
	}
	require.Equal(t, Follow{FollowTarget{Player: "Ada L", Whole: "Ada L."}}, r.Read("follow Ada L.", "en").Do)
	for line, want := range map[string]Following{
		"following": {}, "follow": {}, "following every": {Set: true, Every: true}, "suivis résumé": {Set: true}, "seguite fine": {Set: true, Every: true, Ends: true},
		"mitlesen ende übersicht": {Set: true, Ends: true},
	} {
		require.Equal(t, want, r.Read(line, "en").Do, line)
	}
	for line, want := range map[string]Best{
		"best of the week": {}, "Best of the week on": {"on"}, "meilleures parties de la semaine non": {"off"}, "migliori della settimana": {}, "beste der Woche an": {"on"},
	} {
		require.Equal(t, want, r.Read(line, "en").Do, line)
	}
	for _, line := range []string{"Best, Ada", "Best", "best regards", "Beste Grüße", "Meilleures salutations", "migliori saluti"} {
		require.Empty(t, r.Read(line, "en").Verb, line)
	}
	for _, line := range []string{"Follow your heart, Bob.", "follow me", "Following your move I had a coffee", "follow the plan", "follow ada@example.org"} {
		misread, ok := r.Read(line, "en").Do.(Misread)
		require.True(t, ok && misread.Hint, line)
	}
}
