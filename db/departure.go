package db

import "turnpost/db/departing"

// Departure is how far a player is who leaves; see package departing.
type Departure = departing.Departure

// NoteDeparture notes how far a player has left, who is marked as leaving.
func (tx *Tx) NoteDeparture(d Departure) error { return departing.Note(plain{tx}, d) }

// Departure returns how far a player has left, or ErrNotFound.
func (tx *Tx) Departure(player int64) (Departure, error) {
	return orNone(departing.Of(plain{tx}, player))
}

// NextDeparture returns who is to go on leaving now, or ErrNotFound.
func (tx *Tx) NextDeparture() (Departure, error) { return orNone(departing.Next(plain{tx})) }

// EndDeparture takes the mark from a player, who has left, or does not leave.
func (tx *Tx) EndDeparture(player int64) error { return departing.End(plain{tx}, player) }

// Await lets a daemon's letter wait for a player who leaves and cannot; see
// departing.Await. EndDeparture makes it as new again. ErrNotFound if it is not the daemon's.
func (tx *Tx) Await(id, daemon, player, writer int64) error {
	held, err := departing.Await(plain{tx}, id, daemon, player, writer)
	_, err = orNone(Departure{}, held, err)
	return err
}

// PutOffDeparture lets a player wait whose games could not be ended, so that the others
// have their turn.
func (tx *Tx) PutOffDeparture(player int64) error { return departing.PutOff(plain{tx}, player) }

func orNone(d Departure, found bool, err error) (Departure, error) {
	if err == nil && !found {
		err = ErrNotFound
	}
	return d, err
}
