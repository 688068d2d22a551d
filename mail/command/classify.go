package command

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"turnpost/mail"
	"turnpost/rules"
	"turnpost/templates"
)

// This file decides what the lines of a message mean, and nothing else does. It holds three
// tables. The readings put one line into the words of commands, by its text alone. The
// rulings then decide every line of a message, by the lines around it and the Context. The
// addressings say which game, invitation or puzzle a line is for. All are applied from the
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
	{"ply", `A ply in words is that ply: "from d3 to d4".`,
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
	// What the message is about.
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
	{"sentence", `A line with a verb that reads as a sentence is talk where somebody reads it, or if it would be a setting: "Name your price".`,
		"The rows about doubt need to know which lines are words.", (*message).ruleSentence},

	// What may be a part of the writer's prose.
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

	// What is too much, or there twice.
	{"too-many", "Lines beyond the most that a message may hold are dropped, and the writer is told.",
		"It counts only what is still a command or plies.", (*message).ruleTooMany},
	{"again", "Beside a clear move, the same move once more, or its number, is ignored.",
		"Both together would be refused as two moves.", (*message).ruleAgain},
	{"code", `"Pass the salt" is talk, and so is a number or code that is no move, beside a clear move.`,
		"As a move it would be refused, and the clear move with it.", (*message).ruleCode},

	// What answers a question of ours.
	{"quarantine", "A yes or no to our question about a quarantined message is for that message.",
		"The lines of that message are not in doubt: the writer has seen them.", (*message).ruleQuarantine},
	{"meant", "A yes to our question about a line is that line. Anything else lets the question lapse.",
		"The line takes the place of the yes before lines are decided.", (*message).ruleMeant},

	// Each line.
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
	{"signature", "A last paragraph that looks like a signature is left out, and the writer is told.",
		"The next row would tell them that it looks like a plan.", (*message).ruleSignature},
	{"secret", "Talk that may be a plan or a note is kept back, with the lines that belong to it.",
		"All rows below pass words on.", (*message).ruleSecret},
	{"question", "A command with a question mark is talk, with a hint how to write the command.",
		"It needs no guess, unlike the next two rows.", (*message).ruleQuestion},
	{"verb-first", `A command without arguments before other words is talk, with a hint if these are about games: "resign this game now".`,
		"It looks at the first word as it is, the next row at what it may be.", (*message).ruleVerbFirst},
	{"respelt", "A line that would be a command but for one slip in its first word is talk, with a hint.",
		"Nothing nearer was found.", (*message).ruleRespelt},
	{"talk", "All other lines without a verb are words for the opponent.",
		"Nothing else is left that they could be.", (*message).ruleTalk},
	{"proof", "Without proof, a command that needs a proven writer is passed on unread.",
		"It may be quarantined; whether it can be read matters only after that.", (*message).ruleProof},
	{"answer", "A yes or no answers what the message asks that it replies to. To words it is words; else it is asked about.",
		"Only lines that are clear and proven are left.", (*message).ruleAnswer},
	{"misread", "A command that cannot be read is refused. If it may be talk, the refusal is only a hint.",
		"All rows below need to know what the command is.", (*message).ruleMisread},
	{"if-prose", `A line with "if" but no move is talk, with a hint if nobody would read it: "If you like, we can play again."`,
		"Its verb can be read; only the missing move shows what it is.", (*message).ruleIfProse},
	{"preview-prose", `A line with "preview" but no move is talk, with a hint.`,
		"As above.", (*message).rulePreviewProse},
	{"do", "All other lines with a verb are carried out.",
		"They can be read, and nothing about them is in doubt.", (*message).ruleDo},
	{"words-below", "Lines of talk below a say, note, challenge or rematch belong to it.",
		"They are decided already, for the case that the command does not use them.", (*message).ruleWordsBelow},
	{"answers-words", "Talk alone, in reply to words of the opponent or after a game, is said to the opponent.",
		"It needs to know that nothing else is in the message.", (*message).ruleAnswersWords},

	// If all is talk. What these rows find is a hint: it is told only if nothing else is done.
	{"more-time", "Whoever asks for more time is told what there is.",
		`The next row would propose "pause", which stops all messages.`, (*message).ruleMoreTime},
	{"within", "Commands and legal moves within lines of talk are proposed.",
		"It needs to know that all is talk.", (*message).ruleWithin},
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
				in.Contradicts = in.Line.Do == Undo{} && plays[in.Game]
				l.intents[i] = in
			case Answer:
				offered := in.To == mail.AsksDraw || in.To == mail.AsksUndo || in.To == mail.AsksResume
				in.Contradicts = in.Yes && offered && plays[in.Game]
				l.intents[i] = in
			}
		}
	}
}

// undecided returns lines about which nothing is decided.
func (m *message) undecided(lines []Line) (out []decided) {
	for _, l := range lines {
		out = append(out, decided{Line: l, games: m.gamesFor(l)})
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
	case m.Puzzle.Position == nil:
		return m.games // the writer is told that the puzzle is gone
	}
	return append(games, m.Puzzle.Game)
}

// named returns the number that a line names, or else that of the game at hand, or 0.
func (m *message) named(l Line) int64 {
	if l.Game != 0 {
		return l.Game
	}
	return m.Game
}

// atHand returns what is known about the game or invitation at hand.
func (m *message) atHand() GameOrInvitation { return m.Games[m.Game] }

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

func (m *message) ruleAddress() {
	if !m.Confirming {
		return
	}
	words := slices.ContainsFunc(m.lines, func(l decided) bool { return !l.meant() && len(strings.Fields(l.Text)) > 2 })
	yes, no := false, false
	for _, l := range m.open {
		// An "ok" among words may be for somebody else.
		yes, no = yes || l.Do == Yes{} && !(l.perhaps && words), no || l.Do == No{}
	}
	if yes || no {
		m.begin(ConfirmAddress{Yes: !no})
	}
	m.drop(func(*decided) bool { return true })
}

func (m *message) ruleSubject() {
	subject := m.undecided(m.Subject)
	if slices.ContainsFunc(subject, decided.meant) && !slices.ContainsFunc(m.lines, decided.meant) {
		for i := range subject {
			subject[i].row = m.row
		}
		m.lines = append(subject, m.lines...)
	}
}

