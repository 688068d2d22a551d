package desk

import (
	"maps"
	"slices"
	"strings"
)

// verb is one command: how it is written, what it does.
type verb struct {
	// name is its first word in English. What help says of it stands in the
	// templates as verb.NAME.usage, .summary, .more and .example.
	name string
	// bare says that nothing but a game's number may follow: "resign yourself"
	// is talk. words lists the words that may follow all the same.
	bare  bool
	words []string
	// second is the word that makes the command with the first, if one does.
	second string
	// proven says that it is carried out only for a proven writer.
	proven bool
	// run carries the command out. What the player did wrong goes to
	// session.problem; the error is ours or the database's.
	run func(*session, command) error

	group string // where help shows it; see verbs
}

// verbs lists every command in the order of the help, and in its groups, each
// of which has its title in the templates as group.NAME.
func verbs() []verb {
	var all []verb
	for _, group := range []struct {
		name  string
		verbs []verb
	}{
		{"playing", []verb{
			moveVerb(),
			previewVerb(),
			ifVerb(),
			drawVerb(),
			undoVerb(),
			yesVerb(),
			noVerb(),
			resignVerb(),
		}},
		{"inviting", []verb{
			challengeVerb(),
			acceptVerb(),
			declineVerb(),
			withdrawVerb(),
			rematchVerb(),
			blockVerb(),
		}},
		{"looking", []verb{
			boardVerb(),
			historyVerb(),
			exportVerb(),
			gamesVerb(),
			standingsVerb(),
			playerVerb(),
			rulesVerb(),
			helpVerb(),
		}},
		{"talking", []verb{
			sayVerb(),
			noteVerb(),
			notesVerb(),
			publishVerb(),
		}},
		{"me", []verb{
			nameVerb(),
			langVerb(),
			timezoneVerb(),
			digestVerb(),
			lettersVerb(),
			vacationVerb(),
			addressVerb(),
			settingsVerb(),
		}},
		{"leaving", []verb{
			stopVerb(),
			forgetVerb(),
		}},
	} {
		for _, v := range group.verbs {
			v.group = group.name
			all = append(all, v)
		}
	}
	return all
}

// whole is the command as it is written.
func (v verb) whole() string { return strings.TrimSpace(v.name + " " + v.second) }

// called is the command as somebody wrote it who called it by a word of other
// languages than English; or else as it is written.
func (v verb) called(word string, langs []string) string {
	if len(langs) > 0 && v.second == "" {
		return strings.ToLower(word)
	}
	return v.whole()
}

// verb returns the command of that name.
func (d *Desk) verb(name string) (verb, bool) {
	for _, v := range d.verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

// near returns the command words, in English and in the player's language, that
// differ from word by one slip: a letter more, less, other, or two swapped.
func (d *Desk) near(word, lang string) []string {
	if len(word) < 3 {
		return nil
	}
	var words []string
	for _, v := range d.verbs {
		if oneSlip(word, v.name) {
			words = append(words, v.name)
		}
	}
	for _, l := range d.lexicons {
		for _, own := range slices.Sorted(maps.Keys(l.verbs)) {
			if l.lang == lang && oneSlip(plain(word), own) && !slices.Contains(words, own) {
				words = append(words, own)
			}
		}
	}
	return words
}

func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) != len(b) {
		return a[i:] == b[i+1:]
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
