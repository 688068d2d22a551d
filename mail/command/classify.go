package command

import (
	"slices"

	"turnpost/mail"
	"turnpost/rules"
)

// This file decides what the lines of a message mean, and nothing else does. It holds three
// tables. The readings put one line into the words of commands, by its text alone (functions
// in spoken.go). The rulings then decide every line of a message, by the lines around it and
// the Context (functions in classify_*.go, as the table says). The addressings say which game,
// invitation or puzzle a line is for (functions in addressee.go). All are applied from the
// top: the first row that fits a line decides it.
//
// Three principles decide doubtful cases: a wrong move is worse than a question, a question
// is worse than an answer, and silence towards a person is never right.
//
// testdata/intents.txt shows each row at work.

// reading puts a line into the words of commands, if the line can mean only one thing.
type reading struct {
	name string
	says string // what the row does
	why  string // why it does it at this place
	// read returns the line as a command. perhaps says that it is a yes only where something
	// is offered, or an accept only of an invitation.
	read func(r *Reader, line string) (command string, perhaps, ok bool)
}

const readingPly = "ply"

// readings are applied to lines of at most maxSaid octets without a question mark.
var readings = []reading{
	{"thumb", "A thumb, an OK hand or a tick is a yes where something is offered.",
		"It has no letters, so no other row can read it.", readThumb},
	{"phrase", `A phrase for a command is that command: "I give up" is "resign".`,
		"A phrase fits as a whole; the rows below look at parts of a line.", readPhrase},
	{"agreement", `A line of nothing but agreement and courtesies is a yes: "Sure, have fun!".`,
		"It fits only if all words are such, so it takes nothing from the rows below.", readAgreement},
	{"number", `A number with some words around it is that number: "12 it is".`,
		`It leaves a row of our list, "12 d3-d4", to the next row.`, readNumber},
	{readingPly, `A ply in words is that ply: "from d3 to d4".`,
		"It is last because it leaves out words before and after the ply.", readPly},
}

// ruling decides lines of a message.
type ruling struct {
	name string
	says string // what the row does
	why  string // why it does it at this place
	rule func(m *message)
}

