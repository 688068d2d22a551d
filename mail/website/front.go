package website

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"turnpost/rules"
)

// How many players and games the lists of the front page have.
const (
	onLadder    = 5
	bestOnFront = 3
)

// front writes the front page: what this is, what is going on, and the best of it.
func (w *writer) front(months []string) error {
	var errs []error
	say := func(id string, args ...any) string {
		text, err := w.site.say(id, args...)
		errs = append(errs, err)
		return text
	}
	about := &intro{Text: say("about")}
	if w.Address != "" {
		about.Join, about.Address = say("join"), w.Address
	}
	if len(w.order) > 0 {
		k := w.kinds[w.order[0]]
		if shown, ok := rules.SceneOf(k.Start(), k.First(), k.Say); ok && len(k.Examples) > 0 {
			about.Picture, about.Words = "rules/"+k.Name+"/1.svg", k.Title
			about.Width, about.Height = shown.Width, shown.Height
		}
	}
	var parts []listPart
	var running, over []*season
	for _, s := range w.seasons {
		if s.EndedAt.IsZero() {
			running = append(running, s)
		} else {
			over = append(over, s)
		}
	}
	for _, some := range []struct {
		title   string
		seasons []*season
	}{{"seasons-live", running}, {"seasons-over", over}} {
		if len(some.seasons) == 0 {
			continue
		}
		last, err := w.seasonEntries(some.seasons[:min(len(some.seasons), seasonsOnFront)], "")
		errs = append(errs, err)
		parts = append(parts, listPart{Title: say(some.title), Entries: last,
			Links: []link{{Text: say("seasons-all"), To: "seasons/index.html"}}})
	}
	var best []*game
	for _, id := range slices.Backward(w.best) { // entries lists the last ones first
		if i := slices.IndexFunc(w.shown, func(g *game) bool { return g.ID == id }); i >= 0 {
			best = append(best, w.shown[i])
		}
	}
	if len(best) > 0 {
		parts = append(parts, listPart{Title: say("best"), Entries: w.entries(best, bestOnFront, "")})
	}
	parts = append(parts, listPart{Title: say("latest"), Entries: w.entries(w.shown, onFront, ""), None: true,
		Links: []link{{Text: say("games"), To: "games/index.html"}, {Text: say("players"), To: "players/index.html"}}})
	kinds := listPart{Title: say("rules")}
	for _, name := range w.order {
		k := w.kinds[name]
		kinds.Entries = append(kinds.Entries,
			listEntry{Text: k.Title, To: k.index(), More: say("count", "Count", len(k.games))})
		if rated := w.rated(name); len(rated) > 0 {
			parts = append(parts, listPart{Title: say("ratings", "Title", k.Title), Entries: rated})
		}
		if climbed := w.climbed(name); len(climbed) > 0 {
			parts = append(parts, listPart{Title: say("ladder", "Title", k.Title), Entries: climbed})
		}
	}
	parts = append(parts, kinds)
	if len(months) > 0 {
		records := listPart{Title: say("records")}
		for _, m := range slices.Backward(months) {
			records.Links = append(records.Links, link{Text: m, To: "records/" + m + ".txt"})
		}
		parts = append(parts, records)
	}
	parts[len(parts)-1].Note = say("verify")
	text, err := w.site.list(listPage{frame: frame{Title: say("title"), Feed: "feed.atom"}, Intro: about, Parts: parts})
	if err = errors.Join(append(errs, err)...); err != nil {
		return err
	}
	return w.shelf.put("index.html", "-", text)
}

// rated is the best ratings of a game among players who have a page.
func (w *writer) rated(name string) (out []listEntry) {
	for _, r := range w.ratings[name] {
		if p := w.listed(r.Player); p != nil && len(out) < onLadder {
			out = append(out, listEntry{Text: p.name, To: p.page, More: fmt.Sprintf("%.0f", r.Rating)})
		}
	}
	return out
}

// climbed is the first places of a ladder, as far as players who have a page hold them.
func (w *writer) climbed(name string) (out []listEntry) {
	for i, r := range w.ladders[name] {
		if p := w.listed(r.Player); p != nil {
			out = append(out, listEntry{Text: fmt.Sprintf("%d. %s", i+1, p.name), To: p.page})
		}
	}
	return out
}

// listed returns a player who may stand in a list outside of tournaments and has a page, else nil.
func (w *writer) listed(player int64) *person {
	if p := w.people[player]; p != nil && !p.tournaments && p.page != "" && len(p.games) > 0 {
		return p
	}
	return nil
}

// named is a player as a page names them, with links from a page to which the top is the
// given way; nobody if p is nil.
func (p *person) named(top string) personLink {
	switch {
	case p == nil:
		return personLink{}
	case len(p.games) == 0:
		return personLink{Name: p.name}
	}
	return p.from(top)
}

// months writes a file of records for each month in which a game ended, and lists the months.
func (w *writer) months() (months []string, err error) {
	if !w.Records {
		return nil, nil
	}
	games := map[string][]*game{}
	for _, g := range w.shown {
		m := g.Ended.Format("2006-01")
		if games[m] == nil {
			months = append(months, m)
		}
		games[m] = append(games[m], g)
	}
	for _, m := range months {
		made := sha256.New()
		for _, g := range games[m] {
			fmt.Fprintln(made, w.shelf.made(g.record()))
		}
		name, sum := "records/"+m+".txt", hex.EncodeToString(made.Sum(nil)[:12])
		if w.shelf.keeps(name, sum) {
			continue
		}
		var text bytes.Buffer
		for i, g := range games[m] {
			record, err := w.shelf.text(g.record())
			if err != nil {
				return nil, err
			}
			if i > 0 {
				text.WriteByte('\n')
			}
			text.Write(record)
		}
		if err := w.shelf.put(name, sum, text.Bytes()); err != nil {
			return nil, err
		}
	}
	return months, nil
}
