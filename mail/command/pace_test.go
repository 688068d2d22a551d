package command

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// A challenge as people write it who play in French, Italian or German, and the
// languages that its words show. English ones show none.
func TestChallengeInEachLanguage(t *testing.T) {
	t.Parallel()
	r, err := NewReader(all.Games())
	require.NoError(t, err)
	const plain = "Challenge bob@example.org turro none 3d+1d/7d true"
	for _, c := range []struct {
		line, want string
		langs      []string
	}{
		{"challenge bob@example.org turro pace 2d+12h/5d", "Challenge bob@example.org turro none 2d+12h/5d true", nil},
		{"challenge bob@example.org turro random", plain, nil},
		{"challenge bob@example.org turro as random unrated", "Challenge bob@example.org turro none 3d+1d/7d false", nil},
		{"challenge bob@example.org Le Rooya", "Challenge bob@example.org rooya none 3d+1d/7d true", nil},
		{"défier bob@example.org turro rythme 2j+12h/5j", "Challenge bob@example.org turro none 2d+12h/5d true", []string{"fr"}},
		{"défier bob@example.org turro rythme 2J + 1J / 5J ouvrables", "Challenge bob@example.org turro none 2d+1d/5d weekdays true", []string{"fr"}},
		{"défier bob@example.org turro rythme 3 jours + 1 jour/1 semaine", "Challenge bob@example.org turro none 3d+1d/7d true", []string{"fr"}},
		{"défier bob@example.org turro en noir", "Challenge bob@example.org turro black 3d+1d/7d true", []string{"fr"}},
		{"défiez bob@example.org à turro avec les blancs rythme 1j12h+8h/2j", "Challenge bob@example.org turro white 1d12h+8h/2d true", []string{"fr"}},
		{"défier bob@example.org au turro, au hasard, rythme lent", "Challenge bob@example.org turro none 7d+2d/21d true", []string{"fr"}},
		{"défier bob@example.org turro au hasard rythme lent", "Challenge bob@example.org turro none 7d+2d/21d true", []string{"fr"}},
		{"sfida bob@example.org turro ritmo 2g+12h/5g", "Challenge bob@example.org turro none 2d+12h/5d true", []string{"it"}},
		{"sfida bob@example.org a turro con il nero ritmo 2g+12o/5g feriali", "Challenge bob@example.org turro black 2d+12h/5d weekdays true", []string{"it"}},
		{"sfido bob@example.org turro col bianco ritmo 3 giorni + 1 giorno / 7 giorni", "Challenge bob@example.org turro white 3d+1d/7d true", []string{"it"}},
		{"sfida bob@example.org turro a caso", plain, []string{"it"}},
		{"fordern bob@example.org turro tempo 2T+12h/5T werktags", "Challenge bob@example.org turro none 2d+12h/5d weekdays true", []string{"de"}},
		{"fordere bob@example.org zu turro heraus mit Schwarz Tempo 3 Tage + 1 Tag / 7 Tage", "Challenge bob@example.org turro black 3d+1d/7d true", []string{"de"}},
		{"fordere bob@example.org turro mit Bedenkzeit 1T+8Std/2T", "Challenge bob@example.org turro none 1d+8h/2d true", []string{"de"}},
		// The units of one language beside the words of another, and what is no unit.
		{"challenge bob@example.org turro pace 2T+30min/5g", "Challenge bob@example.org turro none 2d+30m/5d true", []string{"de", "it"}},
		{"challenge bob@example.org turro pace 3x+1x/7x", "Challenge bob@example.org Misread bad-pace []", nil},
		{"défier bob@example.org turro rythme 3mois+1mois/7mois", "Challenge bob@example.org Misread pace-long []", []string{"fr"}},
		// Absurd ones are named as such.
		{"challenge bob@example.org turro pace 90d+0d/90d", "Challenge bob@example.org Misread pace-long []", nil},
		{"challenge bob@example.org turro pace 3 months", "Challenge bob@example.org Misread pace-long []", nil},
		{"sfida bob@example.org turro ritmo 2 mesi", "Challenge bob@example.org Misread pace-long []", []string{"it"}},
		{"challenge bob@example.org turro pace 3d+1d/2d", "Challenge bob@example.org Misread pace-cap []", nil},
		// In other orders, with commas, and in the words of an invitation.
		{"challenge bob@example.org turro, as white", "Challenge bob@example.org turro white 3d+1d/7d true", nil},
		{"challenge bob@example.org, Le Rooya, as white, pace fast, unrated.", "Challenge bob@example.org rooya white 1d+8h/2d false", nil},
		{"challenge bob@example.org as white turro", "Challenge bob@example.org turro white 3d+1d/7d true", nil},
		{"challenge bob@example.org pace fast turro white", "Challenge bob@example.org turro white 1d+8h/2d true", nil},
		{"challenge turro as black bob@example.org", "Challenge bob@example.org turro black 3d+1d/7d true", nil},
		{"invite bob@example.org to a game of turro, as black", "Challenge bob@example.org turro black 3d+1d/7d true", nil},
		{"invitez bob@example.org à une partie de turro, avec les blancs", "Challenge bob@example.org turro white 3d+1d/7d true", []string{"fr"}},
		{"invita bob@example.org a giocare a turro, col nero", "Challenge bob@example.org turro black 3d+1d/7d true", []string{"it"}},
		{"lade bob@example.org zu einer Partie Turro ein, als Weiß", "Challenge bob@example.org turro white 3d+1d/7d true", []string{"de"}},
		{"challenge bob@example.org turro as blue", "Challenge bob@example.org Misread bad-side []", nil},
		{"challenge bob@example.org turro white please", "Challenge bob@example.org Misread bad-word []", nil},
		{"challenge whom you like and tell me@example.org", "Misread usage [] hint", nil},
		{"invite your friends", "Misread usage [] hint", nil},
		{"challenge 3t@example.org turro", "Challenge 3t@example.org turro none 3d+1d/7d true", nil},
	} {
		got := r.Read(c.line, "")
		require.Equal(t, c.want, typed(got.Do), c.line)
		require.Subset(t, got.Langs, c.langs, "%s (other languages may have such words, too)", c.line)
		require.Equal(t, len(c.langs) > 0, len(got.Langs) > 0, c.line)
	}
}
