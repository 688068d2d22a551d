// Package seal makes the keyed digests that chain the plies of games.
//
// Each ply has a seal: the beginning of an HMAC-SHA-256 (RFC 2104) over the ply and
// the seal of the one before; the first stands on what the game began with. The game
// has another, its head, over the last of them and over what else its row says of how
// it stands: so a ply that is changed, put in or taken away is found, the last one too,
// though the row is changed with it.
//
// # What it protects from
//
// Whoever can write to the database, and has not read a key, can change nothing that
// is sealed without being found: a program that went wrong, somebody who corrects rows
// by hand, an account of the server that may write games but not read keys, an octet
// that a disk has lost. The keys lie in the same database, in a table of their own
// (seal_keys): whoever has the whole file, or may read that table, can seal anew what
// they changed. Against them helps only a copy that they cannot write to.
//
// A key seals for ever: it is no secret of letters (see package ticket) and is not
// retired with those. A newer one seals from then on, and the older go on verifying.
package seal

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Key seals. Its number stands in what it sealed.
type Key struct {
	ID     int64 // 1 to MostKeys
	Secret []byte
}

// MostKeys is the highest number that a key can have: it is one octet of each seal.
const MostKeys = 255

// The octets of the seal of a ply, and of a game: those of its last ply, and its head.
// 64 bits are enough where nobody answers whoever guesses.
const (
	PlySize  = 1 + 8
	GameSize = PlySize + 1 + 16
)

// Start is what a game began with.
type Start struct {
	Game        int64
	Rules, Pace string
	Rated       bool
	StartedAt   int64 // milliseconds since 1970, as all moments here
}

// Ply is a ply as it is stored.
type Ply struct {
	Game     int64
	N        int
	Move     string
	Letter   int64 // 0: none
	PlayedAt int64
}

// State is how a game stands, beside its plies.
type State struct {
	Game                 int64
	Plies, Undone        int
	Result, Reason       string
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
func (k Key) Sealer() *Sealer { return &Sealer{id: byte(k.ID), mac: hmac.New(sha256.New, k.Secret)} }

// Plain makes what seals stand on that no key has sealed: the start of a game, and plies
// that are older than seals.
func Plain() *Sealer { return Key{}.Sealer() }

// Start is what the seal of the first ply stands on.
func (s *Sealer) Start(g Start) []byte {
	rated := int64(0)
	if g.Rated {
		rated = 1
	}
	s.buf = append(s.buf[:0], "start"...)
	return s.sum(8, nil, []string{g.Rules, g.Pace}, g.Game, rated, g.StartedAt)
}

// Ply is the seal of a ply that follows one with the seal before.
func (s *Sealer) Ply(before []byte, p Ply) []byte {
	s.buf = append(s.buf[:0], "ply"...)
	return s.sum(8, before, []string{p.Move}, p.Game, int64(p.N), p.Letter, p.PlayedAt)
}

// Game is the seal of a game whose last ply has the seal last, or which has none and
// began with that.
func (s *Sealer) Game(last []byte, g State) []byte {
	s.buf = append(s.buf[:0], "game"...)
	head := s.sum(16, last, []string{g.Result, g.Reason}, g.Game, int64(g.Plies), int64(g.Undone), g.EndedAt, g.TurnAt, g.BlackLeft, g.WhiteLeft)
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

// KeyOf is the number of the key that made a seal; 0 of what is none.
func KeyOf(seal []byte) int64 {
	if len(seal) == 0 {
		return 0
	}
	return int64(seal[0])
}

// Last is the seal of the last ply in that of a game; nil: it has none.
func Last(game []byte) []byte {
	if len(game) != GameSize {
		return nil
	}
	return game[:PlySize:PlySize]
}

// Head is the rest of it.
func Head(game []byte) []byte {
	if len(game) != GameSize {
		return nil
	}
	return game[PlySize:]
}
