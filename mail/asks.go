package mail

// AskedQuestion is what a message of ours asks its reader to answer by yes or no. Its reply token
// carries it: an agreement binds only to what the message asked that it replies to.
type AskedQuestion struct {
	Question Question
	// Words says that the message also carries words of another player. A yes in reply may
	// answer these.
	Words bool
}

// Question is what is answered by yes or no.
type Question string

const (
	// AsksUnknown is of a message that is not known, or older than such tokens.
	AsksUnknown    Question = ""
	AsksNothing    Question = "nothing"
	AsksSeveral    Question = "several" // of the following
	AsksDraw       Question = "draw"
	AsksUndo       Question = "undo"    // to take a turn back
	AsksResume     Question = "resume"  // to go on with a game that was resigned
	AsksForgive    Question = "forgive" // to take the reader's own turn back
	AsksBreak      Question = "break"   // to stop the clocks of a game
	AsksInvitation Question = "invitation"
	AsksLine       Question = "line"   // whether a line was meant
	AsksStop       Question = "stop"   // whether the reader wants no more messages
	AsksForget     Question = "forget" // whether the reader is to be erased
	AsksLeave      Question = "leave"  // whether the reader leaves a tournament
	AsksCup        Question = "cup"    // whether the reader takes part in a player's cup
)

// AllAsks returns what a message of ours can ask. The unknown is the last.
func AllAsks() (all []AskedQuestion) {
	for _, q := range []Question{AsksNothing, AsksDraw, AsksUndo, AsksResume, AsksForgive, AsksBreak, AsksInvitation, AsksLine,
		AsksSeveral, AsksStop, AsksForget, AsksLeave, AsksCup} {
		all = append(all, AskedQuestion{q, false}, AskedQuestion{q, true})
	}
	return append(all, AskedQuestion{})
}
