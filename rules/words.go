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

// Words is a game in one language, as its file tells it: see [ReadWords].
type Words struct {
	// Brief, Notation, Text and Reasons are those of [Game].
	Brief, Notation, Text string
	Reasons               map[string]string
	// Phrases holds, under each English format of the game, the format in this
	// language. It takes the same arguments; "%[2]s" reorders them, and
	// "%s{of}" asks for a [Term] in its form "of", which stands under "Black{of}".
	Phrases map[string]string
	// Moves is what players may type, as Clean has it, for a ply whose canonical
	// text is a word: Moves["passe"] = "pass". See Typed.
	Moves map[string]Move
	// Spoken is the first of these for each ply, as it is written: Spoken["cw"] = "im
	// Uhrzeigersinn".
	Spoken map[Move]string
	// Err is what is wrong with the file, line by line; nil if nothing is. A
	// game is told with what could be read, because a letter is worth more than
	// a perfect letter; rulestest.CheckWords demands nil.
	Err error
}

//go:embed words
var commonFiles embed.FS

// commonWords are what any game may say in each language.
var commonWords = sync.OnceValue(func() map[string]Words { return ReadWords(commonFiles) })

// Languages lists the tags of the languages in which games are told, English
// first: those that have a file in rules/words.
func Languages() []string {
	tags := slices.Sorted(maps.Keys(commonWords()))
	i := max(slices.Index(tags, "en"), 0)
	copy(tags[1:i+1], tags[:i])
	tags[0] = "en"
	return tags
}

// CommonWords is what any game may say in a language, and what is wrong with it.
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

// Typed is the ply for which a player typed a word of some language; text is as
// Clean has it. A player may know the word from the rules in any language, so
// all of them are understood.
func Typed(words map[string]Words, text string) (m Move, ok bool) {
	for _, w := range words {
		if m, ok = w.Moves[text]; ok {
			break
		}
	}
	return m, ok
}
