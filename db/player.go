package db

import "time"

// Player is a mail address and whoever writes from there.
type Player struct {
	ID      int64
	Address string // as it was first written
	Name    string
	// WroteAt is when the first letter came from there; zero if none ever did.
	WroteAt time.Time
	// StoppedAt is since when the player wants no letters; zero: letters go.
	StoppedAt time.Time
}

const playerColumns = `id, address, name, wrote_at, stopped_at`

func scanPlayer(scan func(...any) error) (Player, error) {
	var p Player
	var wrote, stopped int64
	err := scan(&p.ID, &p.Address, &p.Name, &wrote, &stopped)
	p.WroteAt, p.StoppedAt = moment(wrote), moment(stopped)
	return p, err
}

// Player returns the player of that id.
func (tx *Tx) Player(id int64) (Player, error) {
	return get(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE id = ?`, id)
}

// PlayerByAddress returns the player of a folded address.
func (tx *Tx) PlayerByAddress(folded string) (Player, error) {
	return get(tx, scanPlayer, `SELECT `+playerColumns+` FROM players WHERE folded = ?`, folded)
}

// AddPlayer makes a player. ErrExists if the folded address is taken.
func (tx *Tx) AddPlayer(address, folded, name string) (Player, error) {
	id, err := tx.insert(`INSERT INTO players (address, folded, name, created_at) VALUES (?, ?, ?, ?)`,
		address, folded, name, millis(tx.Now))
	if err != nil {
		return Player{}, err
	}
	return Player{ID: id, Address: address, Name: name}, nil
}

// PlayerWrote notes the first letter from a player, and the name that it was
// signed with.
func (tx *Tx) PlayerWrote(id int64, name string) error {
	return tx.one(`UPDATE players SET name = ?, wrote_at = ? WHERE id = ?`, name, millis(tx.Now), id)
}

// StopLetters notes that the player wants no letters from now on.
func (tx *Tx) StopLetters(id int64) error {
	return tx.one(`UPDATE players SET stopped_at = ? WHERE id = ?`, millis(tx.Now), id)
}

// ResumeLetters ends what StopLetters began.
func (tx *Tx) ResumeLetters(id int64) error {
	return tx.one(`UPDATE players SET stopped_at = 0 WHERE id = ?`, id)
}