func (m *message) ruleListNumber() {
	for i, l := range m.lines {
		if l.Game == 0 || l.Verb != "" || l.Args != "" || len(m.Games[l.Game].Rules) > 0 || m.Board == nil {
			continue
		}
		number := m.Read(strconv.FormatInt(l.Game, 10), m.Lang)
		if _, ok := m.Board.play(m.Board.Record, number); !ok {
			continue
		}
		number.Text, number.apart = l.Text, l.apart
		m.lines[i] = m.undecided([]Line{number})[0]
		m.lines[i].row = m.row
	}
}

func (m *message) ruleYesAndNo() {
	var yes, no bool
	for _, l := range m.open {
		switch l.Do.(type) {
		case Yes, Accept:
			yes = yes || !l.perhaps
		case No:
			no = true
		}
	}
	if !m.atHand().Invited || !yes || !no {
		return
	}
	for _, l := range m.open {
		switch l.Do.(type) {
		case Yes, Accept:
			m.talks(l)
		case No:
			m.refuse(l.Line, "yes-and-no")
			m.talks(l)
		}
	}
}

func (m *message) ruleAgreement() {
	m.question = m.questionAsked()
	if m.Quarantine != nil {
		return
	}
	acts, plays := false, slices.ContainsFunc(m.lines, decided.plays)
	for _, l := range m.open {
		v, _ := m.Info(l.Verb)
		acts = acts || !l.perhaps && l.meant() && (v.Proven || l.Verb == "")
	}
	for _, l := range m.open {
		asked, before := m.Games[m.named(l.Line)], l.Verb
		invited := asked.Invited && (l.Game != 0 || m.asksOnly(mail.AsksInvitation))
		yes := l.Do == Yes{}
		accept := l.Do == Accept{}
		no := l.Do == No{}
		draw, drawn := l.Do.(AnswerDraw)
		switch {
		case drawn && plays && !(draw.Yes && asked.Offer == mail.AsksDraw):
			m.talks(l) // a move says no by itself
		case no && invited:
			l.Verb, l.Do = VerbDecline, Decline{}
		case !yes && !accept:
		case l.perhaps && acts:
			m.talks(l)
		case yes && invited:
			l.Verb, l.Do, l.perhaps = VerbAccept, Accept{}, false
		case accept && l.perhaps && asked.Invited:
			l.perhaps = false
		case accept && asked.Offer != "" && !l.perhaps:
			l.Verb, l.Do = VerbYes, Yes{}
		case !l.perhaps:
		case accept:
			m.talks(l)
		case asked.Invited, asked.Offer != "", m.Leaving != "" && m.Game == 0, m.question != nil && m.question.Stands:
		default:
			m.talks(l)
		}
		if l.Verb != before {
			l.row = m.row
		}
	}
}

// asksOnly reports whether the message replies to one that asks this, and carries no words.
func (m *message) asksOnly(q mail.Question) bool { return m.Asks == mail.AskedQuestion{Question: q} }

// toWords reports whether the message replies to one that carries words of another player and
// asks nothing.
func (m *message) toWords() bool {
	return m.Asks == mail.AskedQuestion{Question: mail.AsksNothing, Words: true}
}

// passesWords reports whether words alone go to the opponent: in reply to words, or to a message about
// a game that ended lately, if no program may have written them.
func (m *message) passesWords() bool {
	if m.Automatic || m.Board != nil && m.Board.Opponent == "" {
		return false
	}
	nothing := mail.AskedQuestion{Question: mail.AsksNothing}
	return m.toWords() || m.Board != nil && m.Board.Lately && m.Asks == nothing
}

// questionAsked returns the question that the message concerns: the one that it answers, or
// else the newest about a game that it names; nil if there is none.
func (m *message) questionAsked() (found *AskedLine) {
	for _, q := range m.Questions {
		if q.Replied {
			return &q
		}
		if found == nil &&
			slices.ContainsFunc(m.lines, func(l decided) bool { return m.named(l.Line) == q.Line.Game }) {
			found = &q
		}
	}
	return found
}

func (m *message) ruleCancel() {
	for _, l := range m.open {
		if (l.Do == Undo{}) && m.Board != nil && m.named(l.Line) == m.Game && !m.Board.moved() && !m.Board.Over &&
			spokenOf().cancel[phraseOf(l.Typed)] {
			l.Verb, l.Do, l.row = VerbAbort, Abort{}, m.row
		}
	}
}

func (m *message) ruleSentence() {
	plays := slices.ContainsFunc(m.lines, decided.plays)
	for _, l := range m.open {
		if l.Verb == "" || l.Game != 0 || !l.isSaid(l.games) {
			continue
		}
		_, named := l.Do.(Name)
		switch {
		case plays, m.toOpponent(l.hides()) && (l.digresses() || l.hides() || l.looks()):
			m.talks(l)
		case named:
			m.hints(l, Ask{Code: "usage", Args: []any{l.Verb}})
		}
	}
}

// toOpponent reports whether words of the message go to the opponent, or its writer is asked whether they
// are to. A line that may be an attempt to be left alone goes there only in the first case.
func (m *message) toOpponent(leaves bool) bool {
	return m.passesWords() || !leaves && m.Board != nil && m.Board.Opponent != ""
}

// doubts puts lines in doubt, with the code of the question about them. The first row that
// does so decides the code.
func (m *message) doubts(code string, these func(i int, l *decided) bool) {
	for i, l := range m.open {
		if l.doubt == "" && l.meant() && these(i, l) {
			l.doubt, l.row = code, m.row
		}
	}
}

func (m *message) ruleOld() {
	m.doubts("old-mail", func(_ int, l *decided) bool { return slices.Contains(m.Old, l.Text) })
}

func (m *message) ruleHTML() {
	if m.OnlyHTML {
		m.doubts("html", func(int, *decided) bool { return true })
	}
}

func (m *message) ruleUnsure() {
	m.doubts("unsure", func(_ int, l *decided) bool { return l.unsure })
}

func (m *message) ruleProse() {
	m.doubts("prose", func(i int, l *decided) bool { return l.goesOn(m.around(i)) })
}

func (m *message) rulePerhaps() {
	words := false
	for _, l := range m.open {
		words = words || !l.meant() && len(strings.Fields(l.Text)) > 2
		if l.perhaps && words && l.doubt == "" && l.meant() {
			l.doubt, l.row = "prose", m.row
		}
	}
}

// maxAsked is about how many lines of a message the writer is asked.
const maxAsked = 3