// rulings are applied to a message in this order. A decided line is not decided again.
var rulings = []ruling{
	// What the message is about: classify_message.go.
	{"address", "A message from an address that was asked whether it is a player's says yes, no, or nothing.",
		"The address is nobody's yet, so nothing else in the message counts.", (*message).ruleAddress},
	{"subject", "If no line is a command or plies, the subject may be.",
		"All rows below need all lines.", (*message).ruleSubject},
	{"list-number", `"#70" alone is a number of the list, if the writer has no game or invitation 70.`,
		"All rows below take it for the number of a game.", (*message).ruleListNumber},
	{"yes-and-no", "A yes and a no to one invitation answer nothing, and the writer is told.",
		"The next row would turn them into an accept and a decline.", (*message).ruleYesAndNo},
	{"agreement", `A yes, no or accept answers what the message replies to. If that offers nothing, "ok" is talk.`,
		"The rows about doubt need to know what a yes does.", (*message).ruleAgreement},
	{"cancel", `Before the writer's first ply, "cancel" ends the game; after it, it takes a turn back.`,
		"It is decided by the game alone.", (*message).ruleCancel},
	{"called", "A line that blocks or mutes a player's name, or unblocks any name, is for that player.",
		`"Block Eve" is one only if somebody is called so; the next row looks at those that are not: "Block it out".`,
		(*message).ruleCalled},
	{"sentence",
		`A line with a verb that reads as a sentence is talk where somebody reads it, or if it would be a setting: ` +
			`"Name your price".`,
		"The rows about doubt need to know which lines are words.", (*message).ruleSentence},

	// What may be a part of the writer's prose: classify_doubt.go.
	{"old-mail", "A line that may be of an old message is in doubt.",
		"This is the strongest doubt: the line may not be the writer's.", (*message).ruleOld},
	{"html", "A line that only the HTML part holds, while the plain text says something else, is in doubt.",
		"It may be a quote that its program marks in the plain text alone.", (*message).ruleHTML},
	{"unsure", "A move with a question mark is in doubt.",
		"The writer is rather asked about the question mark than about the sentence.", (*message).ruleUnsure},
	{"prose", "A line that may continue the sentence around it is in doubt.",
		"Mail programs break lines, and a sentence may end in what would be a move.", (*message).ruleProse},
	{"ok-among-words", `An "ok" below other words is in doubt.`,
		"It may agree to something in these words.", (*message).rulePerhaps},
	{"clear", "Beside a clear line, lines in doubt are talk. Of several in doubt, only three are asked about.",
		"All doubts are known now. A clear move is worth more than questions about the words around it.",
		(*message).ruleClear},
	{"among-words", "Among other words, resigning and getting on or off a ladder are in doubt.",
		"A clear line beside them does not make them clear, since they cost more than a move.",
		(*message).ruleAmongWords},

	// What is too much, or there twice: classify_surplus.go.
	{"too-many", "Lines beyond the most that a message may hold are dropped, and the writer is told.",
		"It counts only what is still a command or plies.", (*message).ruleTooMany},
	{"again", "Beside a clear move, the same move once more, or its number, is ignored.",
		"Both together would be refused as two moves.", (*message).ruleAgain},
	{"code", `"Pass the salt" is talk, and so is a number or code that is no move, beside a clear move.`,
		"As a move it would be refused, and the clear move with it.", (*message).ruleCode},

	// What answers a question of ours: classify_answer.go.
	{"quarantine", "A yes or no to our question about a quarantined message is for that message.",
		"The lines of that message are not in doubt: the writer has seen them.", (*message).ruleQuarantine},
	{"meant", "A yes to our question about a line is that line. Anything else lets the question lapse.",
		"The line takes the place of the yes before lines are decided.", (*message).ruleMeant},

	// Each line: classify_line.go.
	{"begun", "Lines below a command that begins a game may be for that game.",
		`One message may say "accept" and a move.`, (*message).ruleBegun},
	{"looked", "What an earlier line asks to see is not shown twice.",
		"It decides by the command alone.", (*message).ruleLooked},
	{"asked", "The writer is asked about a line in doubt. If it is one move, a yes in reply plays it.",
		"It must not be carried out, so this row precedes those that do.", (*message).ruleAsked},
	{"play", "A line with the form of plies in a game that it could be for is played.",
		"All rows below are about lines without that form.", (*message).rulePlay},
	{"slip", "A single word that is a command but for one slip is refused.",
		"As talk it would be of no use to the opponent.", (*message).ruleSlip},
	{"numbered", "A line that names a game, and is nothing else that is understood, is refused.",
		`"#12" shows that it was not meant as talk.`, (*message).ruleNumbered},
	// What is kept back: classify_private.go.
	{"signature", "A last paragraph that looks like a signature is left out, and the writer is told.",
		"The next row would tell them that it looks like a plan.", (*message).ruleSignature},
	{"secret", "Talk that may be a plan, a note or a move is kept back, with the lines that belong to it.",
		"All rows below pass words on.", (*message).ruleSecret},
	// Other words, and commands: classify_line.go, and classify_answer.go for "answer".
	{"question", "A command with a question mark is talk, with a hint how to write the command.",
		"It needs no guess, unlike the next two rows.", (*message).ruleQuestion},
	{"verb-first",
		`A command without arguments before other words is talk, with a hint if these are about games: "resign ` +
			`this game now".`,
		"It looks at the first word as it is, the next row at what it may be.", (*message).ruleVerbFirst},
	{"respelt", "A line that would be a command but for one slip in its first word is talk, with a hint.",
		"Nothing nearer was found.", (*message).ruleRespelt},
	{"talk", "All other lines without a verb are words for the opponent.",
		"Nothing else is left that they could be.", (*message).ruleTalk},
	{"proof", "Without proof, a command that needs a proven writer is passed on unread.",
		"It may be quarantined; whether it can be read matters only after that.", (*message).ruleProof},
	{"answer", "A yes or no answers what the message asks that it replies to. To words it is words; else it is " +
		"asked about.",
		"Only lines that are clear and proven are left.", (*message).ruleAnswer},
	{"misread", "A command that cannot be read is refused. If it may be talk, the refusal is only a hint.",
		"All rows below need to know what the command is.", (*message).ruleMisread},
	{"if-prose",
		`A line with "if" but no move is talk, with a hint if nobody would read it: "If you like, we can play again."`,
		"Its verb can be read; only the missing move shows what it is.", (*message).ruleIfProse},
	{"preview-prose", `A line with "preview" but no move is talk, with a hint.`,
		"As above.", (*message).rulePreviewProse},
	{"do", "All other lines with a verb are carried out.",
		"They can be read, and nothing about them is in doubt.", (*message).ruleDo},
	// What is said to the opponent: classify_talk.go.
	{"words-below", "Lines of talk below a say, note, challenge or rematch belong to it.",
		"They are decided already, for the case that the command does not use them.", (*message).ruleWordsBelow},
	{"answers-words", "Talk alone, in reply to words of the opponent or after a game, is said to the opponent.",
		"It needs to know that nothing else is in the message.", (*message).ruleAnswersWords},

	// If all is talk: classify_hint.go. What these rows find is a hint: it is told only if
	// nothing else is done.
	{"more-time", "Whoever asks for more time is told what there is.",
		`The next row would propose "pause", which stops all messages.`, (*message).ruleMoreTime},
	{"within", "Commands and legal moves within lines of talk are proposed.",
		"It needs to know that all is talk.", (*message).ruleWithin},
	{"notation", `Or else who writes as another game does, such as "e2e4" in Hex, is told how this one is written.`,
		"A legal move within the line tells more.", (*message).ruleNotation},
	{"ticked", "Or else a move is proposed that is marked with a sign in a quoted list.",
		"The writer's words tell more than a sign.", (*message).ruleTicked},
	{"elsewhere", "Or else a move or a command is proposed that stands in the quote or in our subject.",
		"It may be a part of the old message; a marked one hardly is.", (*message).ruleElsewhere},
	{"explain", "Or else writers who ask how to play, only greet, or never wrote before, are told how.",
		"They have made no mistake to be told of.", (*message).ruleExplain},
	{"say-to", "Or else the writer is asked whether it is to be said to the opponent.",
		"Whoever does not know how to play has not written to the opponent.", (*message).ruleSayTo},
	{"nothing", "Or else the writer is told that nothing was found, or how a puzzle is answered.",
		"Silence towards a person is never right.", (*message).ruleNothing},
}

