package website

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
)

// front writes the front page.
func (w *writer) front(months []string) error {
	var errs []error
	say := func(id string, args ...any) string {
		text, err := w.site.say(id, args...)
		errs = append(errs, err)
		return text
	}
	latest := listPart{Title: say("latest"), Entries: w.entries(w.shown, onFront, ""), None: true, Links: []link{
		{Text: say("games"), To: "games/index.html"}, {Text: say("players"), To: "players/index.html"},
	}}
	kinds := listPart{Title: say("rules")}
	for _, name := range w.order {
		k := w.kinds[name]
		kinds.Entries = append(kinds.Entries,
			listEntry{Text: k.Title, To: k.index(), More: say("count", "Count", len(k.games))})
	}
	parts := []listPart{latest, kinds}
	if len(w.seasons) > 0 {
		last, err := w.seasonEntries(w.seasons[:min(len(w.seasons), seasonsOnFront)], "")
		errs = append(errs, err)
		parts = append(parts,
			listPart{Title: say("seasons"), Entries: last,
				Links: []link{{Text: say("seasons-all"), To: "seasons/index.html"}}})
	}
	if len(months) > 0 {
		records := listPart{Title: say("records")}
		for _, m := range slices.Backward(months) {
			records.Links = append(records.Links, link{Text: m, To: "records/" + m + ".txt"})
		}
		parts = append(parts, records)
	}
	parts[len(parts)-1].Note = say("verify")
	text, err := w.site.list(listPage{frame: frame{Title: say("title"), Feed: "feed.atom"}, Parts: parts})
	if err = errors.Join(append(errs, err)...); err != nil {
		return err
	}
	return w.shelf.put("index.html", "-", text)
}

// named is a player as a page names them, with links from a page to which the top is the
// given way; nobody if the player is not to be named.
func (w *writer) named(player int64, top string) personLink {
	p := w.people[player]
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
