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
	"turnpost/mail/club"
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
			if page.Scores, page.Parts = first.Scores, first.Parts; len(first.Parts) > 0 {
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
	if page.Stats, err = w.stats(k); err != nil {
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

// stats is what the games of a kind have in common: how well the side that begins does, and how long
// they are.
func (w *writer) stats(k *kind) (string, error) {
	if len(k.games) < fewGames {
		return "", nil
	}
	begins := k.Start().Turn()
	halves, plies := 0, 0
	for _, g := range k.games {
		plies += g.Plies
		switch g.Result {
		case db.Drawn:
			halves++
		case club.ResultOf(rules.Wins(begins)):
			halves += 2
		}
	}
	id := "stats-black"
	if begins == rules.White {
		id = "stats-white"
	}
	n := len(k.games)
	return w.site.say(id, "Count", n, "Share", (50*halves+n/2)/n, "Plies", (plies+n/2)/n)
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
		first := listPage{frame: frame{Title: name, Up: up}, Scores: w.scores(p), Parts: parts}
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

// scores is a player's results, game by game.
func (w *writer) scores(p *person) (out []scoreLine) {
	for _, name := range w.order {
		s := scoreLine{Title: w.kinds[name].Title}
		for _, g := range p.games {
			switch {
			case g.Rules != name:
			case g.Result == db.Drawn:
				s.Drawn++
			case (g.Result == db.BlackWon) == (g.black == p):
				s.Won++
			default:
				s.Lost++
			}
		}
		if s.Won+s.Lost+s.Drawn > 0 {
			out = append(out, s)
		}
	}
	return out
}
