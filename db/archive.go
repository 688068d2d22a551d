package db

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
	"time"
)

// PublicPlayer is the condition that everybody may see all games of a player, who has that name in
// a statement.
func PublicPlayer(player string) string {
	return "(" + player + ".public = 1 AND " + player + ".leaving = 0 OR " + player + ".program = 1 AND " + player +
		".address = '')"
}

// PublicGameOf is the condition that everybody may see a game, as far as it depends on one of its
// players: all games of theirs, or those of a tournament that they joined.
func PublicGameOf(game, player string) string {
	return "(" + PublicPlayer(player) + " OR " + player + `.leaving = 0 AND EXISTS (SELECT 1 FROM pairings AS at
		JOIN entrants AS e ON e.tournament = at.tournament
		WHERE at.game = ` + game + `.id AND e.player = ` + player + `.id AND e.public = 1))`
}

// PublicPlayerRow is somebody whose games everybody may see.
type PublicPlayerRow struct {
	ID   int64
	Name string
	// Tournaments says that this is so only in tournaments, see PublicGameOf.
	Tournaments bool
	House       bool // a robot of the house
	// Program says that a program of somebody's plays there.
	Program bool
	// NoAnalysis says that they do not want to be told where games turned.
	NoAnalysis bool
}

// PublicPlayers lists them by number.
func (s *Tx) PublicPlayers() (out []PublicPlayerRow, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var p PublicPlayerRow
		err := scan(&p.ID, &p.Name, &p.Tournaments, &p.House, &p.Program, &p.NoAnalysis)
		out = append(out, p)
		return err
	}, `SELECT id, name, CASE WHEN `+PublicPlayer("p")+` THEN 0 ELSE 1 END, CASE WHEN address = '' THEN 1 ELSE 0 END,
		program, no_analysis FROM players AS p WHERE `+PublicPlayer("p")+` OR p.leaving = 0
			AND EXISTS (SELECT 1 FROM entrants AS e WHERE e.player = p.id AND e.public = 1 AND e.division > 0) ORDER BY id`)
	return out, err
}

// PublicGame is a game that everybody may see.
type PublicGame struct {
	ID                 int64
	Rules, Terms       string
	Black, White       int64
	Plies              int
	Result             Result
	Reason             string
	Started, Ended     time.Time
	Pace               string
	Rated, WithProgram bool
	Undone             int
	Seal               []byte // of its last ply; nil: it is older than seals
	Turnings           int    // how many plies are told of at which it turned
	// The ratings before and after it; 0: it was not rated, or before these were kept.
	BlackBefore, BlackAfter, WhiteBefore, WhiteAfter int
}

// PublicGames lists them in the order in which they ended, without those that may go on.
func (s *Tx) PublicGames() (out []PublicGame, err error) {
	turnings := map[int64]int{}
	if err := s.Rows(func(scan func(...any) error) error {
		var game int64
		n := 0
		err := scan(&game, &n)
		turnings[game] = n
		return err
	}, `SELECT game, count(*) FROM turnings GROUP BY game`); err != nil {
		return nil, err
	}
	err = s.Rows(func(scan func(...any) error) error {
		var g PublicGame
		var started, ended int64
		err := scan(&g.ID, &g.Rules, &g.Terms, &g.Black, &g.White, &g.Plies, &g.Result, &g.Reason, &started, &ended,
			&g.Pace, &g.Rated, &g.WithProgram, &g.Undone, &g.Seal, &g.BlackBefore, &g.BlackAfter, &g.WhiteBefore, &g.WhiteAfter)
		g.Started, g.Ended = time.UnixMilli(started).UTC(), time.UnixMilli(ended).UTC()
		g.Turnings = turnings[g.ID]
		out = append(out, g)
		return err
	}, `SELECT g.id, g.rules, g.terms, g.black, g.white, g.plies, g.result, g.reason, g.started_at, g.ended_at,
		g.pace, g.rated, g.against_programs, g.undone, g.seal, g.black_before, g.black_after, g.white_before, g.white_after
		FROM games AS g JOIN players AS b ON b.id = g.black JOIN players AS w ON w.id = g.white
		WHERE g.result IN ('black', 'white', 'draw') AND g.clock_due = 0 AND `+PublicGameOf("g", "b")+` AND `+PublicGameOf("g", "w")+` ORDER BY g.ended_at, g.id`)
	return out, err
}

// Openings are the first plies of all games that are over, at most so many of each, by game.
func (s *Tx) Openings(most int) (map[int64][]string, error) {
	found := map[int64][]string{}
	return found, s.Rows(func(scan func(...any) error) error {
		var game int64
		var move string
		err := scan(&game, &move)
		found[game] = append(found[game], move)
		return err
	}, `SELECT g.id, p.move FROM games AS g JOIN plies AS p ON p.game = g.id AND p.n <= ?
		WHERE g.result IN ('black', 'white', 'draw') ORDER BY g.id, p.n`, most)
}

// Moves are the plies of a game, in order.
func (s *Tx) Moves(game int64) (out []string, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var move string
		err := scan(&move)
		out = append(out, move)
		return err
	}, `SELECT move FROM plies WHERE game = ? ORDER BY n`, game)
	return out, err
}

// ArchiveSigner signs an archive, and makes the names in it.
type ArchiveSigner struct {
	seed, names []byte
}

// ArchiveKeys returns the signer of a database; false: it has none yet.
func (s *Tx) ArchiveKeys() (k ArchiveSigner, found bool, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		found = true
		return scan(&k.seed, &k.names)
	}, `SELECT seed, names FROM archive_keys WHERE id = 1`)
	return k, found, err
}

// MakeArchiveKeys makes the keys of a database that has none.
func (s *Tx) MakeArchiveKeys(now int64) error {
	seed, names := make([]byte, 32), make([]byte, 32)
	rand.Read(seed)  // never fails (crypto/rand since Go 1.24)
	rand.Read(names) // neither
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`INSERT INTO archive_keys (id, seed, names, created_at)
		VALUES (1, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id`, seed, names, now)
}

// RotateArchiveKey puts another key that signs into the place of the one there is, which somebody
// may have read. The names stay.
func (s *Tx) RotateArchiveKey(now int64) error {
	seed := make([]byte, 32)
	rand.Read(seed)
	return s.Rows(func(scan func(...any) error) error { return scan(new(int)) },
		`UPDATE archive_keys SET seed = ?, created_at = ? WHERE id = 1 RETURNING id`, seed, now)
}

// Sign signs a text (RFC 8032, Ed25519).
func (k ArchiveSigner) Sign(text []byte) []byte {
	return ed25519.Sign(ed25519.NewKeyFromSeed(k.seed), text)
}

// Public is the key by which a signature is verified.
func (k ArchiveSigner) Public() ed25519.PublicKey {
	return ed25519.NewKeyFromSeed(k.seed).Public().(ed25519.PublicKey)
}

// Name returns a name for something in the archive whose number is private: always the same
// one, and different from all others. Without the keys nobody can compute the number from
// it.
func (k ArchiveSigner) Name(of string, id int64) string {
	mac := hmac.New(sha256.New, k.names)
	fmt.Fprintf(mac, "%s %d", of, id)
	return strings.ToLower(base32.StdEncoding.EncodeToString(mac.Sum(nil)[:10]))
}
