package templates

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestTimeLeft: the time left is said in one unit, to the nearest, in each language.
func TestTimeLeft(t *testing.T) {
	t.Parallel()
	words, err := New()
	require.NoError(t, err)
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		left string
		want [4]string // in English, French, Italian and German
	}{
		{"335h58m", [4]string{"14 days", "14 jours", "14 giorni", "14 Tage"}},
		{"167h", [4]string{"7 days", "7 jours", "7 giorni", "7 Tage"}},
		{"95h59m59s", [4]string{"4 days", "4 jours", "4 giorni", "4 Tage"}},
		{"71h59m", [4]string{"3 days", "3 jours", "3 giorni", "3 Tage"}},
		{"72h1m", [4]string{"3 days", "3 jours", "3 giorni", "3 Tage"}},
		{"50h", [4]string{"2 days", "2 jours", "2 giorni", "2 Tage"}},
		{"47h58m", [4]string{"2 days", "2 jours", "2 giorni", "2 Tage"}},
		{"47h", [4]string{"47 hours", "47 heures", "47 ore", "47 Stunden"}},
		{"23h58m", [4]string{"24 hours", "24 heures", "24 ore", "24 Stunden"}},
		{"12h10m", [4]string{"12 hours", "12 heures", "12 ore", "12 Stunden"}},
		{"1h59m50s", [4]string{"2 hours", "2 heures", "2 ore", "2 Stunden"}},
		{"90m", [4]string{"90 minutes", "90 minutes", "90 minuti", "90 Minuten"}},
		{"59m40s", [4]string{"1 hour", "1 heure", "1 ora", "1 Stunde"}},
		{"58m", [4]string{"58 minutes", "58 minutes", "58 minuti", "58 Minuten"}},
		{"80s", [4]string{"1 minute", "1 minute", "1 minuto", "1 Minute"}},
		{"-5m", [4]string{"0 minutes", "0 minute", "0 minuti", "0 Minuten"}},
	} {
		left, err := time.ParseDuration(c.left)
		require.NoError(t, err)
		for i, lang := range []string{"en", "fr", "it", "de"} {
			require.Equal(t, c.want[i], words.locales[lang].left(now, now.Add(left)), c.left)
		}
	}
}