func (m *message) ruleClear() {
	clear := false
	for _, l := range m.open {
		v, _ := m.Info(l.Verb)
		clear = clear || l.meant() && l.doubt == "" && !l.perhaps && (v.Proven || l.Verb == "") && !m.isWords(*l)
	}
	asked := 0
	for _, l := range m.open {
		if l.doubt == "" {
			continue
		}
		if asked++; clear || asked > maxAsked {
			m.talks(l)
		}
	}
}

func (m *message) ruleAmongWords() {
	if !slices.ContainsFunc(m.lines, func(l decided) bool { return !l.meant() && len(strings.Fields(l.Text)) > 2 }) {
		return
	}
	m.doubts("among-words", func(_ int, l *decided) bool { return l.Do == Resign{} || l.Do == Abort{} })
	m.doubts("ladder-among-words", func(_ int, l *decided) bool {
		do, ladder := l.Do.(Ladder)
		return ladder && do.What != ""
	})
}

// isWords reports whether a line is words, even if it has a verb: "If it falls as well I
// fear I must".
func (m *message) isWords(l decided) bool {
	v, _ := m.Info(l.Verb)
	switch l.Do.(type) {
	case nil:
		return !l.meant()
	case SetConditionals:
		return !l.meansConditionals(l.games)
	}
	return !v.Bare && len(strings.Fields(l.Args)) > 3 && !strings.Contains(l.Args, "@")
}

// around returns the words around a line.
func (m *message) around(i int) around {
	lines := m.lines
	out := around{apart: lines[i].apart, unwrapped: m.Unwrapped}
	below := i + 1
	if lines[i].item { // the words around the list are around each item
		for i > 0 && lines[i-1].item {
			i--
		}
		for below < len(lines) && lines[below].item {
			below++
		}
	}
	if i > 0 && m.isWords(lines[i-1]) {
		out.above = lines[i-1].Text
	}
	if below < len(lines) && (!lines[below].apart || lines[below-1].item) && m.isWords(lines[below]) {
		out.below = lines[below].Text
	}
	return out
}

func (m *message) ruleTooMany() {
	n := 0
	for i, l := range m.open {
		if l.meant() {
			n++
		}
		if n > m.Most {
			m.refuse(Line{}, "too-many", m.Most)
			m.lines = m.lines[:i]
			return
		}
	}
}

// rivals yields the lines with the form of plies for the game at hand, if there are several
// and one of them is clear, which is a text that can be played. played is the board after
// this line and those before it, as far as they can be played; fails says that this one
// cannot.
func (m *message) rivals(yield func(l *decided, fails bool, played *rules.Record) bool) {
	plays := func(l *decided) bool {
		return l.plays() && l.doubt == "" && !l.question && m.named(l.Line) == m.Game
	}
	clear, several := false, 0
	if m.Board == nil || !m.Proven {
		return
	}
	for _, l := range m.open {
		if !plays(l) {
			continue
		}
		several++
		if _, number := listNumber(l.Args); !number && !clear {
			_, clear = m.Board.play(m.Board.Record, l.Line)
		}
	}
	if !clear || several < 2 {
		return
	}
	played := m.Board.Record
	for _, l := range m.open {
		if !plays(l) {
			continue
		}
		next, ok := m.Board.play(played, l.Line)
		if ok {
			played = next
		}
		if !yield(l, !ok, played) {
			return
		}
	}
}

func (m *message) ruleAgain() {
	m.rivals(func(l *decided, fails bool, played *rules.Record) bool {
		alone, ok := m.Board.play(m.Board.Record, l.Line)
		if !fails || !ok {
			return true
		}
		again := m.Board.plies(alone)
		for _, ply := range again {
			if !slices.Contains(m.Board.plies(played), ply) {
				return true
			}
		}
		if len(again) > 0 {
			m.decide(l, IgnoreLine{l.Line})
		}
		return true
	})
}

func (m *message) ruleCode() {
	for _, l := range m.open {
		if l.plays() && l.isPhrase() && l.wishes() && m.toOpponent(false) {
			m.talks(l)
		}
	}
	m.rivals(func(l *decided, fails bool, _ *rules.Record) bool {
		if fails && (l.isCode() || l.isPhrase()) {
			m.talks(l)
		}
		return true
	})
}

func (m *message) ruleQuarantine() {
	if m.Quarantine == nil {
		return
	}
	var said *decided
	answers := func(l *decided) bool { return (l.Do == Yes{} || l.Do == No{}) && l.Game == 0 }
	for _, l := range m.open {
		if answers(l) && (said == nil || l.Do == No{}) { // no is safer
			said = l
		}
	}
	if said == nil {
		return
	}
	answer := said.Line
	m.drop(func(l *decided) bool { // words beside it are for nobody
		return !l.meant() || answers(l)
	})
	asked, next := m.Quarantine.about()
	waiting := len(m.Quarantine.Waiting)
	switch {
	case answer.Do == No{} && asked != nil:
		m.begin(DropQuarantined{Said: answer, Message: *asked, Next: next, Left: waiting - 1})
	case m.Quarantine.Shown && asked != nil:
		m.begin(ConfirmQuarantined{*asked})
		m.lines = append(m.lines, m.undecided(m.ReadAll(asked.Lines, m.Lang))...)
	case !m.Quarantine.Shown && waiting > 0:
		if asked == nil {
			asked = next // that one is gone, and others wait
		}
		m.begin(ShowQuarantined{*asked, waiting})
	default:
		m.refuse(answer, "held-over")
	}
}

// about returns the quarantined message that the question was about, and the newest of the
// others; nil if there is none.
func (a *AskedQuarantine) about() (asked, next *Quarantined) {
	for _, h := range a.Waiting {
		switch {
		case h.ID == a.ID:
			asked = &h
		case next == nil:
			next = &h
		}
	}
	return asked, next
}

func (m *message) ruleMeant() {
	q := m.question
	if q == nil || m.Quarantine != nil {
		return
	}
	offered := m.Games[m.named(q.Line)].Offer != ""
	lapsed := EndQuestion{Question: q.ID}
	for _, l := range m.open {
		yes := l.Do == Yes{}
		no := l.Do == No{}
		switch {
		case !yes && !no || l.doubt != "" || l.Game != 0 && l.Game != q.Line.Game:
			continue
		case !q.Replied && (no || offered || m.named(l.Line) != q.Line.Game):
			continue // a yes to another message answers that one
		case offered:
			m.refuse(l.Line, "yes-to-what")
		case no:
			said := l.Line
			lapsed.No = &said
		case q.Line.Verb != VerbSay && (!q.Stands || q.Line.Verb != "" || m.Asks.Words):
			m.refuse(l.Line, "yes-alone", strings.TrimRight(q.Line.Typed, ".!"))
		default:
			*l = m.undecided([]Line{q.Line})[0]
			l.row = m.row
			m.begin(Confirmed{q.ID})
			return
		}
		m.begin(lapsed)
		m.decide(l, IgnoreLine{l.Line})
		return
	}
	m.begin(lapsed)
}

