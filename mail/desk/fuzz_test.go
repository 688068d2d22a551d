package desk

import (
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/rules/all"
)

// fuzzKey is a key that no input knows.
var fuzzKey = []byte("the key of the fuzz targets: 32.")

// FuzzTicket holds the secret's parser and its check to these facts, whatever
// text a letter brings:
//
//   - nothing panics, and what is read prints to a text that reads back to the
//     same ticket;
//   - a text that somebody without the key wrote never verifies, for anybody;
//   - a ticket of ours verifies from its text, in any case of letters, under its
//     key whether that is the newest or an older one, for its player, its game
//     and its ply;
//   - and with one letter, the player, the game, the ply or the key changed, or
//     before the plies were taken back after which it was made, it does not.
func FuzzTicket(f *testing.F) {
	real := makeTicket(fuzzKey, 3, 12, 7, 1)
	for _, s := range []string{
		real.String()[:20], "", ".", "12.7.", "12.7.k3v9q2", "12.7." + strings.Repeat("a", secretLength), "12.7." + strings.Repeat("A", secretLength),
		"012.07." + strings.Repeat("2", secretLength), "-1.7." + strings.Repeat("a", secretLength), "999999999999999999.999999999999." + strings.Repeat("z", secretLength),
		"9999999999999999999.1." + strings.Repeat("a", secretLength), "12.7." + strings.Repeat("a", secretLength) + "\n", "12.7." + strings.Repeat("ſ", secretLength),
		"12.7." + strings.Repeat("K", secretLength), "games+12.7.aaaaaaaaaaaaaaaaaaaa@turnpost.example", "[12.7.aaaaaaaaaaaaaaaaaaaa]",
	} {
		f.Add(s, int64(3), int64(12), int64(7), uint8(1), uint8(5))
	}
	f.Add("0.1795168800."+strings.Repeat("q", secretLength), int64(1), int64(0), int64(1795168800), uint8(0), uint8(0))
	robot := Robot{Name: "Turnpost", Address: "Games@turnpost.example", Plus: true}
	f.Fuzz(func(t *testing.T, text string, player, game, ply int64, undone, at uint8) {
		keys := [][]byte{[]byte("a newer key"), fuzzKey}
		if read, ok := parseTicket(text); ok {
			again, ok := parseTicket(read.String())
			require.True(t, ok)
			require.Equal(t, read, again)
			for _, p := range []int64{player, 0, 1, 3, read.game} {
				forged := read
				require.False(t, forged.verify(keys, p, int(undone)), "forged: %q", text)
				require.False(t, forged.verify(nil, p, int(undone)), "without keys: %q", text)
			}
		}
		for _, read := range robot.tickets([]string{text, "games+" + text + "@turnpost.example"}, []string{text + "@turnpost.example"}, []string{text, text + ".nonce@turnpost.example"}) {
			require.False(t, read.verify(keys, player, int(undone)), "forged by a carrier: %q", text)
		}
		if game < 0 || game > 1e17 || ply < 0 || ply > 1e11 {
			return
		}
		made := makeTicket(fuzzKey, player, game, ply, int(undone))
		s := made.String()
		for _, written := range []string{s, strings.ToUpper(s)} {
			read, ok := parseTicket(written)
			require.True(t, ok, written)
			require.True(t, read.verify(keys, player, int(undone)), written)
			require.Equal(t, made, read)
			require.True(t, read.verify(keys, player, int(undone)+2), "after more plies were taken back")
			require.Equal(t, int(undone), read.undone)
			require.False(t, read.verify(keys, player, int(undone)-1), "before its plies were taken back")
			require.False(t, read.verify(keys[:1], player, int(undone)), "under another key")
			require.False(t, read.verify(keys, player+1, int(undone)), "for another player")
		}
		for _, other := range []ticket{{game: game + 1, ply: ply, secret: made.secret}, {game: game, ply: ply + 1, secret: made.secret}, {game: ply, ply: game, secret: made.secret}} {
			if other.game != game || other.ply != ply {
				require.False(t, other.verify(keys, player, int(undone)), "moved to %s", other)
			}
		}
		i := int(at) % secretLength
		changed := ticket{game: game, ply: ply, secret: made.secret[:i] + string("abcdefghijklmnopqrstuvwxyz234567"[at/8]) + made.secret[i+1:]}
		require.Equal(t, changed.secret == made.secret, changed.verify(keys, player, int(undone)), "letter %d changed: %s", i, changed)

		found := robot.tickets([]string{"x@y", "GAMES+" + s + "@turnpost.example"}, nil, nil)
		require.Len(t, found, 1)
		found = append(found, robot.tickets(nil, []string{s + ".nonce@turnpost.example"}, []string{s + ".other@turnpost.example", s + ".x@elsewhere.example"})...)
		require.Len(t, found, 3)
		for _, c := range found {
			require.True(t, c.verify(keys, player, int(undone)))
		}
	})
}

