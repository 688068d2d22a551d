package handler_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// example is a message of testdata/failing, which Turnpost once misunderstood.
type example struct {
	name string // of the file
	game string // the name of its rules
	lang string // of the message that it answers
	raw  []byte
}

// examples returns the messages of testdata/failing of one kind, which is a folder there.
// The files are the messages as they came, with the reply tokens of games that are over.
func examples(t *testing.T, kind string) (all []example) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("testdata", "failing", kind, "*.eml"))
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		e := example{name: filepath.Base(name), game: "turro", lang: "en"}
		if m := regexp.MustCompile(`-(turro|roses|rooya|tourrosa)-(en|fr|it|de)-`).FindStringSubmatch(e.name); m != nil {
			e.game, e.lang = m[1], m[2]
		}
		e.raw, err = os.ReadFile(name)
		require.NoError(t, err)
		all = append(all, e)
	}
	return all
}

var (
	oldFrom    = regexp.MustCompile(`(?m)^(From: .*<)[^<>]*>`)
	oldAddress = regexp.MustCompile(`games(\+[0-9]+\.[0-9]+\.[a-z2-7]{20})?@demo\.test`)
	oldID      = regexp.MustCompile(`<[0-9]+\.[0-9]+\.[a-z2-7]{20}\.[a-z0-9]{12}@demo\.test>`)
)

// answering returns the example as a reply by from to a message of ours: the reply tokens of
// its header, and those of its body that no line break divides, are those of that message.
func (e example) answering(from string, to *message) []byte {
	raw := oldFrom.ReplaceAll(e.raw, []byte("${1}"+strings.Trim(from, "<>")+">"))
	raw = oldID.ReplaceAll(raw, []byte(to.Get("Message-Id")))
	return oldAddress.ReplaceAllFunc(raw, func(address []byte) []byte {
		if !strings.Contains(string(address), "+") {
			return []byte(serverAddress)
		}
		return []byte(strings.Trim(to.Get("Reply-To"), "<>"))
	})
}

// underWay returns a world with a game of the example, whose players read its language. The
// letters before the first move are the last ones.
func (e example) underWay(t *testing.T) *world {
	t.Helper()
	w := begun(t, e.game)
	if e.lang != "en" {
		w.Reply(ada, "lang "+e.lang)
		w.Reply(bob, "lang "+e.lang)
		w.Reply(ada, "board")
	}
	return w
}

// TestFailingAgreements: what is no answer to an offer agrees to nothing, and a reaction is
// not answered.
func TestFailingAgreements(t *testing.T) {
	t.Parallel()
	for _, e := range examples(t, "wrong") {
		for _, offer := range []string{"draw", "undo"} {
			w := offered(t, e.game, "d3-d4", offer)
			before := w.Game(1)
			if !strings.Contains(e.name, "talk") {
				assert.Empty(t, w.Bring(e.answering(bob, w.Last(bob))), e.name)
				assert.Equal(t, before, w.Game(1), e.name)
				continue
			}
			w.Reply(ada, "say Do you speak English?")
			before = w.Game(1)
			assert.Len(t, w.Bring(e.answering(bob, w.Last(bob))), 2, e.name)
			assert.Equal(t, before, w.Game(1), e.name)
			assert.Contains(t, w.Last(ada).Text, "> Yes, I do", e.name)
			assert.Contains(t, flat(*w.Last(bob)), "is passed on as words", e.name)
		}
	}
}

// TestFailingSilence: the players of these messages were left in silence, or told that nothing
// was found.
func TestFailingSilence(t *testing.T) {
	t.Parallel()
	for _, e := range append(examples(t, "silent"), examples(t, "asked")...) {
		if !strings.Contains(e.name, "automatic") && !strings.Contains(e.name, "owa") &&
			!strings.Contains(e.name, "client-samsung") && !strings.Contains(e.name, "structure") {
			continue
		}
		w := e.underWay(t)
		answers := w.Bring(e.answering(ada, w.Last(ada)))
		assert.NotEmpty(t, answers, e.name)
		assert.Equal(t, 1, w.Game(1).Plies, e.name)
	}
	says := map[string]string{
		"mutt-suffix.eml":            `(?i)did you mean [^?]*d1-e2\b[^?]*\?`,
		"mutt-edited-list.eml":       `You played b3-a4\.`,
		"tb-html-inline.eml":         `You played b2-a3\.`,
		"sylph-accept-glued.eml":     `The game has begun`,
		"snail-tab-quote-bottom.eml": `The game has begun`,
	}
	for _, e := range examples(t, "clients") {
		w := e.underWay(t)
		if strings.Contains(says[e.name], "begun") {
			w = newWorld(t)
			w.Send(post{From: "Bob <" + bob + ">", Proven: true, Body: "challenge " + ada + " turro as white"})
		}
		if answers := w.Bring(e.answering(ada, w.Last(ada))); assert.NotEmpty(t, answers, e.name) {
			assert.Regexp(t, says[e.name], flat(answers[0]), e.name)
		}
	}
}