func (m *message) ruleBegun() {
	var begun []rules.Game
	for _, l := range m.open {
		if m.named(l.Line) == 0 {
			l.games = append(slices.Clone(l.games), begun...)
		}
		switch do := l.Do.(type) {
		case Accept, Rematch:
			if id := m.named(l.Line); id != 0 {
				begun = append(begun, m.Games[id].Rules...)
			} else {
				begun = m.games
			}
		case Challenge:
			if do.Wrong == nil && (do.Bot || do.Ladder) {
				begun = append(begun, do.Order.Game)
			}
		}
	}
}

func (m *message) ruleLooked() {
	looked := map[string]bool{}
	for _, l := range m.open {
		if v, ok := m.Info(l.Verb); !ok || v.Group != GroupLooking {
			continue
		}
		what := strings.ToLower(strings.Join(append([]string{fmt.Sprint(l.Game), string(l.Verb)}, strings.Fields(l.Args)...),
			" "))
		if looked[what] {
			m.decide(l, IgnoreLine{l.Line})
		}
		looked[what] = true
	}
}

func (m *message) ruleAsked() {
	asked := 0
	for _, l := range m.open {
		if l.doubt != "" {
			asked++
		}
	}
	for _, l := range m.open {
		if l.doubt == "" {
			continue
		}
		near, preview := l.Typed, false
		if l.Verb == "" {
			near = l.Args
			if m.Board != nil && m.named(l.Line) == m.Game {
				if next, ok := m.Board.play(m.Board.Record, l.Line); ok {
					near, preview = joinedPlies(m.Board.plies(next)), l.unsure
				}
			}
		}
		ask := Ask{Code: l.doubt, Line: l.Line, Near: []string{strings.TrimRight(near, ".!")}, Meant: true,
			Preview: preview}
		if asked == 1 {
			ask = m.stores(ask)
		}
		m.decide(l, ask)
	}
}

// stores returns a question about one line as it is stored, so that a yes may answer it. Commands
// must be written again: they may be the opponent's, quoted without a mark.
func (m *message) stores(ask Ask) Ask {
	game := m.named(ask.Line)
	switch ask.Line.Do.(type) {
	case Yes, No, Accept:
		return ask // a yes needs no other yes
	}
	if game == 0 || !m.Proven {
		return ask
	}
	ask.Stored = fmt.Sprintf("#%d %s", game, ask.Near[0])
	if ask.Line.Verb == "" && m.Games[game].Offer == "" {
		ask.Code, ask.Plays = ask.Code+"-yes", true
	}
	return ask
}

// findsMoves adds a hint about moves or commands that stand elsewhere. If it is only one move, a
// yes may answer it.
func (m *message) findsMoves(code string, near []string) {
	ask := Ask{Code: code, Near: near}
	if len(near) == 1 && m.Read(near[0], m.Lang).Verb == "" {
		ask = m.stores(ask)
	}
	m.finds(ask)
}

func (m *message) rulePlay() {
	for _, l := range m.open {
		if l.plays() {
			play := Play{Line: l.Line, Text: Joined(l.Args), Question: l.question}
			play.Number, play.Numbered = listNumber(l.Args)
			if m.Proven {
				m.decide(l, play)
			} else {
				m.decide(l, NeedsProof{Line: l.Line})
			}
		}
	}
}

// words yields the lines without a verb that are not decided.
func (m *message) words(yield func(l *decided) bool) {
	for _, l := range m.open {
		if l.Verb == "" && !yield(l) {
			return
		}
	}
}

// isQuestion reports whether a line is only a command with a question mark, and returns the
// command.
func (m *message) isQuestion(l *decided) (command string, ok bool) {
	if !l.question {
		return "", false
	}
	if word := l.bareWord(); word != "" {
		_, _, ok = m.called(word, "")
		return word, ok
	}
	command = strings.TrimRight(l.Typed, "?!. ")
	if strings.Contains(command, "?") {
		return "", false
	}
	sure := m.Read(command, m.Lang)
	_, misread := sure.Do.(Misread)
	return command, sure.Verb != "" && !misread && !m.isWords(decided{Line: sure, games: l.games}) && !sure.isSaid(l.games)
}

func (m *message) ruleSlip() {
	for l := range m.words {
		if near := m.near(l.bareWord(), m.Lang); len(near) > 0 && !l.question {
			m.decide(l, Ask{Code: "unknown", Line: l.Line, Near: near})
		}
	}
}

func (m *message) ruleNumbered() {
	for l := range m.words {
		switch {
		case l.Game == 0:
		case m.Games[l.Game].Yours:
			m.decide(l, Ask{Code: "unknown", Line: l.Line})
		default:
			m.decide(l, Ask{Code: "no-such-game", Line: l.Line, Args: []any{l.Game}})
		}
	}
}

func (m *message) ruleSignature() {
	var out []string
	for end := len(m.lines); end > 0; {
		begin := end - 1 // of the last paragraph
		for begin > 0 && !m.lines[begin].apart && m.isTalk(begin-1) {
			begin--
		}
		first := m.signature(begin, end, len(out) > 0)
		if first == end {
			break
		}
		var texts []string
		for i := first; i < end; i++ {
			texts = append(texts, m.lines[i].Text)
			m.decide(&m.lines[i], IgnoreLine{m.lines[i].Line})
		}
		if out = append(texts, out...); first > begin {
			break
		}
		end = begin
	}
	if out = append(out, m.LeftOut...); len(out) > 0 {
		m.last, m.rows = append(m.last, LeaveOutSignature{out}), append(m.rows, m.row)
	}
}

