package templates

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// A first line that is too long loses what can be missed, and no part of a date.
func TestFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ head, want string }{
		{"Your move, Bob (move 4), due Thursday 18:00 (Guerre des deux roses #12)", "Your move, Bob (move 4), due Thursday 18:00 (Guerre des deux roses #12)"},
		{"Your second move in this turn, Bob: ply 134, due Thursday 18:00 (Guerre des deux roses #12)", "Your second move in this turn: ply 134, due Thursday 18:00 (#12)"},
		{"À vous de jouer, Bob : coup 1, échéance 27 novembre 09:14 (Guerre des deux roses #1)", "À vous de jouer : coup 1, échéance 27 novembre 09:14 (#1)"},
		{"Ada sarà in vacanza: 20 dicembre ore 00:00 - il 3 gennaio ore 00:00 (Guerre des deux roses #1)", "Ada sarà in vacanza: 20 dicembre ore 00:00 - il 3 gennaio ore 00:00 (#1)"},
		{"Ada sarà in vacanza: 20 dicembre alle 00:00 - 4 gennaio 2027 alle 00:00 UTC (Le Rooya #1)", "Ada sarà in vacanza... (#1)"},
		{"Ada en vacances entre le 20 décembre à 00:00 et le 4 janvier 2027 à 00:00 (Le Rooya #1)", "Ada en vacances entre le 20 décembre à 00:00 et le 4 janvier 2027 à 00:00 (#1)"},
		{"Ada en vacances entre le 20 décembre à 00:00 et le 4 janvier 2027 à 00:00 UTC (Le Rooya #1)", "Ada en vacances... (#1)"},
		{"Ada sera en vacances : dimanche 20 décembre à 00:00 - lundi 4 janvier à 00:00 UTC (Le Rooya #1)", "Ada sera en vacances... (#1)"},
		{"Ada geht in Urlaub: Sonntag, 20. Dezember, 00:00 Uhr bis Montag, 4. Januar, 00:00 Uhr UTC (Le Rooya #1)", "Ada geht in Urlaub... (#1)"},
		{"Ada will be on vacation from Sunday 20 December 00:00 to Monday 4 January 00:00 UTC (Le Rooya #1)", "Ada will be on vacation... (#1)"},
		{"Adalbertina of the long house at the end of the lane: vacation from 20 December 2026 00:00 to 3 January 2027 00:00 (Turro #1)", "Adalbertina of the long house at the end of the lane... (#1)"},
		{"Adalbertina de la longue maison au bout du chemin : échéance mercredi à 09:00, dit la pendule (Turro #1)", "Adalbertina de la longue maison au bout du chemin... (#1)"},
		{"Adalbertina aus dem langen Haus am Ende der Gasse: Urlaub ab dem 2026-12-20 bis zum 2027-01-03", "Adalbertina aus dem langen Haus am Ende der Gasse: Urlaub ab..."},
		{"Your second move in this turn, Bob: ply 134, due Thursday 18:00 UTC (Guerre des deux roses #12)", "Your second move in this turn: ply 134, due Thursday 18:00 UTC (#12)"},
		{"Dein zweiter Zug in diesem Zug, Bob: Zug 134, bis 27. November, 18:00 Uhr UTC (Guerre des deux roses #12)", "Dein zweiter Zug in diesem Zug: Zug 134, bis 27. November, 18:00 Uhr UTC (#12)"},
		{"Adalbertina aus dem langen Haus am Ende der Gasse muss ziehen bis 27. November, 18:00 Uhr UTC", "Adalbertina aus dem langen Haus am Ende der Gasse muss ziehen..."},
		{"Nothing was done: pawns are placed on the outer plate, and b4 is on the inner one, which is another", "Nothing was done: pawns are placed on the outer plate, and b4 is on the..."},
	} {
		got := fit(c.head, "Bob", widest)
		require.Equal(t, c.want, got)
		require.LessOrEqual(t, utf8.RuneCountInString(got), widest)
	}
}
