package templates

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/pelletier/go-toml/v2"
	"golang.org/x/text/unicode/norm"
)

// Lexicon is the words of commands in one language. All but Own are folded: see [Fold].
type Lexicon struct {
	Lang string
	// Verbs are the words that call a command, by its name: in English, which has
	// none here, names are the words.
	Verbs map[string]string
	// Args are the words behind a command, by the command's name, and what each is
	// in English; "-" is what a word without a meaning is.
	Args map[string]map[string]string
	// Whole are single words that say a whole command, and the command in English:
	// "dimenticami" is "forget me".
	Whole map[string]string
	// Own are words that call a command when they are alone on a line and their writer reads
	// this language, whatever they mean in another. They are not folded, but in lower case:
	// French "si" is not Italian "sì".
	Own map[string]string
	// Units are the units of a pace, with the letter that each has in English: "j" is "d".
	Units map[string]string
	// Connectors can stand between two moves; ConnectorsOfLetters can if a letter follows.
	Connectors, ConnectorsOfLetters []string
	// Conditional words stand near the beginning of a condition.
	Conditional []string
	// Common words show that a text is in this language.
	Common []string
	// Prose is how people write around their moves.
	Prose ProseSigns
	// Secret is how people write what the opponent must not read.
	Secret PlanWords
	// Said is what people say instead of a command, and around one.
	Said SpokenPhrases
	// Openings are the beginnings of the heads of our messages that go on with a comma and the
	// reader's name, in lower case.
	Openings []string
}

// ProseSigns is the words by which a line shows that it is part of a sentence, or is none.
type ProseSigns struct {
	Hanging    []string // no sentence ends with them
	Denying    []string // they deny what follows, or only weigh it
	Continuing []string // a sentence goes on with them behind a move
	Greeting   []string // they begin a greeting
	Announcing []string // whole lines that announce the move below them
	Clause     []string // what is to be noted follows them, as in "note that"
	Unnamed    []string // words that are no name in lower case after the word for name: "name unknown"
}

// PlanWords is the phrases and words that show a plan, or a note of the writer's own.
type PlanWords struct {
	Begins  []string // phrases that begin one
	Heads   []string // phrases that do so before a colon or a dash
	Perhaps []string // phrases that do so in a line with a cell or an attack
	Attacks []string // what is done to the opponent
	Ends    []string // those with which a short note ends
	Moves   []string // what is done on a board
	Later   []string // that something comes later
	Rival   []string // the opponent, spoken of to somebody else
	Toward  []string // before the cell that is aimed at

	Third      []string // words for the opponent, in a sentence that is not said to the opponent
	Impersonal []string // phrases in which such a word means nobody
	Second     []string // words that address the opponent
	Formal     []string // words that address the opponent if they are capital; these are not folded
	Others     []string // people other than the opponent
	Notices    []string // what the writer hopes that the opponent does not do
	Hopes      []string
	Negations  []string
	Snares     []string // what the writer hopes that the opponent does
	Doomed     []string // how the opponent stands, if the writer is right
	Pieces     []string // what is on a board
	Places     []string // where it is
	Weak       []string // how it stands
	Aims       []string // phrases that begin an intention
	Wills      []string // phrases that do so before an act on the board
	Leisure    []string // what people plan outside the game
	Says       []string // what stands behind "say" in an ordinary sentence
	Server     []string // phrases of a sentence that may be meant for the server or its operator
}

// SpokenPhrases is whole phrases, and words, by which people say what is written otherwise.
type SpokenPhrases struct {
	Verbs             map[string]string // phrase -> name of the command
	Perhaps           []string          // a yes where one is waited for
	Joining           []string          // a yes to an invitation
	Cancel            []string          // to end a game before one's first move, or else to take back
	Courtesy          []string          // around a move or a command
	Topics            []string          // what commands are about, such as games and messages
	Beside            []string          // words that say nothing by themselves, and may stand beside a command
	Lead, Tail        []string          // before and behind a number of a list
	Reacted           []string          // what programs write for a reaction button; see en/commands.toml
	To, From, Numbers []string          // between two cells, before the first, and from one on
	Time, Extend      []string          // of which a line that asks for more time has one each
}

