package website

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/tournaments"
	"turnpost/mail/club/tournament"
	"turnpost/rules"
)

// How many divisions a page of a tournament shows, and how many tournaments the front page.
const (
	onTables       = 8
	seasonsOnFront = 5
)

// season is a tournament that has begun, as it stands.
type season struct {
	tournaments.Tournament
	kind      *kind
	divisions []*division
}

// division is one of its divisions.
type division struct {
	number   int
	entrants []tournaments.Entrant
	games    []tournaments.Game
	rows     []tournament.SeasonRow
	cup      [][]tournament.CupMatch // of a cup
	shown    []*game
}

// part is the part that a game has in a tournament.
type part struct {
	season   *season
	division *division
	judged   tournaments.AdjudicationGround
}

// place is a player's place in a tournament.
type place struct {
	season *season
	number int // of the division
	row    tournament.SeasonRow
}

// page is the page of a division, and at the place of its table there.
func (t *season) page(division int) string {
	if n := (division - 1) / onTables; n > 0 {
		return fmt.Sprintf("seasons/%s/%d.html", t.Name, n+1)
	}
	return "seasons/" + t.Name + "/index.html"
}
func (t *season) at(division int) string { return fmt.Sprintf("%s#d%d", t.page(division), division) }

// readSeasons reads the tournaments that have begun. One of an unknown game is not shown.
func (w *writer) readSeasons(tx *db.Tx) error {
	begun, err := tournaments.Begun(tx)
	if err != nil {
		return err
	}
	for _, t := range begun {
		s := &season{Tournament: t, kind: w.kinds[t.Rules]}
		if s.kind == nil {
			continue
		}
		divisions, err := tournaments.Divisions(tx, t.ID)
		if err != nil {
			return err
		}
		for _, d := range divisions {
			read := &division{number: d.Number}
			if read.entrants, err = tournaments.InDivision(tx, t.ID, d.Number); err != nil {
				return err
			}
			if read.games, err = tournaments.Games(tx, t.ID, d.Number); err != nil {
				return err
			}
			w.add(s, read)
		}
		w.seasons = append(w.seasons, s)
	}
	return nil
}

// add adds a division, and notes its players and games.
func (w *writer) add(s *season, d *division) {
	s.divisions = append(s.divisions, d)
	d.rows = tournament.RowsOf(d.entrants, d.games, s.kind.plain.Start().Turn())
	if s.Cup {
		d.cup, d.rows = tournament.CupOf(d.entrants, d.games), tournament.CupRows(d.rows, d.entrants)
	}
	for _, row := range d.rows {
		if p := w.entrant(d, row.ID); p != nil {
			p.places = append(p.places, place{s, d.number, row})
		}
	}
	for _, g := range d.games {
		w.parts[g.ID] = &part{s, d, g.Judged}
	}
}

// entrant returns a player of a division; nil if they are not to be named in it.
func (w *writer) entrant(d *division, player int64) *person {
	p := w.people[player]
	if p != nil && p.tournaments && !slices.ContainsFunc(d.entrants,
		func(e tournaments.Entrant) bool { return e.Player == player && e.Public }) {
		return nil
	}
	return p
}

// how says why a game of a tournament was adjudicated: exact, clear or unclear on the event
// date, out because its loser was; empty: neither.
func (p *part) how(g *game) string {
	if p == nil || g.Reason != rules.Adjudicated {
		return ""
	}
	if p.judged != "" {
		return string(p.judged)
	}
	loser := g.Black
	if g.Result == db.BlackWon {
		loser = g.White
	}
	if slices.ContainsFunc(p.division.entrants,
		func(e tournaments.Entrant) bool { return e.Player == loser && e.OutAt.Equal(g.Ended) }) {
		return "out"
	}
	return ""
}

