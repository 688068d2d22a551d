package website

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/rules"
)

// How many stand on a page, on the front page, and in a feed.
const (
	onPage  = 100
	onFront = 20
	inFeed  = 30
)

// index is the page of the rules of a game.
func (k *kind) index() string { return "rules/" + k.Name + "/index.html" }

// list is the page of its games, the latest first.
func (k *kind) list() string { return "rules/" + k.Name + "/games.html" }

// lists writes all lists of games, and the rules.
func (w *writer) lists(ctx context.Context) error {
	if err := w.shelf.put("style.css", "-", style); err != nil {
		return err
	}
	title, err := w.site.say("games")
	if err != nil {
		return err
	}
	if err := w.listGames(listPage{frame: frame{Title: title}}, "games/index.html", "feed.atom", w.shown); err != nil {
		return err
	}
	for _, name := range w.order {
		k := w.kinds[name]
		if err := w.rules(k); err != nil {
			return err
		}
		title, err := w.site.say("games-of", "Name", k.Title)
		if err != nil {
			return err
		}
		first := listPage{frame: frame{Title: title, Up: []link{{Text: k.Title, To: "index.html"}}}}
		if err := w.listGames(first, k.list(), path.Dir(k.list())+"/feed.atom", k.games); err != nil {
			return err
		}
	}
	if err := w.writePositions(); err != nil {
		return err
	}
	if err := w.players(); err != nil {
		return err
	}
	if err := w.tournaments(); err != nil {
		return err
	}
	months, err := w.months()
	if err != nil {
		return err
	}
	return w.front(months)
}

// listGames writes the pages of a list of games, the latest at its address, and their feed.
// Older pages stay the same when games are added. first is what else the latest page has,
// before its games.
func (w *writer) listGames(first listPage, at, feed string, games []*game) error {
	top := strings.Repeat("../", strings.Count(at, "/"))
	chunks := slices.Collect(slices.Chunk(games, onPage))
	if len(chunks) == 0 {
		chunks = append(chunks, nil)
	}
	slices.Reverse(chunks)
	var names []string
	for n := range chunks {
		if n == 0 {
			names = append(names, path.Base(at))
		} else {
			names = append(names, fmt.Sprintf("%s-%d.html", strings.TrimSuffix(path.Base(at), ".html"), len(chunks)-n))
		}
	}
	ref := top + feed
	if path.Dir(feed) == path.Dir(at) {
		ref = path.Base(feed)
	}
	for n, chunk := range chunks {
		page := listPage{frame: first.frame, Page: n, Pages: names}
		part := listPart{Entries: w.entries(chunk, len(chunk), top), None: true}
		if page.Top, page.Feed = top, ref; n == 0 {
			page.Scores, page.Opponents, page.Courses, page.Parts = first.Scores, first.Opponents, first.Courses,
				first.Parts
			if len(first.Parts) > 0 {
				var err error
				if part.Title, err = w.site.say("games"); err != nil {
					return err
				}
			}
		}
		page.Parts = append(page.Parts, part)
		text, err := w.site.list(page)
		if err != nil {
			return err
		}
		if err := w.shelf.put(path.Join(path.Dir(at), names[n]), "-", text); err != nil {
			return err
		}
	}
	return w.feed(feed, at, first.Title,
		func(top string) ([]listEntry, error) { return w.entries(games, inFeed, top), nil })
}

// entries are the last of some games, the latest first.
func (w *writer) entries(games []*game, most int, top string) (out []listEntry) {
	for i := len(games) - 1; i >= 0 && len(out) < most; i-- {
		g := games[i]
		out = append(out, listEntry{
			Text: fmt.Sprintf("%s #%d: %s", g.kind.Title, g.ID, g.names()), To: top + g.page(),
			More: g.verdict, At: g.Ended.Truncate(24 * time.Hour), ID: w.urn("game", g.ID),
		})
	}
	return out
}