// lexiconText is a lexicon as it is written.
type lexiconText struct {
	Words struct {
		Between        []string `toml:"between"`
		BetweenLetters []string `toml:"between-letters"`
		Conditional    []string `toml:"conditional"`
		Common         string   `toml:"common"`
	} `toml:"words"`
	Prose struct {
		Hanging    string   `toml:"hanging"`
		Denying    string   `toml:"denying"`
		Continuing string   `toml:"continuing"`
		Greeting   string   `toml:"greeting"`
		Announcing []string `toml:"announcing"`
		Clause     string   `toml:"clause"`
		Unnamed    string   `toml:"unnamed"`
	} `toml:"prose"`
	Secret struct {
		Begins  []string `toml:"begins"`
		Heads   []string `toml:"heads"`
		Perhaps []string `toml:"perhaps"`
		Attacks string   `toml:"attacks"`
		Ends    string   `toml:"ends"`
		Moves   string   `toml:"moves"`
		Later   string   `toml:"later"`
		Rival   string   `toml:"rival"`
		Toward  string   `toml:"toward"`

		Third      []string `toml:"third"`
		Impersonal []string `toml:"impersonal"`
		Second     string   `toml:"second"`
		Formal     string   `toml:"formal"`
		Others     string   `toml:"others"`
		Notices    []string `toml:"notices"`
		Hopes      []string `toml:"hopes"`
		Negations  string   `toml:"negations"`
		Snares     []string `toml:"snares"`
		Doomed     []string `toml:"doomed"`
		Pieces     []string `toml:"pieces"`
		Places     []string `toml:"places"`
		Weak       string   `toml:"weak"`
		Aims       []string `toml:"aims"`
		Wills      []string `toml:"wills"`
		Leisure    string   `toml:"leisure"`
		Says       []string `toml:"says"`
		Server     []string `toml:"server"`
	} `toml:"secret"`
	Said  map[string][]string            `toml:"said"`
	Verbs map[string][]string            `toml:"verbs"`
	Args  map[string]map[string][]string `toml:"args"`
	Whole map[string][]string            `toml:"whole"`
	Own   map[string][]string            `toml:"own"`
	Units map[string][]string            `toml:"units"`
}

// Lexicons are the words of commands in every language, as they are embedded. They are read
// once; callers must not change them.
func Lexicons() ([]Lexicon, error) { return readLexicons() }

var readLexicons = sync.OnceValues(func() ([]Lexicon, error) {
	var out []Lexicon
	for _, code := range Languages() {
		l, err := newLocale(code, nil)
		if err != nil {
			return nil, err
		}
		lexicon, err := newLexicon(l)
		if err != nil {
			return nil, fmt.Errorf("templates: %s/%s: %w", code, lexiconFile, err)
		}
		out = append(out, lexicon)
	}
	return out, nil
})

// readLexicon reads the embedded lexicon of a language. Without one, its readers write
// English commands.
func readLexicon(code string) (lexiconText, error) {
	var out lexiconText
	name := code + "/" + lexiconFile
	text, err := files.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err == nil {
		err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&out)
	}
	if err != nil {
		return out, fmt.Errorf("templates: %s: %w", name, err)
	}
	return out, nil
}

func newLexicon(l *locale) (out Lexicon, err error) {
	out = Lexicon{Lang: l.code, Verbs: map[string]string{}, Args: map[string]map[string]string{},
		Openings: l.openings()}
	written := l.lexicon
	out.Connectors, out.ConnectorsOfLetters = folded(written.Words.Between), folded(written.Words.BetweenLetters)
	out.Conditional, out.Common = folded(written.Words.Conditional), folded(strings.Fields(written.Words.Common))
	prose := written.Prose
	out.Prose = ProseSigns{
		Hanging: folded(strings.Fields(prose.Hanging)), Denying: folded(strings.Fields(prose.Denying)),
		Continuing: folded(strings.Fields(prose.Continuing)),
		Greeting:   folded(strings.Fields(prose.Greeting)), Announcing: folded(prose.Announcing),
		Clause: folded(strings.Fields(prose.Clause)), Unnamed: folded(strings.Fields(prose.Unnamed)),
	}
	secret := written.Secret
	out.Secret = PlanWords{
		Begins: folded(secret.Begins), Heads: folded(secret.Heads), Perhaps: folded(secret.Perhaps),
		Attacks: folded(strings.Fields(secret.Attacks)), Ends: folded(strings.Fields(secret.Ends)),
		Moves: folded(strings.Fields(secret.Moves)), Later: folded(strings.Fields(secret.Later)),
		Rival:  folded(strings.Fields(secret.Rival)),
		Toward: folded(strings.Fields(secret.Toward)),
		Third:  folded(secret.Third), Impersonal: folded(secret.Impersonal),
		Second: folded(strings.Fields(secret.Second)), Formal: strings.Fields(secret.Formal),
		Others: folded(strings.Fields(secret.Others)), Notices: folded(secret.Notices), Hopes: folded(secret.Hopes),
		Negations: folded(strings.Fields(secret.Negations)), Snares: folded(secret.Snares),
		Doomed: folded(secret.Doomed),
		Pieces: folded(secret.Pieces), Places: folded(secret.Places), Weak: folded(strings.Fields(secret.Weak)),
		Aims: folded(secret.Aims), Wills: folded(secret.Wills), Leisure: folded(strings.Fields(secret.Leisure)),
		Says: folded(secret.Says), Server: folded(secret.Server),
	}
	if out.Said, err = saidOf(written.Said); err != nil {
		return out, err
	}
	if err := invert(out.Verbs, written.Verbs); err != nil {
		return out, err
	}
	out.Whole, out.Units = map[string]string{}, map[string]string{}
	if err := errors.Join(invert(out.Whole, written.Whole), invert(out.Units, written.Units)); err != nil {
		return out, err
	}
	out.Own = map[string]string{}
	for verb, words := range written.Own {
		for _, word := range words {
			out.Own[strings.ToLower(word)] = verb
		}
	}
	for verb, words := range written.Args {
		out.Args[verb] = map[string]string{}
		if err := invert(out.Args[verb], words); err != nil {
			return out, fmt.Errorf("args.%s: %w", verb, err)
		}
	}
	return out, l.addDays(out.Args)
}

