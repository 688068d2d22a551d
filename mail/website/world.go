package website

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/db/follows"
	"turnpost/db/tournaments"
	"turnpost/mail/club"
	"turnpost/rules"
	"turnpost/templates"
	"turnpost/templates/picture"
)

// writer is one run.
type writer struct {
	Options
	store   *db.DB
	words   *templates.Catalogues
	site    *site
	keys    db.ArchiveSigner
	shelf   *shelf
	painter *picture.Painter
	kinds   map[string]*kind
	order   []string // their names
	people  map[int64]*person
	shown   []*game // in the order in which they ended
	seasons []*season
	parts   map[int64]*part // of games, by number
	// For the front page.
	ratings map[string][]db.Rating              // among people, the best first
	ladders map[string][]tournaments.LadderRung // the top of each
	best    []int64                             // games of the last seven days
	// openings are the first plies of games, by number.
	openings map[int64][]string
	// positions are those that games began with, see next.go.
	positions map[string]*position
	nextLook  string // of their pages
	failed    []int64
	rest      bool
}

// kind is one game that is played: its rules, and the picture below its positions.
type kind struct {
	rules.Game // in the language of the pages
	plain      rules.Game
	base       string // empty: it cannot be drawn
	look       string // of what its pages are made
	games      []*game
}

// person is somebody whose name may be shown.
type person struct {
	name   string
	page   string // seen from the top; empty: a robot of the house has none
	games  []*game
	places []place
	quiet  bool // nothing is told of where their games turned
	// tournaments says that they may be named only there, see db.PublicGameOf.
	tournaments bool
}

// game is a game that is shown.
type game struct {
	db.PublicGame
	kind         *kind
	black, white *person
	part         *part // in a tournament; nil: it has none
	verdict      string
	silent       []int // plies of which nothing is told now
}

func (g *game) page() string {
	return "games/" + strconv.FormatInt(g.ID/1000, 10) + "/" + strconv.FormatInt(g.ID, 10) + ".html"
}
func (g *game) record() string { return strings.TrimSuffix(g.page(), "html") + "txt" }

// replay replays the plies of the game.
func (g *game) replay(plies []db.PlayedPly) (*rules.Record, error) {
	played, err := g.kind.plain.Agree(g.Terms)
	if err != nil {
		return nil, err
	}
	return club.Replay(played, plies)
}

func (g *game) quiet() bool   { return g.black.quiet || g.white.quiet }
func (g *game) names() string { return g.black.name + " - " + g.white.name }

// kind is a game as it is shown, and puts its board on the shelf.
func (w *writer) kind(g rules.Game) (*kind, error) {
	k := &kind{Game: g.In(w.Lang), plain: g}
	look := sha256.New()
	if scene, ok := rules.SceneOf(k.Start(), k.First(), k.Say); ok {
		board := w.painter.Base(scene)
		sum := sha256.Sum256(board)
		k.base = "boards/" + hex.EncodeToString(sum[:8]) + ".svg"
		if err := w.shelf.put(k.base, "-", board); err != nil {
			return nil, err
		}
		strip := w.painter.Strip()
		frame, err := strip.Frame(scene)
		if err != nil {
			return nil, err
		}
		fmt.Fprint(look, k.base, frame, strip.Defs())
	}
	// A page of its kind, so that all are written again when the look of pages changes.
	sample, err := w.site.game(gamePage{
		frame: frame{Title: k.Title, Feed: "-"}, Kind: "rated", Plies: make([]shownPly, 4), Next: []string{"-"},
		boardPictures: boardPictures{Positions: make([]string, 4)},
	})
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(look, "%s %s", sample, w.Lang)
	k.look = hex.EncodeToString(look.Sum(nil))
	return k, nil
}

