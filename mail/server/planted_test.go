package server_test

import (
	"testing"
	"time"

	"turnpost/db/dbtest/race"
	"turnpost/mail/club/clubtest"
	"turnpost/mail/server/servertest"
)

// puzzled are faults, one at a time, in what was found in a game that is over and asked of
// players: by what each is of, and what is said of it.
var puzzled = []clubtest.Planted{
	// The shelf.
	{"puzzle", "two plies keep the win", `UPDATE puzzles SET plies = replace(replace(plies, ' draw ', ' win '), ' loss ', ' win ')`},
	{"puzzle", "is kept, and", `UPDATE puzzles SET plies = 'a9' || substr(plies, 3)`},
	{"puzzle", "two plies keep the win", `UPDATE puzzles SET keeps = 'a1'`},
	{"puzzle", "the position after it is another", `UPDATE puzzles SET after = position`},
	{"puzzle", "is said to follow", `UPDATE puzzles SET plies = substr(plies, 1, instr(plies, char(10)) - 1) || ' z9' || substr(plies, instr(plies, char(10)))`},
	{"puzzle", "nothing is", `UPDATE puzzles SET plies = replace(plies, ' loss ', ' lost ')`},
	{"puzzle", "by the table of its game", `UPDATE puzzles SET plies = replace(plies, ' loss ', ' chance ')`},
	{"puzzle", "did not arise in game 1", `UPDATE puzzles SET position = replace(position, 'b', 'c')`},
	{"puzzle", "which was not over", `UPDATE puzzles SET found_at = 5`},
	{"puzzle", "which was not over", `UPDATE puzzles SET game = 2`},
	{"puzzle", "it was found in the future", `UPDATE puzzles SET found_at = 2524608000000`},
	{"puzzle", "Turro", `UPDATE puzzles SET rules = 'turro'`},
	{"file", "refers to one of games", `UPDATE puzzles SET game = 99`},
	{"game", "puzzles are to be sought in it", `INSERT INTO puzzle_games (game) VALUES (2)`},
	{"game", "puzzles are to be sought in it", `INSERT INTO puzzle_games (game, due_at) VALUES (1, 2524608000000)`},

	// What was asked and answered.
	{"player", "a letter asked them puzzle 77, and there was none", `UPDATE puzzle_letters SET puzzle = 77`},
	{"player", "a letter asked them puzzle", `UPDATE puzzle_letters SET at = 5`},
	{"player", "a letter asked them puzzle", `UPDATE puzzle_letters SET at = 2524608000`},
	{"player", "they answered puzzle 77, and there was none", `UPDATE puzzle_answers SET puzzle = 77`},
	{"player", "and it was found at", `UPDATE puzzle_answers SET at = 5`},
	{"player", "a puzzle was answered in the future", `UPDATE puzzle_answers SET at = 2524608000000`},
	{"player", "and solved says", `UPDATE puzzle_answers SET solved = 1 - solved`},
	{"player", "which is no ply there", `UPDATE puzzle_answers SET move = 'z9', solved = 0`},
	{"file", "refers to one of players", `UPDATE puzzle_answers SET player = 99`},

	// One a day.
	{"player", "in minute 2000 of the day", `UPDATE puzzle_days SET minute = 2000`},
	{"player", "in minute -1 of the day", `UPDATE puzzle_days SET minute = -1`},
	{"player", "which is not when the player wants it", `UPDATE puzzle_days SET due_at = due_at - 3600000`},
	{"player", "and it is due at", `UPDATE puzzle_days SET due_at = due_at + 86400000`},
	{"player", "and it is due at", `UPDATE puzzle_days SET due_at = 2524608000000`},
	{"player", "the puzzle of the day was due at", `UPDATE puzzle_days SET due_at = 5; INSERT INTO heartbeat (id, at) SELECT 1, max(handled_at) FROM inbox WHERE true ON CONFLICT (id) DO UPDATE SET at = excluded.at`},
	{"player", "a puzzle a day is due to them, and they are no player", `UPDATE players SET address = '', name = 'Somebody' WHERE id = (SELECT player FROM puzzle_days)`},

	// Where a game turned.
	{"game", "it is said to have turned with ply 99", `INSERT INTO turnings VALUES (1, 99, 'a1', 'win', 90, 10, 0, '')`},
	{"game", "which is none there", `INSERT INTO turnings VALUES (1, 13, 'z9', 'win', 90, 10, 0, '')`},
	{"game", "has raised the chance from 10 to 90", `INSERT INTO turnings VALUES (1, 13, 'c4xb4', 'win', 10, 90, 0, '')`},
	{"game", "and it goes on", `INSERT INTO turnings VALUES (2, 1, 'c5', 'win', 90, 10, 0, '')`},
	{"game", "it is said to have turned 4 times", `INSERT INTO turnings SELECT 1, n, '', 'win', 90, 10, 0, '' FROM plies WHERE game = 1 AND n < 5`},
}

// Every fault that is planted in what is known of puzzles, and of where a game turned, is
// found.
func TestPlantedFaultsOfPuzzlesAreFound(t *testing.T) {
	race.Long(t)
	if servertest.OnPostgres(t) {
		t.Skip("a copy of the file is broken each time")
	}
	w := sixteenPlies(t)
	begins(w, "ada@example.org", "bob@example.org")
	playOn(w, 2, "c5")
	w.Seek()
	w.Now = w.Now.Add(time.Minute)
	asks(w, cleo, "puzzle")
	w.Reply(cleo, "2")
	asks(w, cleo, "puzzle daily")
	clubtest.CheckPlanted(t, clubtest.Image(t, w.DB, w.Where), w.Now, 1, puzzled)
}
