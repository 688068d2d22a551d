package db

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
)

// SealKey is a key that makes seals. Each seal names its key by number.
//
// A seal is a keyed digest (HMAC-SHA-256) in the row of a ply or a game. The seal of a ply
// covers the seal of the ply before it, and the seal of a game covers the seal of its last
// ply: a chain. Somebody who changes a row without the key breaks the chain, and package
// consistency finds where.
type SealKey struct {
	ID     int64 // 1 to MostSealKeys
	Secret []byte
}

// MostSealKeys is the highest number of a key: it takes one byte of each seal.
const MostSealKeys = 255

// The sizes in bytes of the seal of a ply, and of a game, which is the seal of its last ply
// and its own. 64 bits are enough: nobody can try guesses without the database.
const (
	PlySealSize  = 1 + 8
	GameSealSize = PlySealSize + 1 + 16
)

// SealedGameStart is what a seal covers of the beginning of a game.
type SealedGameStart struct {
	Game        int64
	Rules, Pace string
	Terms       string
	Rated       bool
	StartedAt   int64 // milliseconds since 1970, as all moments here
}

// SealedPly is what a seal covers of a ply.
type SealedPly struct {
	Game     int64
	N        int
	Move     string
	Message  int64 // 0: none
	PlayedAt int64
}

// SealedGame is what a seal covers of a game, beside its plies.
type SealedGame struct {
	Game                 int64
	Plies, Undone        int
	Result               Result
	Reason               string
	EndedAt, TurnAt      int64
	BlackLeft, WhiteLeft int64 // milliseconds
	// ResignedAt and ResumedAt are of a resignation that was taken back.
	ResignedAt, ResumedAt int64
}

// Sealer makes seals with one key. It is not safe for concurrent use.
type Sealer struct {
	id  byte
	mac hash.Hash
	buf []byte
}

// Sealer returns a sealer with the key.
func (k SealKey) Sealer() *Sealer {
	return &Sealer{id: byte(k.ID), mac: hmac.New(sha256.New, k.Secret)}
}

// PlainSealer returns a sealer without a key, for the links of a chain that no key has
// sealed: the start of a game, and plies from before there were seals.
func PlainSealer() *Sealer { return SealKey{}.Sealer() }

// Start returns the first link of the chain of a game.
func (s *Sealer) Start(g SealedGameStart) []byte {
	rated := int64(0)
	if g.Rated {
		rated = 1
	}
	s.buf = append(s.buf[:0], "start"...)
	texts := []string{g.Rules, g.Pace}
	if g.Terms != "" { // so that seals from before there were terms still hold
		texts = append(texts, g.Terms)
	}
	return s.sum(8, nil, texts, g.Game, rated, g.StartedAt)
}

// Ply returns the seal of a ply after a ply with the seal before.
func (s *Sealer) Ply(before []byte, p SealedPly) []byte {
	s.buf = append(s.buf[:0], "ply"...)
	return s.sum(8, before, []string{p.Move}, p.Game, int64(p.N), p.Message, p.PlayedAt)
}

// Game returns the seal of a game whose last ply has the seal last; without plies, last is
// the result of Start.
func (s *Sealer) Game(last []byte, g SealedGame) []byte {
	s.buf = append(s.buf[:0], "game"...)
	numbers := []int64{g.Game, int64(g.Plies), int64(g.Undone), g.EndedAt, g.TurnAt, g.BlackLeft, g.WhiteLeft}
	if g.ResumedAt != 0 { // so that seals from before there were such moments still hold
		numbers = append(numbers, g.ResignedAt, g.ResumedAt)
	}
	head := s.sum(16, last, []string{string(g.Result), g.Reason}, numbers...)
	return append(bytes.Clone(last), head...)
}

// sum returns the number of the key and the first size bytes of the digest of s.buf and the
// arguments. The length comes before each value of variable length, so that no two inputs
// give the same bytes.
func (s *Sealer) sum(size int, octets []byte, texts []string, numbers ...int64) []byte {
	s.buf = append(binary.AppendUvarint(s.buf, uint64(len(octets))), octets...)
	for _, n := range numbers {
		s.buf = binary.BigEndian.AppendUint64(s.buf, uint64(n))
	}
	for _, text := range texts {
		s.buf = append(binary.AppendUvarint(s.buf, uint64(len(text))), text...)
	}
	s.mac.Reset()
	s.mac.Write(s.buf)
	out := make([]byte, 1, 1+sha256.Size)
	out[0] = s.id
	return s.mac.Sum(out)[:1+size]
}

// SealKeyOf returns the number of the key that made a seal; 0 for no seal.
func SealKeyOf(seal []byte) int64 {
	if len(seal) == 0 {
		return 0
	}
	return int64(seal[0])
}

// LastSeal returns the seal of the last ply from the seal of a game, or nil if there is
// none.
func LastSeal(game []byte) []byte {
	if len(game) != GameSealSize {
		return nil
	}
	return game[:PlySealSize:PlySealSize]
}

// SealHead returns the game's own part of the seal of a game.
func SealHead(game []byte) []byte {
	if len(game) != GameSealSize {
		return nil
	}
	return game[PlySealSize:]
}

// SealKeys lists the keys, newest first. Games up to the number older began before the
// first key was made.
func (s *Tx) SealKeys() (keys []SealKey, older int64, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var k SealKey
		err := scan(&k.ID, &k.Secret, &older)
		keys = append(keys, k)
		return err
	}, `SELECT id, secret, games FROM seal_keys ORDER BY id DESC`)
	return keys, older, err
}

// AddSealKey makes a new random key, and returns all keys. A program that has the database
// open uses the new key only after it was restarted.
func (s *Tx) AddSealKey(now int64) ([]SealKey, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	var id int64
	if err := s.Rows(func(scan func(...any) error) error { return scan(&id) },
		`INSERT INTO seal_keys (id, secret, games, created_at)
		SELECT coalesce(max(id), 0) + 1, ?1, coalesce(min(games), (SELECT coalesce(max(id), 0) FROM games)), ?2
		FROM seal_keys RETURNING id`, secret, now); err != nil {
		return nil, err
	}
	keys, _, err := s.SealKeys()
	return keys, err
}

// Identity is 12 hexadecimal digits that tell this database from others. Its backups and copies have
// the same. The first call in a new database makes the key that it is a digest of.
func (s *Tx) Identity() (string, error) {
	keys, _, err := s.SealKeys()
	if err == nil && len(keys) == 0 {
		keys, err = s.AddSealKey(Millis(s.Now))
	}
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, keys[len(keys)-1].Secret)
	mac.Write([]byte("database"))
	return hex.EncodeToString(mac.Sum(nil)[:6]), nil
}

// SealAfter returns the seal of ply n of a game, or of its start. Plies from before there
// were seals have none of their own: their links are computed, and the seal of the next ply
// covers them.
func (store *Tx) SealAfter(g SealedGameStart, n int) (last []byte, err error) {
	s := PlainSealer()
	last = s.Start(g)
	err = store.Rows(func(scan func(...any) error) error {
		p, stored := SealedPly{Game: g.Game}, []byte(nil)
		err := scan(&p.N, &p.Move, &p.Message, &p.PlayedAt, &stored)
		if last = s.Ply(last, p); stored != nil {
			last = stored
		}
		return err
	}, `SELECT n, move, coalesce(message, 0), played_at, seal FROM plies WHERE game = ? AND n <= ? ORDER BY n`, g.Game,
		n)
	return last, err
}