// tournaments writes the pages of all tournaments, their list and its feed.
func (w *writer) tournaments() error {
	if len(w.seasons) == 0 {
		return nil
	}
	for _, g := range w.shown {
		if g.part != nil {
			g.part.division.shown = append(g.part.division.shown, g)
		}
	}
	title, err := w.site.say("seasons")
	if err != nil {
		return err
	}
	slices.Reverse(w.seasons) // the latest first
	names := map[int64]string{}
	for _, s := range w.seasons {
		names[s.ID] = s.Name
	}
	for _, s := range w.seasons {
		up := []link{{Text: title, To: "../index.html"}, {Text: s.kind.Title, To: "../../" + s.kind.index()}}
		if before := names[s.Previous]; before != "" {
			up = append(up, link{Text: before, To: "../" + before + "/index.html"})
		}
		if err := w.tournament(s, up); err != nil {
			return err
		}
	}
	all, err := w.seasonEntries(w.seasons, "")
	if err != nil {
		return err
	}
	for i := range all {
		all[i].To = strings.TrimPrefix(all[i].To, "seasons/")
	}
	if err := w.inPages("seasons", frame{Title: title, Top: "../", Feed: "feed.atom"}, all); err != nil {
		return err
	}
	over := slices.DeleteFunc(slices.Clone(w.seasons), func(s *season) bool { return s.EndedAt.IsZero() })
	slices.SortStableFunc(over, func(a, b *season) int { return b.EndedAt.Compare(a.EndedAt) })
	return w.feed("seasons/feed.atom", "seasons/index.html", title, func(top string) ([]listEntry, error) {
		return w.seasonEntries(over[:min(len(over), inFeed)], top)
	})
}

// seasonEntries are tournaments in a list, or in a feed.
func (w *writer) seasonEntries(some []*season, top string) (out []listEntry, err error) {
	for _, s := range some {
		e := listEntry{Text: fmt.Sprintf("%s (%s)", s.Name, s.kind.Title), To: top + s.page(1), At: s.BegunAt,
			ID: w.urn("season", s.ID)}
		if s.EndedAt.IsZero() {
			e.More, err = w.site.say("season-runs")
		} else {
			e.At = s.EndedAt
			if first := w.firstOf(s); first != "" {
				e.More, err = w.site.say("season-first", "Names", first)
			}
		}
		if err != nil {
			return nil, err
		}
		e.At = e.At.Truncate(24 * time.Hour)
		out = append(out, e)
	}
	return out, nil
}

// firstOf names the player in first place of the highest division, if they may be named.
func (w *writer) firstOf(s *season) string {
	var names []string
	for _, row := range s.divisions[0].rows {
		if s.Cup && (len(s.divisions[0].cup) == 0 || s.divisions[0].cup[len(s.divisions[0].cup)-1][0].Won() != row.ID) {
			continue
		}
		if p := w.entrant(s.divisions[0], row.ID); p != nil && (s.Cup || row.Leads()) {
			names = append(names, p.name)
		}
	}
	return strings.Join(names, ", ")
}

// tournament writes the pages of one.
func (w *writer) tournament(s *season, up []link) error {
	id, to := "span", s.EndedAt
	if to.IsZero() {
		id, to = "season-until", s.EndsAt
		if s.Cup {
			id = "cup-until"
		}
	}
	span, err := w.site.say(id, "From", s.BegunAt.Format(time.DateOnly), "To", to.Format(time.DateOnly), "Pace", s.Pace)
	if err != nil {
		return err
	}
	key, err := w.site.tableKey(s.Cup)
	if err != nil {
		return err
	}
	if s.moves() {
		moves, err := w.site.say("season-moves")
		if err != nil {
			return err
		}
		key += " " + moves
	}
	chunks := slices.Collect(slices.Chunk(s.divisions, onTables))
	var names []string
	for _, chunk := range chunks {
		names = append(names, path.Base(s.page(chunk[0].number)))
	}
	for n, chunk := range chunks {
		parts := []listPart{{Note: span}, {Note: key}}
		for _, d := range chunk {
			if s.Cup {
				rounds, err := w.bracket(s, d)
				if err != nil {
					return err
				}
				parts = append(parts, rounds...)
				continue
			}
			part, err := w.table(s, d)
			if err != nil {
				return err
			}
			parts = append(parts, part)
		}
		text, err := w.site.list(listPage{
			frame: frame{Title: s.kind.Title + ": " + s.Name, Top: "../../", Up: up, Feed: "../feed.atom"},
			Parts: parts, Page: n, Pages: names,
		})
		if err != nil {
			return err
		}
		if err := w.shelf.put(s.page(chunk[0].number), "-", text); err != nil {
			return err
		}
	}
	return nil
}

