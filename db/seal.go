package db

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// SealKey seals. Its number stands in what it sealed.
type SealKey struct {
	ID     int64 // 1 to MostKeys
	Secret []byte
}

// MostSealKeys is the highest number that a key can have: it is one octet of each seal.
const MostSealKeys = 255

// The octets of the seal of a ply, and of a game: those of its last ply, and its head.
// 64 bits are enough where nobody answers whoever guesses.
const (
	PlySealSize  = 1 + 8
	GameSealSize = PlySealSize + 1 + 16
)

// SealedStart is what a game began with.
type SealedStart struct {
	Game        int64
	Rules, Pace string
	Rated       bool
	StartedAt   int64 // milliseconds since 1970, as all moments here
}

// SealedPly is a ply as it is stored.
type SealedPly struct {
	Game     int64
	N        int
	Move     string
	Message  int64 // 0: none
	PlayedAt int64
}

// SealedState is how a game stands, beside its plies.
type SealedState struct {
	Game                 int64
	Plies, Undone        int
	Result               Result
	Reason               string
	EndedAt, TurnAt      int64
	BlackLeft, WhiteLeft int64 // milliseconds
}

// Sealer makes the seals of one key. It is used by one goroutine.
type Sealer struct {
	id  byte
	mac hash.Hash
	buf []byte
}

// Sealer is one of the key.
func (k SealKey) Sealer() *Sealer {
	return &Sealer{id: byte(k.ID), mac: hmac.New(sha256.New, k.Secret)}
}

// PlainSealer makes what seals stand on that no key has sealed: the start of a game, and plies
// that are older than seals.
func PlainSealer() *Sealer { return SealKey{}.Sealer() }

// Start is what the seal of the first ply stands on.
func (s *Sealer) Start(g SealedStart) []byte {
	rated := int64(0)
	if g.Rated {
		rated = 1
	}
	s.buf = append(s.buf[:0], "start"...)
	return s.sum(8, nil, []string{g.Rules, g.Pace}, g.Game, rated, g.StartedAt)
}

// Ply is the seal of a ply that follows one with the seal before.
func (s *Sealer) Ply(before []byte, p SealedPly) []byte {
	s.buf = append(s.buf[:0], "ply"...)
	return s.sum(8, before, []string{p.Move}, p.Game, int64(p.N), p.Message, p.PlayedAt)
}

// Game is the seal of a game whose last ply has the seal last, or which has none and
// began with that.
func (s *Sealer) Game(last []byte, g SealedState) []byte {
	s.buf = append(s.buf[:0], "game"...)
	head := s.sum(16, last, []string{string(g.Result), g.Reason}, g.Game, int64(g.Plies), int64(g.Undone), g.EndedAt,
		g.TurnAt, g.BlackLeft, g.WhiteLeft)
	return append(bytes.Clone(last), head...)
}

// sum is the number of the key, and so many octets of the digest of what was begun.
// Lengths stand before what has none of its own, so that nothing reads two ways.
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

// SealKeyOf is the number of the key that made a seal; 0 of what is none.
func SealKeyOf(seal []byte) int64 {
	if len(seal) == 0 {
		return 0
	}
	return int64(seal[0])
}

// LastSeal is the seal of the last ply in that of a game; nil: it has none.
func LastSeal(game []byte) []byte {
	if len(game) != GameSealSize {
		return nil
	}
	return game[:PlySealSize:PlySealSize]
}

// SealHead is the rest of it.
func SealHead(game []byte) []byte {
	if len(game) != GameSealSize {
		return nil
	}
	return game[PlySealSize:]
}

// SealKeys lists the keys, the newest first, and the last game that is older than the
// first of them.
func (s *Tx) SealKeys() (keys []SealKey, older int64, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var k SealKey
		err := scan(&k.ID, &k.Secret, &older)
		keys = append(keys, k)
		return err
	}, `SELECT id, secret, games FROM seal_keys ORDER BY id DESC`)
	return keys, older, err
}

// AddSealKey makes a new random key, which seals from then on: in a program that has the
// database open, when it is started again. It lists them all.
func (s *Tx) AddSealKey(now int64) ([]SealKey, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	var id int64
	if err := s.Rows(func(scan func(...any) error) error { return scan(&id) },
		`INSERT INTO seal_keys (id, secret, games, created_at)
		SELECT coalesce(max(id), 0) + 1, ?1, coalesce(min(games), (SELECT coalesce(max(id), 0) FROM games)), ?2 FROM seal_keys RETURNING id`, secret, now); err != nil {
		return nil, err
	}
	keys, _, err := s.SealKeys()
	return keys, err
}

// SealAfter is the seal of ply n of a game, or of its start. In that of a ply that was played
// before there were seals those before it are too: the next one seals them all.
func (store *Tx) SealAfter(g SealedStart, n int) (last []byte, err error) {
	s := PlainSealer()
	last = s.Start(g)
	err = store.Rows(func(scan func(...any) error) error {
		p, stored := SealedPly{Game: g.Game}, []byte(nil)
		err := scan(&p.N, &p.Move, &p.Message, &p.PlayedAt, &stored)
		if last = s.Ply(last, p); stored != nil {
			last = stored
		}
		return err
	}, `SELECT n, move, coalesce(letter, 0), played_at, seal FROM plies WHERE game = ? AND n <= ? ORDER BY n`, g.Game,
		n)
	return last, err
}