// signature returns where a signature begins in a paragraph, or its end. below says that the
// next paragraph is one. Below a blank line it is all from the first line that is no sentence
// and no closing; else it is the last lines that are nothing but a number or an address.
func (m *message) signature(begin, end int, below bool) (first int) {
	contact := false
	for i := begin; i < end; i++ {
		if !m.isTalk(i) || m.lines[i].meant() {
			return end
		}
		contact = contact || mail.HasContact(m.lines[i].Text)
	}
	first = begin
	switch {
	case !contact:
		noTitle := func(l decided) bool { return !l.isTitle() }
		if !below || begin == 0 || slices.ContainsFunc(m.lines[begin:end], noTitle) {
			return end
		}
	case begin == 0 || !m.lines[begin].apart:
		for first = end; first > begin && m.lines[first-1].isContact(); {
			first--
		}
		return first
	}
	for contact && first < end-1 && !mail.HasContact(m.lines[first].Text) && (courteous(m.lines[first].Text) ||
		ends(m.lines[first].Text) && len(strings.Fields(m.lines[first].Text)) > 2) {
		first++
	}
	return first
}

// maxTitle is how many words a line has at most that names a person, a position or a company.
const maxTitle = 6

// isContact reports whether a line is nothing but a number or an address, and a word before it.
func (l decided) isContact() bool {
	words := 0
	for _, w := range strings.Fields(l.Text) {
		if !strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(".:,", r) }) &&
			!strings.ContainsRune(strings.TrimRight(w, ".:,"), '.') {
			words++
		}
	}
	return words <= 1 && mail.HasContact(l.Text)
}

// isTitle reports whether a line may name a person, a position or a company: all its words are
// names but for those between them.
func (l decided) isTitle() bool {
	words := strings.Fields(l.Text)
	for _, w := range words {
		if startsLower(w) && utf8.RuneCountInString(w) > 3 {
			return false
		}
	}
	return len(words) <= maxTitle && !startsLower(l.Text) && !ends(l.Text) && !courteous(l.Text)
}

func (m *message) ruleSecret() {
	if m.atPuzzle() {
		return
	}
	known := m.known()
	alone := !slices.ContainsFunc(m.lines, func(l decided) bool { return l.meant() && !l.isProse() })
	for i := 0; i < len(m.lines); i++ {
		l := &m.lines[i]
		if !m.isTalk(i) || !m.isSecret(l, known) {
			continue
		}
		first, last := m.paragraph(i)
		kept := Ask{Code: "kept-secret", Line: l.Line, Kept: true, Hint: alone}
		var texts []string
		for j := first; j <= last; j++ {
			if m.isTalk(j) && !m.lines[j].courteous() || j == i {
				texts = append(texts, m.lines[j].Text)
				m.decide(&m.lines[j], IgnoreLine{m.lines[j].Line})
			}
		}
		kept.Line.Text = strings.Join(texts, " ")
		if kept.If = m.conditional(l, kept.Line.Text); alone && kept.If == "" {
			kept.Near = m.legalWithin(l.Text)
			if at := m.cellOf(l.Text); len(kept.Near) > 0 {
				kept.Code = "within"
			} else if at != "" {
				kept = Ask{Code: "which-piece", Line: l.Line, Hint: true, Near: m.movesAt(at)}
				if len(kept.Near) == 0 {
					kept = Ask{Code: "no-move-there", Line: l.Line, Hint: true, Args: []any{at}}
				}
			}
		}
		m.decide(l, kept)
	}
}

// cellOf returns the one cell that a line names, with nothing but the announcement of a move around
// it: "pawn to d4"; "" if it is none, or the writer is not to move.
func (m *message) cellOf(line string) string {
	if m.Board == nil || !m.Board.Mine {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(line), planSign)
	lead := strings.Join(words[:max(0, len(words)-1)], " ")
	if len(words) == 0 || !cell.MatchString(words[len(words)-1]) ||
		lead != "" && !spokenOf().lead[phraseOf(lead)] && !spokenOf().to[templates.Fold(lead)] {
		return ""
	}
	return words[len(words)-1]
}

// maxAt is how many moves at a cell are told.
const maxAt = 16

// movesAt returns the legal plies that end at a cell, or else those that begin there.
func (m *message) movesAt(at string) (moves []string) {
	var begin, end []string
	for _, ply := range listed(m.Board.Record.Position()) {
		cells := cellIn.FindAllString(string(ply), -1)
		switch {
		case len(cells) == 0:
		case cells[len(cells)-1] == at:
			end = append(end, string(ply))
		case cells[0] == at:
			begin = append(begin, string(ply))
		}
	}
	if len(end) > 0 {
		begin = end
	}
	return begin[:min(len(begin), maxAt)]
}

// isProse reports whether a line begins with a verb that takes plies, and has none there: "If
// he plays c5-c4".
func (l decided) isProse() bool {
	switch l.Do.(type) {
	case SetConditionals:
		return !l.meansConditionals(l.games)
	case Preview:
		return l.Args != "" && !l.looksLikePlies(l.games)
	}
	return false
}

// isTalk reports whether a line that is not decided is for the opponent, unless it is secret.
// What stands below a note is part of the note, and what stands directly below a say is said.
func (m *message) isTalk(i int) bool {
	l := m.lines[i]
	if l.intents != nil || l.Verb != "" && !l.isProse() {
		return false
	}
	apart := false
	for j := i; j >= 0; j-- {
		switch m.lines[j].Do.(type) {
		case Note:
			return false
		case Say:
			return apart
		}
		if j < i && m.lines[j].meant() {
			break
		}
		apart = apart || m.lines[j].apart
	}
	return true
}

// paragraph returns the lines that belong to a secret one: those below it up to a blank line or
// a command, and those above it whose sentence goes on in it. Some programs put a blank line
// between any two lines: no paragraph ends there in the midst of a sentence.
func (m *message) paragraph(i int) (first, last int) {
	apart := func(i int) bool {
		return m.lines[i].apart && (ends(m.lines[i-1].Text) || !startsLower(m.lines[i].Text))
	}
	for first = i; first > 0 && !apart(first) && m.isTalk(first-1) && !m.lines[first-1].courteous(); first-- {
		above, word := m.lines[first-1].Text, firstWord(m.lines[first].Text)
		wrapped := !m.Unwrapped && utf8.RuneCountInString(above)+1+utf8.RuneCountInString(word) > wrapAt
		if ends(above) && !strings.HasSuffix(above, ":") || !wrapped && !startsLower(m.lines[first].Text) {
			break
		}
	}
	for last = i; last+1 < len(m.lines) && !apart(last+1) && m.isTalk(last+1); last++ {
	}
	return first, last
}

