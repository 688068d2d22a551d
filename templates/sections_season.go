package templates

import (
	"fmt"
	"strings"
	"time"
)

// SeasonLine is a tournament in a list.
type SeasonLine struct {
	Name, Title string // Title is the game's
	// State is open (it begins at When), waiting (nobody knows when), fresh (nobody has
	// joined), running (until When) or over (since When).
	State string
	When  time.Time
	Count int // who take part, or have joined
	You   bool
}

// Tournaments are those that a player can join or look at.
type Tournaments struct {
	Seasons []SeasonLine
	One     bool // it is the one that was asked for
}

// Joinable are those of them that the reader can join.
func (t Tournaments) Joinable() (out []SeasonLine) {
	for _, s := range t.Seasons {
		if !s.You && (s.State == "open" || s.State == "waiting" || s.State == "fresh") {
			out = append(out, s)
		}
	}
	return out
}

// Season tells a player of their part in a tournament.
type Season struct {
	// What is joined, already, withdrew, last (not in the next season), asked (whether they
	// leave), stayed, warned, or out.
	What        string
	Name, Title string
	Rules       string // the game's name, by which the next season is joined
	Pace        string
	Days        int
	Count       int
	Begins      time.Time // zero: nobody knows
	Standing    bool      // another season follows
	// Of who is out, or is asked: because of a loss on time after a warning, and whether their games, so many of
	// them unfinished, were cancelled or are lost.
	OnTime, Cancelled bool
	Games             int
}

// SeasonTable is a division of a tournament as it stands.
type SeasonTable struct {
	// Why it is shown: asked, began, top, over or digest.
	Why                 string
	Name, Title, Pace   string
	Division, Divisions int
	Days                int
	Ends                time.Time // zero: it is over
	Rows                []SeasonRow
	Leaders             []string // who stand first
	You                 bool     // the reader is one of them
	Place               int      // the reader's; 0: they are not in it
	Standing            bool
}

// SeasonRow is a row of that table. Its cells are in the order of the rows.
type SeasonRow struct {
	Place         string
	Name          string
	Results       []string // against each, a character a game
	Points, Score string   // Score is by Sonneborn-Berger
	You, Out      bool
}

// Cells are those of the row.
func (r SeasonRow) Cells() []string {
	return append(append([]string{r.Place, r.Name}, r.Results...), r.Points, r.Score)
}

// Widths are those of the columns.
func (t SeasonTable) Widths() string {
	wide := 1
	for _, r := range t.Rows {
		for _, games := range r.Results {
			wide = max(wide, len([]rune(games)))
		}
	}
	return "3 20" + strings.Repeat(fmt.Sprintf(" %d", wide), len(t.Rows)) + " -5 -5"
}

// Titles are those of the columns, of which two have words.
func (t SeasonTable) Titles(points, score string) []string {
	out := []string{"", ""}
	for i := range t.Rows {
		out = append(out, fmt.Sprint(i+1))
	}
	return append(out, points, score)
}

// spread is the cells of a row: given one by one, or all in a list.
func spread(cells []any) []any {
	if len(cells) != 1 {
		return cells
	}
	list, ok := cells[0].([]string)
	if !ok {
		return cells
	}
	out := make([]any, len(list))
	for i, c := range list {
		out[i] = c
	}
	return out
}

func (*Tournaments) template() string { return "tournaments" }
func (*Season) template() string      { return "season" }
func (*SeasonTable) template() string { return "seasontable" }