// urn is a permanent name that does not say what it names (RFC 9562, version 8).
func (w *writer) urn(of string, id int64) string {
	sum := sha256.Sum256([]byte(w.keys.Name("entry "+of, id)))
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	h := hex.EncodeToString(sum[:16])
	return "urn:uuid:" + h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// feed writes a feed of what was last, as it is linked to from some top.
func (w *writer) feed(at, page, title string, last func(top string) ([]listEntry, error)) error {
	top := strings.Repeat("../", strings.Count(at, "/"))
	if w.URL != "" {
		top = strings.TrimSuffix(w.URL, "/") + "/"
	}
	entries, err := last(top)
	if err != nil {
		return err
	}
	text, err := w.site.feed(feedPage{Title: title, ID: w.urn("feed "+at, 0), Page: top + page, Self: top + at,
		Entries: entries})
	if err != nil {
		return err
	}
	return w.shelf.put(at, "-", text)
}

// rules writes the rules of a game.
func (w *writer) rules(k *kind) error {
	title, err := w.site.say("rules-of", "Title", k.Title)
	if err != nil {
		return err
	}
	games, err := w.site.say("games-of", "Name", k.Title)
	if err != nil {
		return err
	}
	page := rulesPage{
		frame: frame{Title: title, Top: "../../", Up: []link{{Text: games, To: path.Base(k.list())}},
			Feed: "feed.atom"},
		Author: k.Author, Year: k.Year, Brief: k.Brief, Text: k.Text,
	}
	if page.Stats, page.Openings, err = w.stats(k); err != nil {
		return err
	}
	for n, e := range k.Examples {
		shown, err := k.plain.Shown(e)
		if err != nil {
			return err
		}
		scene, ok := rules.SceneOf(shown, k.First(), k.Say)
		if !ok {
			continue
		}
		name := fmt.Sprintf("%d.svg", n+1)
		if err := w.shelf.put(path.Dir(k.index())+"/"+name, "-", w.painter.SVG(scene)); err != nil {
			return err
		}
		page.Figures = append(page.Figures, figure{
			Caption: k.Say("%s", e.Caption), Words: strings.Join(rules.Describe(shown, k.First(), k.Say), " "),
			Picture: name, Width: scene.Width, Height: scene.Height,
		})
	}
	text, err := w.site.rules(page)
	if err != nil {
		return err
	}
	return w.shelf.put(k.index(), "-", text)
}

// fewGames is how many games say nothing about a game yet.
const fewGames = 10

// The openings of a game: how many plies they have at most, how many are shown, and how often one must
// have been played.
const (
	longestOpening = 4
	mostOpenings   = 6
	oftenPlayed    = 3
)

// tally is what came of some games.
type tally struct{ games, halves, plies int }

func (t *tally) add(g *game, begins db.Result) {
	t.games, t.plies = t.games+1, t.plies+g.Plies
	switch g.Result {
	case db.Drawn:
		t.halves++
	case begins:
		t.halves += 2
	}
}

// share is the share of the points that the side that begins took, in percent.
func (t *tally) share() int { return (50*t.halves + t.games/2) / t.games }

// stats is what the games of a kind have in common: how well the side that begins does, how long they
// are, and how they begin.
func (w *writer) stats(k *kind) (text string, openings []listEntry, err error) {
	usual := slices.DeleteFunc(slices.Clone(k.games), func(g *game) bool { return g.Terms != "" })
	if len(usual) < fewGames {
		return "", nil, nil
	}
	side, begins := "black", db.BlackWon
	if k.Start().Turn() == rules.White {
		side, begins = "white", db.WhiteWon
	}
	all := &tally{}
	for _, g := range usual {
		all.add(g, begins)
	}
	for _, line := range w.commonLines(k, usual, begins) {
		more, err := w.site.say("opening-"+side, "Count", line.games, "Share", line.share())
		if err != nil {
			return "", nil, err
		}
		openings = append(openings, listEntry{Text: line.text, More: more})
	}
	text, err = w.site.say("stats-"+side, "Count", all.games, "Share", all.share(), "Plies",
		(all.plies+all.games/2)/all.games)
	return text, openings, err
}

// line is an opening.
type line struct {
	tally
	text string
}

// commonLines are the most frequent openings of games of a kind, the most frequent first: as long ones as were
// played often.
func (w *writer) commonLines(k *kind, games []*game, begins db.Result) (common []line) {
	for length := longestOpening; length > 0 && len(common) == 0; length-- {
		tallies := map[string]*tally{}
		for _, g := range games {
			if first := w.openings[g.ID]; len(first) >= length {
				key := strings.Join(first[:length], " ")
				if tallies[key] == nil {
					tallies[key] = &tally{}
				}
				tallies[key].add(g, begins)
			}
		}
		for key, t := range tallies {
			if t.games >= max(oftenPlayed, len(games)/20) {
				common = append(common, line{*t, key})
			}
		}
	}
	slices.SortFunc(common, func(a, b line) int { return cmp.Or(b.games-a.games, cmp.Compare(a.text, b.text)) })
	common = common[:min(len(common), mostOpenings)]
	for i := range common {
		common[i].text = k.spelled(strings.Fields(common[i].text))
	}
	return common
}

// spelled is a number of first plies as pages write them.
func (k *kind) spelled(plies []string) string { return strings.Join(k.spelling(plies), " ") }

// spelling is the same ply by ply.
func (k *kind) spelling(plies []string) (texts []string) {
	at := k.plain.Start()
	for n, m := range plies {
		texts = append(texts, fmt.Sprintf("%d. %s", n+1, rules.Spell(at, rules.Move(m), k.Say)))
		next, err := at.Play(rules.Move(m))
		if err != nil {
			break // it was played, so there is none
		}
		at = next
	}
	return texts
}

// players writes the page of each player, and the list of them.
func (w *writer) players() error {
	var all []*person
	for _, id := range slices.Sorted(maps.Keys(w.people)) {
		if p := w.people[id]; p.page != "" && len(p.games) > 0 {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b *person) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), cmp.Compare(a.page, b.page))
	})
	title, err := w.site.say("players")
	if err != nil {
		return err
	}
	up := []link{{Text: title, To: "index.html"}}
	for _, p := range all {
		name, err := w.site.say("games-of", "Name", p.name)
		if err != nil {
			return err
		}
		parts, err := w.inTournaments(p)
		if err != nil {
			return err
		}
		first := listPage{frame: frame{Title: name, Up: up}, Opponents: w.opponents(p), Courses: w.courses(p), Parts: parts}
		if first.Scores, err = w.scores(p); err != nil {
			return err
		}
		if err := w.listGames(first, p.page, strings.TrimSuffix(p.page, "html")+"atom", p.games); err != nil {
			return err
		}
	}
	var entries []listEntry
	for _, p := range all {
		count, err := w.site.say("count", "Count", len(p.games))
		if err != nil {
			return err
		}
		entries = append(entries, listEntry{Text: p.name, To: path.Base(p.page), More: count})
	}
	return w.inPages("players", frame{Title: title, Top: "../"}, entries)
}

// inPages writes a list in a folder, whose first page is its index.
func (w *writer) inPages(folder string, frame frame, entries []listEntry) error {
	chunks := slices.Collect(slices.Chunk(entries, onPage))
	if len(chunks) == 0 {
		chunks = append(chunks, nil)
	}
	names := []string{"index.html"}
	for n := range chunks[1:] {
		names = append(names, fmt.Sprintf("list-%d.html", n+2))
	}
	for n, chunk := range chunks {
		text, err := w.site.list(listPage{frame: frame, Parts: []listPart{{Entries: chunk, None: true}}, Page: n,
			Pages: names})
		if err != nil {
			return err
		}
		if err := w.shelf.put(folder+"/"+names[n], "-", text); err != nil {
			return err
		}
	}
	return nil
}
