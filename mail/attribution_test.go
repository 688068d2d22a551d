package mail

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// What the signs are, as regular expressions say it, which are too slow for messages
// that were made to cost time.
var (
	dateLike = regexp.MustCompile(`\b(19|20)\d\d\b|\b\d{1,2}[:.h]\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|[年月일]|\p{Nd}:[٠-٩۰-۹]{2}|[٠-٩۰-۹]{4}`)
	moveLike = regexp.MustCompile(`\b[a-z]\d{1,2} ?(-|--|->|\x{2010}|\x{2011}|\x{2012}|\x{2013}|\x{2014}|\x{2212}|x)? ?[a-z]\d{1,2}\b`)
	verbLike = func() *regexp.Regexp {
		var alone, joined []string
		for i := range 256 {
			for _, v := range verbsOf[i] {
				alone = append(alone, regexp.QuoteMeta(v))
			}
			for _, v := range joinedVerbs[i] {
				joined = append(joined, regexp.QuoteMeta(v))
			}
		}
		return regexp.MustCompile(`(^|[\s>)"'\]\x{3002}\x{ff0c},])(` + strings.Join(alone, "|") + `)($|[\s:(\x{ff1a}\-,])|작성[ \t]*:|` + strings.Join(joined, "|"))
	}()
)

func signsBySpec(text string) (found lineSigns) {
	text = strings.ToLower(text)
	for sign, spec := range map[lineSigns]*regexp.Regexp{hasDate: dateLike, hasMove: moveLike, hasVerb: verbLike} {
		if spec.MatchString(text) {
			found |= sign
		}
	}
	return found
}

func FuzzSigns(f *testing.F) {
	for _, text := range []string{
		"On Tue, 3 Apr 2012 at 18:26, Ada <ada@example.org> wrote:", "1 12 123 2012 20123 a2012 1:23 12h30 12h301 3.4.12 3-4-1 3/4/2012 33.44.5", "d3-d4 d3 d4 d3xd4 a1 x1 a1-> b2 c12 -- d12 ad1-d2 d1-d2a d123 d4 a1\u2013b2",
		"wrote rewrote wrote, (wrote) \"said\" saidx napisał(a) hat geschrieben het volgende\ngeschreven", "さんは書きました 님이 작성 작성  : 작성x 2012年 ١٢٣٤ 5:١٢ ۱:۲۳", "é wrote。schrieb，kirjutas }wrote", "Je suis né le 3 et a écrit",
	} {
		f.Add(text, 10)
	}
	names, err := filepath.Glob(filepath.Join("testdata", "replies", "*.eml"))
	require.NoError(f, err)
	require.NotEmpty(f, names)
	for _, name := range names {
		if raw, err := os.ReadFile(name); err == nil {
			f.Add(string(raw), 40)
		}
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		for line := range strings.SplitSeq(strings.ToValidUTF8(text, ""), "\n") {
			line = strings.Join(strings.FieldsFunc(line, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }), " ")
			require.Equal(t, signsBySpec(line), signsOf(line), line)
			// In two lines it holds the same, if what was torn is put together.
			words := strings.Fields(line)
			if at < 0 || len(words) < 2 {
				continue
			}
			n := 1 + at%(len(words)-1)
			first, second := strings.Join(words[:n], " "), strings.Join(words[n:], " ")
			require.Equal(t, signsBySpec(strings.Join(words, " ")), signsOf(first)|signsOf(second)|signsAcross(first, second), "%q | %q", first, second)
		}
	})
}