// hints turns a line into words with a hint.
func (m *message) hints(l *decided, ask Ask) {
	ask.Line, ask.Hint = l.Line, true
	m.decide(l, Talk{Line: l.Line, Hint: &ask})
}

func (m *message) ruleQuestion() {
	for l := range m.words {
		if command, ok := m.isQuestion(l); ok {
			m.hints(l, Ask{Code: "question", Near: []string{command}})
		}
	}
}

func (m *message) ruleVerbFirst() {
	for l := range m.words {
		word := firstWord(l.Args)
		v, langs, ok := m.called(word, "")
		offered := v.answers() && m.atHand().Offer != ""
		if (l.digresses() || v.second != "" && !l.completes(m.Reader, v)) && !offered && m.toOpponent(v.Group == GroupLeaving) {
			l.prose = ok
			continue
		}
		if l.bareWord() == "" && ok && v.Bare && !(v.answers() && (m.atPuzzle() || m.toWords())) {
			m.hints(l, Ask{Code: "unknown", Near: []string{m.answering(v, word, langs)}})
		}
	}
}

func (m *message) ruleRespelt() {
	for l := range m.words {
		if meant := m.respelt(l.Typed, m.Lang); meant != "" && l.bareWord() == "" {
			m.hints(l, Ask{Code: "unknown", Near: []string{meant}})
		}
	}
}

func (m *message) ruleTalk() {
	for l := range m.words {
		m.decide(l, Talk{Line: l.Line})
	}
}

func (m *message) ruleProof() {
	for _, l := range m.open {
		yes := l.Do == Yes{}
		no := l.Do == No{}
		switch v, _ := m.Info(l.Verb); {
		case !v.Proven || m.Proven:
		case (yes || no) && l.Game == 0: // without the message that it answers, it means nothing later
			m.decide(l, Ask{Code: "unproven", Line: l.Line})
		default:
			m.decide(l, NeedsProof{Line: l.Line})
		}
	}
}

func (m *message) ruleAnswer() {
	for _, l := range m.open {
		yes := l.Do == Yes{}
		no := l.Do == No{}
		draw, drawn := l.Do.(AnswerDraw)
		switch {
		case drawn:
			m.decide(l, m.answersDraw(l.Line, draw.Yes)...)
		case l.wonders && m.Games[m.named(l.Line)].Offer == mail.AsksDraw:
			m.decide(l, Ask{Code: "answers-" + string(mail.AsksDraw), Line: l.Line})
		case !yes && !no:
		case l.Game == 0 && m.Game == 0:
			m.decide(l, m.answersAside(l.Line, yes))
		default:
			m.decide(l, m.answers(l.Line, yes)...)
		}
	}
}

// answers returns what a yes or no means that names a game, or replies in one.
func (m *message) answers(l Line, yes bool) []Intent {
	state := m.Games[m.named(l)]
	to := state.Offer
	if state.Invited {
		to = mail.AsksInvitation
	}
	switch {
	case l.Game != 0 && (l.Game != m.Game || !m.asksAnother(to)), to != "" && m.asksOnly(to), to == "" && !m.toWords():
		return []Intent{Answer{Line: l, To: to, Yes: yes}}
	case to == "":
		return []Intent{Talk{Line: Line{Text: l.Text}}}
	case m.toWords() && to != mail.AsksInvitation:
		return []Intent{Talk{Line: Line{Text: l.Text}}, Ask{Code: wordsAnswered + string(to), Line: l}}
	}
	return []Intent{Ask{Code: "answers-" + string(to), Line: l}}
}

// answersDraw returns what a line means that answers the offer of a draw by name.
func (m *message) answersDraw(l Line, yes bool) []Intent {
	state := m.Games[m.named(l)]
	switch {
	case m.named(l) == 0:
		return []Intent{m.answersAside(l, yes)}
	case state.Offer == mail.AsksDraw && yes:
		l.Verb, l.Args, l.Do = VerbDraw, "", Draw{}
		return []Intent{Do{Line: l}}
	case state.Offer == mail.AsksDraw && l.Game == 0 && !m.asksAnother(mail.AsksDraw):
		return []Intent{Answer{Line: l, To: mail.AsksDraw}}
	case state.Invited:
		return []Intent{Ask{Code: "answers-" + string(mail.AsksInvitation), Line: l}}
	case state.Offer != "" && state.Offer != mail.AsksDraw:
		return []Intent{Ask{Code: "answers-" + string(state.Offer), Line: l}}
	}
	return m.answers(l, yes)
}

// wordsAnswered begins the codes that say which offer stands to the writer of a yes to words.
const wordsAnswered = "answers-words-"

// asksAnother reports whether the message replies to one that asks something else than q.
func (m *message) asksAnother(q mail.Question) bool {
	switch m.Asks.Question {
	case mail.AsksDraw, mail.AsksUndo, mail.AsksResume:
		return q != "" && m.Asks.Question != q
	}
	return false
}

// answersAside returns what a yes or no means that names no game and replies in none.
func (m *message) answersAside(l Line, yes bool) Intent {
	offered := slices.IndexFunc(m.UnderWay, func(g RunningGame) bool { return g.Offered })
	switch q := m.Asks.Question; {
	case q == mail.AsksStop, q == mail.AsksForget, q == mail.AsksLeave:
		return Answer{Line: l, To: q, Yes: yes}
	case offered >= 0:
		return Ask{Code: "which-game", Line: l, Candidates: []int64{m.UnderWay[offered].ID}, Args: []any{l.Typed}}
	case m.Leaving != "":
		return Ask{Code: "answers-" + string(m.Leaving), Line: l}
	}
	return Ask{Code: "nothing-asked", Line: l}
}

// maxWish is how many words a line may have that wants something in its writer's own words.
const maxWish = 6

// wants reports whether a short line may want something done: "I'd like to resign now".
func (m *message) wants(line string) bool {
	words := proseWords(line)
	return len(words) <= maxWish && !asks(line) && !proseOf().denies(words) && slices.ContainsFunc(words, func(word string) bool {
		v, _, ok := m.called(word, "")
		return ok && v.Bare && v.Proven && !v.answers()
	})
}

