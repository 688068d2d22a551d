package club

// Mute keeps a player's words from another player, in all games: nothing else. The
// other reads that the player takes no words when they write some. byAddress says that
// the player knows the other by address, and perhaps no name.
func Mute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, false, tx.DB.Mute)
}

// Unmute takes that back. What was written in between is not made up for.
func Unmute(tx *Tx, player, other int64, byAddress bool) error {
	return mute(tx, player, other, byAddress, true, tx.DB.Unmute)
}

func mute(tx *Tx, player, other int64, byAddress, off bool, set func(player, other int64) error) error {
	if player == other {
		return Refuse("mute-yourself")
	}
	e := Muted{ByAddress: byAddress, Off: off}
	var err error
	if e.Player, e.Other, err = two(tx, player, other); err != nil {
		return err
	}
	if Robot(e.Other) > 0 {
		return Refuse("robot-silent")
	}
	if err := set(player, other); err != nil {
		return err
	}
	return tx.Emit(e)
}

// Silent reports whether a player takes no words from another: whom they blocked, or
// muted.
func (tx *Tx) Silent(player, from int64) (bool, error) {
	silent, err := tx.DB.Blocked(player, from)
	if err == nil && !silent {
		silent, err = tx.DB.Muted(player, from)
	}
	return silent, err
}