// fuzzDesk is a desk that reads lines, and needs no database for that.
func fuzzDesk(t testing.TB) *Desk {
	d, err := New(Robot{Name: "Turnpost", Address: "games@turnpost.example"}, nil, all.Games(), slog.New(slog.NewTextHandler(io.Discard, nil)))
	require.NoError(t, err)
	return d
}

// FuzzCommand holds the reader of lines to these facts, whatever a line is:
//
//   - nothing panics, neither here nor where the games look for the form of
//     plies;
//   - the line is kept as it was written, and its number is one that a game can
//     have;
//   - a command is one of ours, in any language; a question is none that acts by
//     its word alone; and what acts by its word alone has no words behind it but
//     those that belong to it;
//   - reading is idempotent: the line with more space around it, and the command
//     written out in English, say the same again.
func FuzzCommand(f *testing.F) {
	d := fuzzDesk(f)
	for _, s := range commandLines() {
		f.Add(s)
	}
	for _, v := range d.verbs {
		f.Add(v.name)
		f.Add("#12 " + v.whole() + "?")
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 5000 {
			return // the facts hold; they would only cost the fuzzer's time
		}
		c := d.parseLine(line)
		require.Equal(t, strings.TrimSpace(line), c.line)
		require.GreaterOrEqual(t, c.game, int64(0))
		require.Less(t, c.game, int64(1e15))
		require.Equal(t, c, d.parseLine(" \t"+line+"  "))
		require.Equal(t, strings.ContainsRune(c.typed, '?'), c.question)
		for _, lang := range c.langs {
			require.True(t, slices.ContainsFunc(d.lexicons, func(l lexicon) bool { return l.lang == lang }))
		}
		for _, g := range d.games {
			looksLike(g, c.args)
		}
		d.near(c.bareWord(), "fr")
		d.unfinished(c, line)
		if c.verb == "" {
			return
		}
		v, ok := d.verb(c.verb)
		require.True(t, ok)
		require.NotEqual(t, "move", c.verb)
		if v.bare {
			require.False(t, c.question)
			require.True(t, c.args == "" || slices.Contains(v.words, c.args), "%q behind %s", c.args, c.verb)
		}
		english := c.verb + " " + c.args
		if c.game != 0 {
			english = fmt.Sprintf("#%d %s", c.game, english)
		}
		again := d.parseLine(english)
		require.Equal(t, [3]any{c.game, c.verb, c.args}, [3]any{again.game, again.verb, again.args}, "%q, read again as %q", line, english)
	})
}

// commandLines are lines as people write them, in the languages that there are.
func commandLines() []string {
	return []string{
		"d3-d4", "#12 d3-d4 and e3-e4", "#12: d3–d4", "# 7 d3 d4, e3 e4", "move d3-d4", "12", "(3)", "4.", "*d3-d4*", "“d3-d4”", "d3-d4?", "> d3-d4",
		"challenge Bob <bob@example.org> turro as black pace 3 days, unrated", "défie bob@example.org turro avec les noirs rythme 2 jours", "sfida bob@example.org turro con il nero",
		"if d5-d4 then c2-c3; if * then a1-a2", "si d5-d4 alors c2-c3 et e1-e2", "se d5-d4 allora c2-c3 e e1-e2", "if off 2", "se no", "si", "Si!", "oui.", "J'accepte", "j’accepte",
		"accept #12", "resign", "Resign?", "resign yourself", "abandonne", "preview d3-d4 e3-e4", "say Hello", "dire Bonjour", "digest weekly monday 07:30", "resume hebdomadaire lundi 7h30",
		"riepilogo settimanale lunedì 07:30", "letters mine", "vacation 2026-12-20 to 2027-01-03", "vacances du 20/12/2026 au 3/1/2027", "ferie dal 20/12 al 3/1", "name Ada", "lang fr", "timezone Europe/Rome",
		"board unicode", "board words", "forget me", "oubliez moi", "stop", "note d3-d4 looks good", "publish notes", "player me", "standings turro", "rules", "help if",
		"#999999999999999 board", "#1000000000000000 board", "#0 board", "\u202ed3-d4", "d3\u200b-d4", "ÄÖ", "\x00", "\xff", "é", "ｒｅｓｉｇｎ", "RESİGN", "say\u00a0x", "'accept'", "`accept`", "accept #12!", "accept#12",
	}
}