// ruleAnswersWords turns the talk into a say.
func (m *message) ruleAnswersWords() {
	if !m.passesWords() || !m.Proven || m.answersUs() ||
		m.atHand().Invited || len(m.atHand().Rules) == 0 {
		return
	}
	var said []*decided
	for i := range m.lines {
		l := &m.lines[i]
		for _, in := range l.intents {
			switch in := in.(type) {
			case IgnoreLine:
			case Talk:
				if in.Hint != nil && !m.isTalkative(in) || in.Hint == nil && m.wants(l.behindVerb()) ||
					maybeForServer(in.Line.Text) {
					return
				}
				said = append(said, l)
			case Ask:
				if maybeForServer(in.Line.Text) {
					return
				} else if in.isSentence() {
					said = append(said, l)
				} else if !strings.HasPrefix(in.Code, wordsAnswered) {
					return
				}
			default:
				return
			}
		}
	}
	if len(said) == 0 {
		return
	}
	first := said[0].Line
	say := Do{Line: Line{Text: first.Text, Verb: VerbSay, Args: first.Text, Typed: first.Typed,
		Do: Say{Text: first.Text, Implied: true}}}
	for i, l := range said {
		if i > 0 {
			say.Words = append(say.Words, l.Text)
		}
		l.intents, l.row = slices.DeleteFunc(l.intents, func(in Intent) bool {
			_, talk := in.(Talk)
			ask, asks := in.(Ask)
			return talk || asks && ask.isSentence()
		}), m.row
	}
	said[0].intents = append([]Intent{say}, said[0].intents...)
}

// isSentence reports whether a hint is about a line that is a sentence rather than a command: "If it
// rains I will have more time", "Rules are hard to learn".
func (a Ask) isSentence() bool {
	switch a.Line.Verb {
	case VerbBlock, VerbMute, VerbUnmute, VerbChallenge: // their writer is told that nothing was done
		return false
	case VerbVacation, VerbJoin, VerbAddress, VerbHelp: // whose writer may believe that it is done, or wait for it
		if !a.Line.digresses() {
			return false
		}
	}
	switch a.Code {
	case "usage", "no-command", "unknown-game":
		return a.Hint && len(strings.Fields(a.Line.Text)) > 3 && !slices.ContainsFunc(proseWords(a.Line.Args), isTerm)
	}
	return false
}

// isTalkative reports whether a line of talk that may have been meant as a command is a sentence:
// "Games like these are fun", but not "resign, please, at last".
func (m *message) isTalkative(talk Talk) bool {
	words := proseWords(talk.Line.Text)
	switch {
	case talk.Hint.isSentence():
		return true
	case talk.Hint.Code != "unknown" || len(words) < 3:
		return false
	}
	v, _, known := m.called(words[0], "")
	costs := !known || v.Proven && !v.answers() // it would do something
	toYou := slices.ContainsFunc(asidesOf(), func(a asides) bool { return a.second.within(words[1:]) })
	return len(words) > 3 && !costs || toYou && !slices.ContainsFunc(words[1:], isTerm) && !m.wantsAt(words) || len(words) > maxWish
}

// wantsAt reports whether words hold a command behind the first word.
func (m *message) wantsAt(words []string) bool { return m.wants(strings.Join(words[1:], " ")) }

func (m *message) ruleMisread() {
	for _, l := range m.open {
		if wrong, ok := l.Do.(Misread); ok {
			// A writer who believes that somebody is blocked is told in any case.
			short := l.hides() && !l.isSaid(nil)
			m.decide(l, Ask{Code: wrong.Code, Line: l.Line, Args: wrong.Args, Near: wrong.Near, Hint: wrong.Hint &&
				!short})
		}
	}
}

func (m *message) ruleIfProse() {
	for _, l := range m.open {
		if _, ok := l.Do.(SetConditionals); !ok || !l.isProse() {
		} else if m.toOpponent(false) && !strings.ContainsFunc(l.Text, unicode.IsDigit) {
			m.talks(l)
			m.decide(l, Talk{Line: l.Line})
		} else {
			m.hints(l, Ask{Code: "usage", Args: []any{VerbIf}})
		}
	}
}

func (m *message) rulePreviewProse() {
	for _, l := range m.open {
		if _, ok := l.Do.(Preview); !ok || !l.isProse() {
		} else if m.toOpponent(false) && l.digresses() {
			m.talks(l)
			m.decide(l, Talk{Line: l.Line})
		} else {
			m.hints(l, Ask{Code: "usage", Args: []any{VerbPreview}})
		}
	}
}

func (m *message) ruleDo() {
	for _, l := range m.open {
		m.decide(l, Do{Line: l.Line})
	}
}

func (m *message) ruleWordsBelow() {
	for i := range m.lines {
		do, ok := m.lines[i].does()
		if !ok || !do.takesWords() {
			continue
		}
		for j := i + 1; j < len(m.lines) && !m.lines[j].meant(); j++ {
			below := &m.lines[j]
			if below.isKept() {
				continue
			}
			do.Words = append(do.Words, below.Text)
			do.Else = append(do.Else, below.intents...)
			below.intents = []Intent{}
			m.lines[i].row = m.row
		}
		m.lines[i].intents = []Intent{do}
	}
}

// isKept reports whether a line is kept from the opponent, or belongs to one that is.
func (l decided) isKept() bool {
	if len(l.intents) != 1 {
		return false
	}
	ask, asks := l.intents[0].(Ask)
	_, ignored := l.intents[0].(IgnoreLine)
	return asks && ask.Kept || ignored
}

// does returns the intent of a line that is carried out.
func (l decided) does() (do Do, ok bool) {
	if len(l.intents) == 1 {
		do, ok = l.intents[0].(Do)
	}
	return do, ok
}

// takesWords reports whether the lines of talk below a command belong to it.
func (d Do) takesWords() bool {
	switch do := d.Line.Do.(type) {
	case Say, Note, Rematch:
		return true
	case Challenge:
		return !do.Ladder
	}
	return false
}

// finds adds hints about the message.
func (m *message) finds(asks ...Ask) {
	for _, ask := range asks {
		ask.Hint = true
		m.last, m.rows = append(m.last, ask), append(m.rows, m.row)
	}
}

// answersUs reports whether the message answers a question of ours, or is refused before its
// lines.
func (m *message) answersUs() bool {
	return slices.ContainsFunc(m.first, func(in Intent) bool {
		lapsed, ok := in.(EndQuestion)
		return !ok || lapsed.No != nil
	})
}

