package rules

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
)

// Words is a game in one language, as in its file: see [ReadWords].
type Words struct {
	// Brief, Notation, Text and Reasons are those of [Game].
	Brief, Notation, Text string
	Reasons               map[string]string
	// Phrases has the translation of each English format of the game. It takes the same
	// arguments; "%[2]s" reorders them, and "%s{of}" is a [Word] in its form "of", which is
	// under "Black{of}".
	Phrases map[string]string
	// Moves is what players may type, after Clean, for a ply whose canonical text is a word:
	// Moves["passe"] = "pass". See Typed.
	Moves map[string]Move
	// Spoken is the first of these for each ply as it is written in the file: Spoken["cw"] =
	// "im Uhrzeigersinn".
	Spoken map[Move]string
	// Err is the faults of the file, line by line; nil if there are none. The readable part
	// is used all the same; rulestest.CheckWords requires nil.
	Err error
}

//go:embed words
var commonFiles embed.FS

// commonWords are the words of all games in each language.
var commonWords = sync.OnceValue(func() map[string]Words { return ReadWords(commonFiles) })

// Languages lists the tags of the languages of games, English first: those with a file in rules/words.
func Languages() []string {
	tags := slices.Sorted(maps.Keys(commonWords()))
	i := max(slices.Index(tags, "en"), 0)
	copy(tags[1:i+1], tags[:i])
	tags[0] = "en"
	return tags
}

// CommonWords are the words of all games in a language.
func CommonWords(lang string) Words { return commonWords()[lang] }

// ReadWords reads the words of a game, or of all games, from the folder "words"
// in files: one file a language, called by its tag ("words/de.txt"). The format
// is made for translators and told to them in rules/words/en.txt.
func ReadWords(files fs.FS) map[string]Words {
	words := map[string]Words{}
	names, _ := fs.Glob(files, "words/*.txt") // the one error is that of a bad pattern
	for _, name := range names {
		words[strings.TrimSuffix(path.Base(name), ".txt")] = readWords(files, name)
	}
	return words
}

// readWords reads one file.
func readWords(files fs.FS, name string) Words {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return Words{Err: err}
	}
	w, err := parseWords(string(text))
	if err != nil {
		w.Err = fmt.Errorf("%s: %w", name, err)
	}
	return w
}

// LazyWords is ReadWords on its first call; later calls return the same words.
func LazyWords(files fs.FS) func() map[string]Words {
	return sync.OnceValue(func() map[string]Words { return ReadWords(files) })
}

// Typed is the ply for a word in any language, or for its canonical text; text is from Clean. ok is
// false if it is not such a word.
func Typed(words map[string]Words, text string) (m Move, ok bool) {
	for _, w := range words {
		if m, ok = w.Moves[text]; ok {
			return m, true
		}
		if _, ok = w.Spoken[Move(text)]; ok {
			return Move(text), true
		}
	}
	return "", false
}