// FuzzConditional holds the reader of conditional lines to these facts:
//
//   - nothing panics, and a text either gives lines or says which word is
//     missing;
//   - every line has steps, each of which names a turn, or "*", and an answer,
//     which "*" is none;
//   - what is read prints to a text that reads back to the same, line by line and
//     as a whole;
//   - it is linear: no more steps than words, and a text twice as long takes
//     about twice the memory (TestConditionalsAreLinear);
//   - the tree made of the lines lists no more than went in, and is the same when
//     it is made of its own lists.
func FuzzConditional(f *testing.F) {
	for _, s := range []string{
		"d3-d2 then d5-d4", "IF d3-d2 Then d5-d4;", "a then b, if c then d; if * then e", "a then b if c then d", "a then b,if c then d;if e then f", "a b then c, d and e",
		"a", "a then", "then b", "a then b then c", "a if b then c", "a then *", "a then b, if", "", ";;", ",", ", ,", "if if", "if,then", "then,", "a,then b", "* then a,", "a;then b", "if ; then", "* * then b", "a then , b",
		"d5-d4 then c2-c3; if * then a1-a2, if b1 then c1, if * then e2", "a then b; a then c", "a then b, if c then d; a then x",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 5000 {
			return
		}
		lines, missing := parseConditionals(text)
		require.Equal(t, missing == "", len(lines) > 0)
		if missing != "" {
			require.Contains(t, []string{"if", "then", "..."}, missing)
			return
		}
		steps := 0
		var texts []string
		var grown tree
		for _, l := range lines {
			require.NotEmpty(t, l)
			for _, p := range l {
				steps++
				require.NotEmpty(t, p.on)
				require.NotEmpty(t, p.answer)
				require.NotEqual(t, anyTurn, p.answer)
			}
			again, missing := parseConditionals(l.String())
			require.Empty(t, missing, "%q of %q", l, text)
			require.Equal(t, []line{l}, again)
			texts = append(texts, l.String())
			grown = grown.add(l)
		}
		require.LessOrEqual(t, steps, len(strings.Fields(strings.NewReplacer(",", " ", ";", " ").Replace(text))))
		again, missing := parseConditionals(strings.Join(texts, "; "))
		require.Empty(t, missing)
		require.Equal(t, lines, again)

		listed := grown.lines()
		require.LessOrEqual(t, len(listed), len(lines))
		var same tree
		for _, l := range listed {
			same = same.add(l)
		}
		require.Equal(t, grown.texts(), same.texts())
	})
}

// TestConditionalsAreLinear counts octets of memory instead of seconds: what is
// linear is linear on a slow machine as well.
func TestConditionalsAreLinear(t *testing.T) {
	d := fuzzDesk(t)
	for _, unit := range []string{"a then b; ", "a then b, if c then d, ", "if ", "then ", "a ", ", ", "; ", "* then a;", "a,b;c ", ";,", "si d3-d4 alors ", "#", "é"} {
		for name, work := range map[string]func(text string){
			"parseConditionals": func(text string) { _, _ = parseConditionals(text) },
			"parseLine":         func(text string) { d.parseLine("if " + text) },
			"splitPlies":        func(text string) { splitPlies(text) },
		} {
			short, long := strings.Repeat(unit, 2000), strings.Repeat(unit, 8000)
			work(short) // what is made once
			once, four := allocated(func() { work(short) }), allocated(func() { work(long) })
			require.LessOrEqual(t, four, 6*once+64<<10, "%s of %q: four times the text takes %d octets instead of %d", name, unit, four, once)
		}
	}
}

// allocated is the octets of memory that f takes, whether or not it gives them
// back.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
