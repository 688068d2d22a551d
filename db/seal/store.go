package seal

import "crypto/rand"

// Store is a transaction in which seals are kept. Rows reads the rows of a statement,
// each by f.
type Store interface {
	Rows(f func(scan func(...any) error) error, query string, args ...any) error
}

// Keys lists the keys, the newest first, and the last game that is older than the
// first of them.
func Keys(s Store) (keys []Key, older int64, err error) {
	err = s.Rows(func(scan func(...any) error) error {
		var k Key
		err := scan(&k.ID, &k.Secret, &older)
		keys = append(keys, k)
		return err
	}, `SELECT id, secret, games FROM seal_keys ORDER BY id DESC`)
	return keys, older, err
}

// AddKey makes a new random key, which seals from then on: in a program that has the
// database open, when it is started again. It lists them all.
func AddKey(s Store, now int64) ([]Key, error) {
	secret := make([]byte, 32)
	rand.Read(secret) // never fails (crypto/rand since Go 1.24)
	var id int64
	if err := s.Rows(func(scan func(...any) error) error { return scan(&id) }, `INSERT INTO seal_keys (id, secret, games, created_at)
		SELECT coalesce(max(id), 0) + 1, ?1, coalesce(min(games), (SELECT coalesce(max(id), 0) FROM games)), ?2 FROM seal_keys RETURNING id`, secret, now); err != nil {
		return nil, err
	}
	keys, _, err := Keys(s)
	return keys, err
}

// After is the seal of ply n of a game, or of its start. In that of a ply that was played
// before there were seals those before it are too: the next one seals them all.
func After(store Store, g Start, n int) (last []byte, err error) {
	s := Plain()
	last = s.Start(g)
	err = store.Rows(func(scan func(...any) error) error {
		p, stored := Ply{Game: g.Game}, []byte(nil)
		err := scan(&p.N, &p.Move, &p.Letter, &p.PlayedAt, &stored)
		if last = s.Ply(last, p); stored != nil {
			last = stored
		}
		return err
	}, `SELECT n, move, coalesce(letter, 0), played_at, seal FROM plies WHERE game = ? AND n <= ? ORDER BY n`, g.Game, n)
	return last, err
}