// saidOf sorts the entries of "said": lists with a meaning of their own, and phrases that
// call a command.
func saidOf(written map[string][]string) (SpokenPhrases, error) {
	out := SpokenPhrases{Verbs: map[string]string{}}
	lists := map[string]*[]string{
		"perhaps": &out.Perhaps, "joining": &out.Joining, "cancel": &out.Cancel, "courtesy": &out.Courtesy,
		"lead":   &out.Lead,
		"topics": &out.Topics, "beside": &out.Beside,
		"tail": &out.Tail, "reacted": &out.Reacted, "to": &out.To, "from": &out.From, "time": &out.Time,
		"extend": &out.Extend, "numbers": &out.Numbers,
	}
	verbs := map[string][]string{}
	for name, phrases := range written {
		if list := lists[name]; list != nil {
			*list = folded(phrases)
		} else {
			verbs[name] = phrases
		}
	}
	return out, invert(out.Verbs, verbs)
}

// typed is the English words behind a command in the words of the language: "3d+1d/7d
// weekdays" is "3j+1j/7j ouvrables" behind "challenge".
func (l *locale) typed(verb, english string) string {
	own := l.lexicon.Args[verb]
	if len(own) == 0 {
		return english
	}
	words := strings.Split(english, " ")
	for i, word := range words {
		core := strings.TrimRight(word, ",;")
		switch list := own[core]; {
		case len(list) > 0:
			words[i] = list[0] + word[len(core):]
		case verb == "challenge" && paceForm.MatchString(word):
			words[i] = unitForm.ReplaceAllStringFunc(word, l.unit)
		}
	}
	return strings.Join(words, " ")
}

// paceForm is a pace as it is stored, START+MORE/MOST; unitForm is a unit in it.
var (
	paceForm = regexp.MustCompile(`^[0-9dhm]+\+[0-9dhm]+/[0-9dhm]+$`)
	unitForm = regexp.MustCompile(`[dhm]`)
)

// unit is a unit of a pace as the language writes it.
func (l *locale) unit(letter string) string {
	if list := l.lexicon.Units[letter]; len(list) > 0 {
		return list[0]
	}
	return letter
}

// addDays adds the days of the week to the words behind the command that takes one.
func (l *locale) addDays(args map[string]map[string]string) error {
	if l.code == source || args["digest"] == nil {
		return nil
	}
	if err := l.prepare(); err != nil {
		return err
	}
	for _, day := range []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"} {
		args["digest"][Fold(l.phrase("weekday."+day))] = day
	}
	return nil
}

// invert lists words by what they mean.
func invert(to map[string]string, words map[string][]string) error {
	for meaning, list := range words {
		for _, word := range folded(list) {
			if other, ok := to[word]; ok && other != meaning {
				return fmt.Errorf("%q means %s and %s", word, other, meaning)
			}
			to[word] = meaning
		}
	}
	return nil
}

func folded(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = Fold(word)
	}
	return out
}

// Fold makes one word of the forms in which players may write it: lower case, without
// accents.
func Fold(word string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(word)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// openings finds the heads of messages that name the reader: the text before the name. Some
// mail programs quote them without a mark.
func (l *locale) openings() []string {
	var out []string
	seen := map[string]bool{}
	for id, m := range l.messages {
		if !isHead(id) {
			continue
		}
		for _, form := range m.forms {
			if len(form) < 2 || form[0].name != "" || form[1].name != "Reader" {
				continue
			}
			opening, ok := strings.CutSuffix(strings.ToLower(form[0].text), ", ")
			if ok && !seen[opening] {
				seen[opening] = true
				out = append(out, opening)
			}
		}
	}
	return out
}

// isHead reports whether a message opens a letter: one of its parts is "head".
func isHead(id string) bool {
	for part := range strings.SplitSeq(id, ".") {
		if name, _, _ := strings.Cut(part, "-"); name == "head" {
			return true
		}
	}
	return false
}