// read reads who and what may be seen, in one moment.
func (w *writer) read(ctx context.Context) error {
	var games []db.PublicGame
	err := w.store.View(ctx, func(tx *db.Tx) error {
		players, err := tx.PublicPlayers()
		if err != nil {
			return err
		}
		for _, p := range players {
			if w.people[p.ID], err = w.person(p); err != nil {
				return err
			}
		}
		if games, err = tx.PublicGames(); err != nil {
			return err
		}
		if w.openings, err = tx.Openings(explored); err != nil {
			return err
		}
		if err := w.readFront(tx); err != nil {
			return err
		}
		return w.readSeasons(tx)
	})
	if err != nil {
		return err
	}
	if err := w.sweep(games); err != nil {
		return err
	}
	for _, g := range games {
		shown := &game{PublicGame: g, kind: w.kinds[g.Rules], black: w.people[g.Black], white: w.people[g.White],
			part: w.parts[g.ID]}
		if shown.kind == nil || shown.black == nil || shown.white == nil {
			w.failed = append(w.failed, g.ID)
			continue
		}
		if shown.black.tournaments { // a rating comes of all games
			shown.BlackBefore, shown.BlackAfter = 0, 0
		}
		if shown.white.tournaments {
			shown.WhiteBefore, shown.WhiteAfter = 0, 0
		}
		if shown.verdict, err = w.verdict(shown); err != nil {
			return err
		}
		w.shown = append(w.shown, shown)
	}
	w.explore()
	w.nextLook, err = w.lookOfNext()
	return err
}

// readFront reads what the front page shows besides games and tournaments.
func (w *writer) readFront(tx *db.Tx) (err error) {
	w.ratings, w.ladders = map[string][]db.Rating{}, map[string][]tournaments.LadderRung{}
	for _, name := range w.order {
		if w.ratings[name], err = tx.Standings(name, false, onPage); err != nil {
			return err
		}
		if w.ladders[name], err = tournaments.RungPlaces(tx, name, 1, onLadder); err != nil {
			return err
		}
	}
	best, err := follows.BestBetween(tx, tx.Now.Add(-7*24*time.Hour), tx.Now, bestOnFront)
	for _, b := range best {
		w.best = append(w.best, b.Game)
	}
	return err
}

// sweep removes the pages of games and players that may not be seen any more, before
// anything can fail on which they do not depend.
func (w *writer) sweep(games []db.PublicGame) error {
	may := map[string]bool{}
	for _, g := range games {
		may[(&game{PublicGame: g}).page()] = true
	}
	for _, p := range w.people {
		may[p.page] = true
	}
	return w.shelf.sweep(may)
}

// person is somebody as they are called. A name that looks like an address is not shown.
func (w *writer) person(p db.PublicPlayerRow) (*person, error) {
	if level := club.BotLevel(p.Name); p.House && level > 0 {
		name, err := w.site.say("robot", "Level", level)
		return &person{name: name}, err
	}
	opaque := w.keys.Name("player", p.ID)
	out := &person{name: p.Name, page: "players/" + opaque + ".html", quiet: p.NoAnalysis,
		tournaments: p.Tournaments}
	var err error
	if strings.ContainsAny(p.Name, "@＠﹫") || club.HasLink(p.Name) || strings.TrimSpace(p.Name) == "" {
		out.name, err = w.site.say("nameless", "Name", opaque[:5])
	}
	if p.Program && err == nil {
		var mark string
		mark, err = w.words.Say(w.Lang, "name.program")
		out.name += mark
	}
	return out, err
}

// verdict is how a game ended, in a sentence.
func (w *writer) verdict(g *game) (string, error) {
	id, winner, loser := "win", g.black, g.white
	switch g.Result {
	case db.Drawn:
		id = "draw"
	case db.WhiteWon:
		winner, loser = loser, winner
	}
	switch g.Reason {
	case "resigned", "time", "adjudicated", "agreed":
		id += "-" + g.Reason
	}
	if how := g.part.how(g); how != "" {
		id, _, _ = strings.Cut(id, "-")
		id += "-" + how
	}
	return w.site.say(id, "Name", winner.name, "Other", loser.name, "Reason",
		g.kind.Reason(rules.Outcome{Reason: g.Reason}))
}
