package handler

import (
	"turnpost/db"
	"turnpost/mail/auth"
	"turnpost/mail/club"
	"turnpost/mail/club/analysis"
	"turnpost/mail/command"
	"turnpost/mail/notify"
)

// puzzleHandling is what one letter wants of puzzles.
type puzzleHandling struct {
	tx      *club.Tx
	letters *notify.Letters
	player  int64

	second int64                 // when our letter was written that it replies to; 0: it is of a game, or there is none
	asked  *analysis.AskedPuzzle // which stands in that, once it was looked for
	looked bool
	solved bool // one was answered
	shown  bool // the answer shows one
}

// newPuzzleHandling is a letter of a player's, with the ticket that it holds if that proves them.
func newPuzzleHandling(tx *club.Tx, letters *notify.Letters, player int64, proven bool, t auth.ReplyToken) *puzzleHandling {
	l := &puzzleHandling{tx: tx, letters: letters, player: player}
	if proven && t.Secret != "" && t.Game == 0 && t.Quarantine == 0 {
		l.second = t.Ply
	}
	return l
}

// AtHand is the puzzle in the letter of ours that this one replies to; nil: there is none
// in it. Letters of one game have none.
func (l *puzzleHandling) AtHand() (*analysis.AskedPuzzle, error) {
	if l.second == 0 {
		return nil, nil
	}
	if !l.looked {
		asked, err := analysis.PuzzleIn(l.tx, l.player, l.second)
		if err != nil {
			return nil, err
		}
		l.asked, l.looked = asked, true
	}
	return l.asked, nil
}

// Waits has the puzzle at hand answered by a reply to the answer as well.
func (l *puzzleHandling) Waits(p db.Player) { l.letters.KnownBy(p, l.second) }

// FitsOne is the first of the player's running games in which a text can be meant as one
// ply: it is one now, or was one when they were last to move, and our letter is older than
// what was played since; 0: there is none.
func (l *puzzleHandling) FitsOne(games []db.Game, text string) (int64, error) {
	for _, g := range games {
		t, err := l.tx.Open(g)
		if err != nil {
			return 0, err
		}
		n := t.Record.Len()
		if side := t.Side(l.player); t.Turn() != side {
			if t.Game.TurnAt.Unix() <= l.second {
				continue
			}
			for n--; n >= 0 && t.Record.At(n).Turn() != side; n-- {
			}
		}
		if n < 0 {
			continue
		}
		if _, err := t.Record.At(n).Parse(text); err == nil {
			return g.ID, nil
		}
	}
	return 0, nil
}

// Do carries out the command: it shows a puzzle, takes an answer to that at hand, or else
// to the last one, or sets when one comes.
func (l *puzzleHandling) Do(p db.Player, do command.Puzzle) error {
	switch {
	case do.Daily == "daily":
		if err := analysis.SetDailyPuzzle(l.tx, l.player, do.Minute); err != nil {
			return err
		}
		return l.letters.PuzzleSetting(p)
	case do.Daily == "off":
		if err := analysis.DropDailyPuzzle(l.tx, l.player); err != nil {
			return err
		}
		return l.letters.PuzzleSetting(p)
	case do.Answer != "":
		return l.Solve(p, do.Answer)
	}
	return l.show(p, do)
}

// show shows a puzzle of the game that a command names, or of any. A letter shows one: by
// the letter it is known which one an answer is for.
func (l *puzzleHandling) show(p db.Player, do command.Puzzle) error {
	if l.shown {
		return club.Refuse("puzzle-one")
	}
	name := ""
	if do.Game != nil {
		name = do.Game.Name
	}
	s, err := analysis.AskPuzzle(l.tx, l.player, name)
	switch {
	case err != nil:
		return err
	case s == nil:
		return l.letters.NoPuzzle(p, do.Game)
	}
	l.shown = true
	return l.letters.Puzzle(p, s)
}

// Solve answers the puzzle at hand, or else the last one. A letter answers once: of two
// plies neither may be meant.
func (l *puzzleHandling) Solve(p db.Player, text string) error {
	asked, err := l.AtHand()
	if err == nil && asked == nil {
		asked, err = analysis.LastPuzzle(l.tx, l.player)
	}
	switch {
	case err != nil:
		return err
	case asked == nil:
		return club.Refuse("puzzle-none")
	case l.solved:
		return club.Refuse("puzzle-once")
	}
	v, err := asked.Answer(l.tx, l.player, text)
	if err == nil {
		l.solved = true
		l.letters.PuzzleAnswered(p, v)
	}
	return err
}
