package club

// A player can have the deadlines of their games in a file that calendar programs read from the web. Its
// name is all that keeps others from it: nobody can guess it, only messages to the player have it, and
// a player who has shown it to somebody turns it off and on, which gives another name. Package notify
// composes the file, and package server writes it.

// SetCalendar gives a player such a file, or takes it away.
func SetCalendar(tx *Tx, player int64, on bool) error {
	if on && tx.Club.Policy.Calendars == "" {
		return Refuse("no-calendars")
	}
	name, err := tx.DB.Calendar(player)
	if err != nil {
		return err
	}
	if on == (name != "") {
		return ShowCalendar(tx, player)
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	if name = ""; on {
		name, err = tx.DB.NewCalendar(player)
	} else {
		err = tx.DB.DropCalendar(player)
	}
	if err != nil {
		return err
	}
	return tx.Emit(CalendarShown{p, name, true})
}

// ShowCalendar tells a player whether they have such a file, and where.
func ShowCalendar(tx *Tx, player int64) error {
	name, err := tx.DB.Calendar(player)
	if err != nil {
		return err
	}
	if name == "" && tx.Club.Policy.Calendars == "" {
		return Refuse("no-calendars")
	}
	p, err := tx.DB.Player(player)
	if err != nil {
		return err
	}
	return tx.Emit(CalendarShown{p, name, false})
}