// addressing says which game, invitation or puzzle a line is for.
type addressing struct {
	name string
	says string // what the row does
	why  string // why it does it at this place
	find func(c *course, a *aimed) bool
}

// addressings are applied to each line that is carried out and has to be for something, from the
// top of the message to its end; see aimOf.
var addressings = []addressing{
	{"begins", "A challenge to a bot, or on a ladder, is for the game that it begins.",
		"That game has no number yet, so no other row can find it.", findBegun},
	{"named", `A line that names a game is for that game: "#12 d3-d4".`,
		"Nothing is clearer.", findNamed},
	{"reply", "In a reply about a game or an invitation, a line is for that one.",
		"Our messages ask for such replies, without a number.", findReply},
	{"claimed", "In an unproven message, a line is for the game that its reply token claims.",
		"It is no proof. The question about the message names the game.", findClaimed},
	{"puzzle-number", "In reply to a puzzle, a number is one of its list.",
		"No other message of ours about no game has a list.", findPuzzleNumber},
	{"same-turn", "In reply to a puzzle, a ply is for the game of the line above if it continues the turn there.",
		`"#12 a1" leaves no doubt about "a2" below it.`, findSameTurn},
	{"puzzle-or-game", "A ply that fits the puzzle, and may be meant in another game, is asked about.",
		"A wrong move is worse than a question.", findPuzzleOrGame},
	{"puzzle", "A ply that fits the puzzle answers it, and so does one that fits nothing else.",
		"The rows below are for those that only fit a game.", findPuzzle},
	{"above", `Below a line about a game, a line is for that game: "#12 a1", and on the next line "a2".`,
		"It also decides for a writer with several games.", findAbove},
	{"none", "A block, a rematch, or what shows something else than a game, needs none.",
		"Whoever has only one game need not mean that one.", findNone},
	{"only", "If only one game or invitation is left that a line can be for, it is for that one.",
		"This is a guess, unlike all above. Nobody resigns by it.", findOnly},
	{"nothing", "If none is left, the writer is told.",
		"The next row needs one to show.", findNothing},
	{"which-game", "If several are left, the writer is asked, also about a ply that is legal in only one of them.",
		"A wrong move is worse than a question.", findWhich},
}

// Classify returns what the lines of a message mean. It is pure: the same lines in the same
// Context always mean the same. Answers to a question of ours and refusals come first, then
// the intents of the lines in their order, then hints about the message as a whole.
func (r *Reader) Classify(lines []Line, ctx Context) []Intent {
	m := r.classify(lines, ctx)
	out := m.first
	for _, l := range m.lines {
		out = append(out, l.intents...)
	}
	return append(out, m.last...)
}

// message is a message whose lines are being decided.
type message struct {
	*Reader
	Context
	lines       []decided
	first, last []Intent   // before and after those of the lines
	question    *AskedLine // of ours that the message concerns; nil if there is none
	row         string     // the row that is being applied
	rows        []string   // the rows that decided first and last
}