// table is a division with its table, and below it those of its games that are shown.
func (w *writer) table(s *season, d *division) (listPart, error) {
	title, err := w.site.say("division-one")
	if len(s.divisions) > 1 {
		title, err = w.site.say("division", "Number", d.number, "Count", len(s.divisions))
	}
	if err != nil {
		return listPart{}, err
	}
	unnamed, err := w.site.say("unnamed")
	table := &crossTable{}
	for i, row := range d.rows {
		r := crossRow{Place: tournament.PlaceText(row), Who: w.entrant(d, row.ID).named("../../"), Out: row.Out,
			Points: tournament.HalvesText(row.Points), Score: tournament.QuartersText(row.Berger)}
		if r.Who.Name == "" {
			r.Who.Name = unnamed
		}
		if arrow := s.arrow(d, i); arrow != "" {
			r.Place += " " + arrow
		}
		for _, other := range d.rows {
			r.Cells = append(r.Cells, d.cell(row.DivisionPlayer, other.DivisionPlayer))
		}
		table.Rows = append(table.Rows, r)
	}
	return listPart{Title: title, ID: fmt.Sprintf("d%d", d.number), Table: table,
		Entries: w.entries(d.shown, len(d.shown), "../../")}, err
}

// cell is the games of two players.
func (d *division) cell(p, other tournament.DivisionPlayer) (cell []cellGame) {
	for _, g := range d.games {
		result := tournament.CrossTableCell([]tournaments.Game{g}, p, other)
		if result == "" {
			continue
		}
		at := cellGame{Result: result}
		if i := slices.IndexFunc(d.shown, func(s *game) bool { return s.ID == g.ID }); i >= 0 {
			at.Page = "../../" + d.shown[i].page()
		}
		cell = append(cell, at)
	}
	return cell
}

// moves reports whether players move up and down after it: the last table says who.
func (s *season) moves() bool {
	return s.Standing && s.State == tournaments.Over && len(s.divisions) > 1
}

// arrow shows whether the player of a row moves up or down.
func (s *season) arrow(d *division, row int) string {
	if !s.moves() || d.rows[row].Out {
		return ""
	}
	n, all := d.number-1, len(d.rows)
	if n > 0 && row < tournament.PromotedBetween(len(s.divisions[n-1].rows), all) {
		return "↑"
	}
	if n+1 < len(s.divisions) && row >= all-tournament.PromotedBetween(all, len(s.divisions[n+1].rows)) {
		return "↓"
	}
	return ""
}

// inTournaments is the places of a player in tournaments, the latest first.
func (w *writer) inTournaments(p *person) ([]listPart, error) {
	if len(p.places) == 0 {
		return nil, nil
	}
	title, err := w.site.say("seasons")
	out := listPart{Title: title}
	for _, at := range slices.Backward(p.places) {
		id := "season-place"
		switch {
		case at.season.Cup && at.row.Out:
			id = "cup-out"
		case at.season.Cup:
			id = "cup-place"
		case at.row.Out:
			id = "season-out"
		}
		more, wrong := w.site.say(id, "Division", at.number, "Place", tournament.PlaceText(at.row))
		if wrong != nil {
			err = wrong
		}
		out.Entries = append(out.Entries,
			listEntry{Text: fmt.Sprintf("%s (%s)", at.season.Name, at.season.kind.Title), To: "../" +
				at.season.at(at.number), More: more})
	}
	return []listPart{out}, err
}