// lost returns the lines of talk of a message, if it holds nothing else, not even a hint.
func (m *message) lost() (talk []Line, lost bool) {
	if m.answersUs() {
		return nil, false
	}
	for _, l := range m.lines {
		for _, in := range l.intents {
			switch in := in.(type) {
			case IgnoreLine, LeaveOutSignature:
			case Talk:
				if in.Hint != nil {
					return nil, false
				}
				talk = append(talk, in.Line)
			default:
				return nil, false
			}
		}
	}
	hints := slices.ContainsFunc(m.last, func(in Intent) bool { _, out := in.(LeaveOutSignature); return !out })
	return talk, !hints
}

// maxGuesses is for how many lines something is proposed, and maxSearched how many lines are
// searched, where each word is tried as a ply.
const maxGuesses, maxSearched = 3, 30

func (m *message) ruleMoreTime() {
	talk, lost := m.lost()
	if !lost || len(talk) != 1 || m.atPuzzle() || m.atHand().Invited {
		return
	}
	s, words := spokenOf(), proseWords(talk[0].Text)
	if len(words) > maxMoreTime || !slices.ContainsFunc(words, func(w string) bool { return s.time[w] }) ||
		!slices.ContainsFunc(words, func(w string) bool { return s.extend[w] }) {
		return
	}
	help := m.wordFor(VerbHelp, m.Lang) + " " + m.wordFor(VerbVacation, m.Lang)
	m.finds(Ask{Code: "more-time", Line: talk[0], Near: []string{help}, Kept: m.Board != nil && m.Board.Opponent != ""})
}

// maxMoreTime is how many words a line has at most that asks for time.
const maxMoreTime = 10

func (m *message) ruleWithin() {
	talk, lost := m.lost()
	for i, l := range talk {
		if !lost || i == maxSearched || len(m.last) == maxGuesses {
			break
		}
		if near := m.within(l.Text); len(near) > 0 {
			m.finds(Ask{Code: "within", Line: l, Near: near})
		}
	}
}

// maxTicked is how many marked moves are proposed: as many as a row of our list has.
const maxTicked = 12

func (m *message) ruleTicked() {
	if _, lost := m.lost(); !lost || m.Board == nil || !m.Board.Mine {
		return
	}
	var legal []string
	for _, text := range m.Ticked {
		ply, err := m.Board.Record.Parse(text)
		if err == nil && len(legal) < maxTicked && !slices.Contains(legal, string(ply)) {
			legal = append(legal, string(ply))
		}
	}
	if len(legal) > 0 {
		m.findsMoves("ticked", legal)
	}
}

func (m *message) ruleElsewhere() {
	for _, place := range []struct {
		code  string
		lines []Line
	}{{"quoted", m.Quoted}, {"in-subject", m.OurSubject}} {
		var near []string
		for _, l := range place.lines {
			text := m.clear(l)
			if text != "" && len(near) < maxAsked && !slices.Contains(near, text) {
				near = append(near, text)
			}
		}
		if _, lost := m.lost(); lost && len(near) > 0 {
			m.findsMoves(place.code, near)
		}
	}
}

// clear returns a line as it would be carried out, if it is a ply that can be played now or a
// command without arguments; else "".
func (m *message) clear(l Line) string {
	if l.question || l.Game != 0 && l.Game != m.Game {
		return ""
	}
	if l.Verb == "" {
		if m.Board == nil {
			return ""
		}
		next, ok := m.Board.play(m.Board.Record, l)
		if !ok {
			return ""
		}
		return string(m.Board.plies(next)[0])
	}
	v, _ := m.Info(l.Verb)
	agrees := l.Do == Yes{}
	refuses := l.Do == No{}
	switch {
	case (agrees || refuses) && m.atHand().Invited:
		return m.answering(v, l.Typed, l.Langs)
	case (agrees || refuses) && m.atHand().Offer == mail.AsksUnknown, !v.Bare, l.perhaps:
		return ""
	}
	return m.wordFor(l.Verb, m.Lang)
}

func (m *message) ruleExplain() {
	talk, lost := m.lost()
	if !lost || m.Unread != "" && len(talk) == 0 || len(talk) > 0 && m.Puzzle != nil && m.Puzzle.Position != nil {
		return
	}
	asks := slices.ContainsFunc(talk, func(l Line) bool { return asks(l.Text) })
	greets := len(talk) > 0 && !slices.ContainsFunc(talk, func(l Line) bool { return !l.courteous() })
	// Our messages say how to answer them; only an invitation may leave questions open.
	if m.Reply && m.atHand().Invited && asks || !m.Reply && (asks || greets || m.First && m.Unread == "") {
		m.finds(Ask{Code: Explain})
	}
}

// hasWord reports whether a text has a word of at least two letters and no digit.
func hasWord(text string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(text, planSign), func(word string) bool {
		return utf8.RuneCountInString(word) > 1 && !strings.ContainsFunc(word, unicode.IsDigit)
	})
}

// MaxSaidAfter is how many characters of words are kept to be said after a yes or by a tap: mail
// programs cut longer links.
const MaxSaidAfter = 1000

func (m *message) ruleSayTo() {
	talk, lost := m.lost()
	switch {
	case !lost || len(talk) == 0 || !m.Proven:
		return
	case m.atHand().Invited:
		m.finds(Ask{Code: "invited", Line: talk[0],
			Near: []string{m.wordFor(VerbAccept, m.Lang), m.wordFor(VerbDecline, m.Lang)}})
		return
	case m.Board == nil || m.Board.Opponent == "":
		return
	}
	texts := make([]string, len(talk))
	for i, l := range talk {
		texts[i] = l.Text
	}
	said := strings.Join(texts, " ")
	if utf8.RuneCountInString(said) > MaxSaidAfter || !hasWord(said) {
		return
	}
	if m.atHand().Offer != mail.AsksUnknown { // a yes would be for two things
		m.finds(Ask{Code: "nothing", Line: Line{Text: said}, Kept: true})
		return
	}
	m.finds(Ask{Code: "say-to", Line: talk[0], Args: []any{m.Board.Opponent},
		Stored: fmt.Sprintf("#%d say %s", m.Game, said), Plays: true})
}

func (m *message) ruleNothing() {
	talk, lost := m.lost()
	switch {
	case !lost:
	case len(talk) == 0 && m.Unread != "":
		m.finds(Ask{Code: "unread-" + m.Unread})
	case len(talk) == 0:
		m.finds(Ask{Code: "empty"})
	case m.Puzzle == nil || m.Puzzle.Position == nil:
		m.finds(Ask{Code: "nothing", Line: talk[0]})
	default:
		m.finds(m.Puzzle.example(talk[0]))
	}
}