// decided is a line and what is decided about it.
type decided struct {
	Line
	games   []rules.Game // that it could be for
	doubt   string       // the code of the question whether it is meant; "" if that is clear
	prose   bool         // it begins with the word for a command, and is none
	intents []Intent     // nil if nothing is decided
	row     string       // the row that decided it
	aim     string       // the row that decided which game it is for
}

func (r *Reader) classify(lines []Line, ctx Context) *message {
	m := &message{Reader: r, Context: ctx}
	m.lines = m.undecided(lines)
	for _, row := range rulings {
		if row.rule != nil {
			m.row = row.name
			row.rule(m)
		}
	}
	m.aims()
	m.contradictions()
	return m
}

// contradictions marks an undo, or a yes to an offer, in a game in which the message also plays.
// Which game that is, is known only when all lines have one.
func (m *message) contradictions() {
	plays := map[int64]bool{}
	for _, l := range m.lines {
		for _, in := range l.intents {
			if play, ok := in.(Play); ok {
				plays[play.Game] = true
			}
		}
	}
	for _, l := range m.lines {
		for i, in := range l.intents {
			switch in := in.(type) {
			case Do:
				in.Contradicts = (in.Line.Do == Undo{} || in.Line.Do == Forgive{}) && plays[in.Game]
				l.intents[i] = in
			case Answer:
				offered := in.To == mail.AsksDraw || in.To == mail.AsksUndo || in.To == mail.AsksResume ||
					in.To == mail.AsksForgive
				in.Contradicts = in.Yes && offered && plays[in.Game]
				l.intents[i] = in
			}
		}
	}
}

// undecided returns lines about which nothing is decided.
func (m *message) undecided(lines []Line) (out []decided) {
	for _, l := range lines {
		games := m.gamesFor(l)
		out = append(out, decided{Line: l.asWritten(games), games: games})
	}
	return out
}

// gamesFor returns the rules of the games that a line could be for: the game that it names
// or that is at hand, or else those that the writer has under way, and the puzzle at hand.
func (m *message) gamesFor(l Line) []rules.Game {
	if id := m.named(l); id != 0 {
		return m.Games[id].Rules
	}
	var games []rules.Game
	for _, g := range m.UnderWay {
		if !slices.ContainsFunc(games, func(known rules.Game) bool { return known.Name == g.Rules.Name }) {
			games = append(games, g.Rules)
		}
	}
	switch {
	case m.Puzzle == nil:
		return games
	case m.Puzzle.Record == nil:
		return m.games // the writer is told that the puzzle is gone
	}
	return append(games, m.Puzzle.Record.Game())
}

// named returns the number that a line names, or else that of the game at hand, or 0.
func (m *message) named(l Line) int64 {
	if l.Game != 0 {
		return l.Game
	}
	return m.Game
}

// atHand returns what is known about the game or invitation at hand.
func (m *message) atHand() KnownGame { return m.Games[m.Game] }

// atPuzzle reports whether the message replies to a puzzle and not in a game.
func (m *message) atPuzzle() bool { return m.Puzzle != nil && m.Board == nil }

// plays reports whether a line has the form of plies and no verb.
func (l decided) plays() bool { return l.Verb == "" && l.looksLikePlies(l.games) }

// meant reports whether a line is a command, names a game, or has the form of plies.
func (l decided) meant() bool {
	return l.Verb != "" || l.Game != 0 || l.looksLikePlies(l.games)
}

// open yields the lines that are not decided.
func (m *message) open(yield func(i int, l *decided) bool) {
	for i := range m.lines {
		if l := &m.lines[i]; l.intents == nil && !yield(i, l) {
			return
		}
	}
}

// decide decides a line.
func (m *message) decide(l *decided, intents ...Intent) {
	l.intents = intents
	if l.row == "" { // no row above has made it what it is
		l.row = m.row
	}
}

// talks turns a line into words.
func (m *message) talks(l *decided) {
	*l = decided{Line: Line{Text: l.Text, apart: l.apart}, row: m.row}
	l.games = m.gamesFor(l.Line)
}

// begin adds an intent before those of the lines.
func (m *message) begin(in Intent) {
	m.first, m.rows = append(m.first, in), append(m.rows, m.row)
}

func (m *message) refuse(l Line, code string, args ...any) {
	m.begin(Refuse{Line: l.Text, Code: code, Args: args})
}

// drop ignores some lines.
func (m *message) drop(these func(l *decided) bool) {
	for _, l := range m.open {
		if these(l) {
			m.decide(l, IgnoreLine{l.Line})
		}
	}
}
