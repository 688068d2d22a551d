package desk

// verb is one command: how it is written, what it does.
type verb struct {
	name    string
	usage   string // one line, as help shows it
	summary string // one line
	// bare says that nothing but a game's number may follow: "resign yourself"
	// is talk.
	bare bool
	// words are what may follow a bare verb all the same.
	words []string
	// proven says that it is carried out only for a proven writer.
	proven bool
	// run carries the command out. What the player did wrong goes to
	// session.problem; the error is ours or the database's.
	run func(*session, command) error
}

// verbs lists every command in the order of the help.
func verbs() []verb {
	return []verb{
		challengeVerb(),
		acceptVerb(),
		declineVerb(),
		withdrawVerb(),
		rematchVerb(),
		moveVerb(),
		drawVerb(),
		undoVerb(),
		yesVerb(),
		noVerb(),
		resignVerb(),
		previewVerb(),
		ifVerb(),
		boardVerb(),
		historyVerb(),
		gamesVerb(),
		digestVerb(),
		lettersVerb(),
		vacationVerb(),
		rulesVerb(),
		helpVerb(),
		yesVerb(),
		noVerb(),
		blockVerb(),
		stopVerb(),
		forgetVerb(),
	}
}

// verb returns the command of that name.
func (d *Desk) verb(name string) (verb, bool) {
	for _, v := range d.verbs {
		if v.name == name {
			return v, true
		}
	}
	return verb{}, false
}

// near returns the names of commands that differ from word by one slip: a
// letter more, less, other, or two swapped.
func (d *Desk) near(word string) []string {
	if len(word) < 3 {
		return nil
	}
	var names []string
	for _, v := range d.verbs {
		if oneSlip(word, v.name) {
			names = append(names, v.name)
		}
	}
	return names
}

func oneSlip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b || len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) != len(b) {
		return a[i:] == b[i+1:]
	}
	if a[i+1:] == b[i+1:] {
		return true
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
