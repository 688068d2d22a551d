package command

import (
	"maps"
	"slices"
	"strings"
)

// Verb is the name of a command: its first word in English.
type Verb string

// The verbs, group by group.
const (
	VerbMove        Verb = "move"
	VerbPreview     Verb = "preview"
	VerbIf          Verb = "if"
	VerbDraw        Verb = "draw"
	VerbUndo        Verb = "undo"
	VerbYes         Verb = "yes"
	VerbNo          Verb = "no"
	VerbResign      Verb = "resign"
	VerbAbort       Verb = "abort"
	VerbGive        Verb = "give"
	VerbBreak       Verb = "break"
	VerbChallenge   Verb = "challenge"
	VerbAccept      Verb = "accept"
	VerbDecline     Verb = "decline"
	VerbWithdraw    Verb = "withdraw"
	VerbRematch     Verb = "rematch"
	VerbBlock       Verb = "block"
	VerbUnblock     Verb = "unblock"
	VerbBoard       Verb = "board"
	VerbHistory     Verb = "history"
	VerbExport      Verb = "export"
	VerbGames       Verb = "games"
	VerbStandings   Verb = "standings"
	VerbPlayer      Verb = "player"
	VerbRules       Verb = "rules"
	VerbPuzzle      Verb = "puzzle"
	VerbHelp        Verb = "help"
	VerbTournaments Verb = "tournaments"
	VerbJoin        Verb = "join"
	VerbLeave       Verb = "leave"
	VerbTable       Verb = "table"
	VerbCup         Verb = "cup"
	VerbLadder      Verb = "ladder"
	VerbFollow      Verb = "follow"
	VerbUnfollow    Verb = "unfollow"
	VerbFollowing   Verb = "following"
	VerbBest        Verb = "best"
	VerbSay         Verb = "say"
	VerbMute        Verb = "mute"
	VerbUnmute      Verb = "unmute"
	VerbNote        Verb = "note"
	VerbNotes       Verb = "notes"
	VerbPublish     Verb = "publish"
	VerbName        Verb = "name"
	VerbLanguage    Verb = "lang"
	VerbTimezone    Verb = "timezone"
	VerbDigest      Verb = "digest"
	VerbMessages    Verb = "letters"
	VerbCalendar    Verb = "calendar"
	VerbAnalysis    Verb = "analysis"
	VerbPublic      Verb = "public"
	VerbChallenges  Verb = "challenges"
	VerbHTML        Verb = "html"
	VerbRobot       Verb = "robot"
	VerbVacation    Verb = "vacation"
	VerbAddress     Verb = "address"
	VerbSettings    Verb = "settings"
	VerbPause       Verb = "pause"
	VerbContinue    Verb = "continue"
	VerbStop        Verb = "stop"
	VerbForget      Verb = "forget"
)

// VerbInfo is one command: how it is written and what it needs.
type VerbInfo struct {
	// Name is its first word in English. Its help is in the templates, as
	// verb.NAME.usage, .summary, .more and .example.
	Name Verb
	// Bare says that only the number of a game may follow: "resign yourself" is talk.
	// words are exceptions.
	Bare  bool
	words []string
	// second is what must follow the first word, if anything.
	second string
	// phrase says that the first word alone is talk: "Best, Ada".
	phrase bool
	// Proven says that it is carried out only for a proven writer.
	Proven bool
	// question says that a line with it is carried out if there is a question mark in it: its
	// arguments are words, or it only shows something.
	question bool
	// Group is the group of help that shows it.
	Group VerbGroup

	// read returns the command that a line with this verb is.
	read func(r *Reader, c Line, lang string) any
}

// VerbGroup is a group of verbs. Its title is in the templates, as group.NAME.
type VerbGroup string

// The groups, in the order of the help.
const (
	GroupPlaying   VerbGroup = "playing"
	GroupInviting  VerbGroup = "inviting"
	GroupLooking   VerbGroup = "looking"
	GroupSeasons   VerbGroup = "seasons"
	GroupFollowing VerbGroup = "following"
	GroupTalking   VerbGroup = "talking"
	GroupMe        VerbGroup = "me"
	GroupLeaving   VerbGroup = "leaving"
)

// groupWords are what follows "help" for the commands of a group: no words that are commands.
var groupWords = map[VerbGroup]string{
	GroupPlaying: "playing", GroupInviting: "inviting", GroupLooking: "looking", GroupSeasons: "competing",
	GroupFollowing: "watching", GroupTalking: "talking", GroupMe: "profile", GroupLeaving: "leaving",
}

// answers reports whether it is a yes or a no.
func (v VerbInfo) answers() bool { return v.Name == VerbYes || v.Name == VerbNo }

// is returns the read function of a verb without arguments.
func is(do any) func(*Reader, Line, string) any {
	return func(*Reader, Line, string) any { return do }
}

// ofDraw returns the read function of a verb that answers an invitation or, before "draw", the
// offer of a draw.
func ofDraw(do any, yes bool) func(*Reader, Line, string) any {
	return func(_ *Reader, c Line, _ string) any {
		if c.Args == "draw" {
			return AnswerDraw{yes}
		}
		return do
	}
}

// verbs returns all verbs in the order of the help, group by group.
func verbs() []VerbInfo {
	groups := []struct {
		name  VerbGroup
		verbs []VerbInfo
	}{
		{GroupPlaying, []VerbInfo{
			{Name: VerbMove, question: true, read: is(nil)},
			{Name: VerbPreview, question: true, read: preview},
			{Name: VerbIf, Proven: true, read: conditionals},
			{Name: VerbDraw, Bare: true, Proven: true, read: is(Draw{})},
			{Name: VerbUndo, Bare: true, words: []string{"yours"}, Proven: true, read: undo},
			{Name: VerbYes, Bare: true, Proven: true, read: is(Yes{})},
			{Name: VerbNo, Bare: true, Proven: true, read: is(No{})},
			{Name: VerbResign, Bare: true, Proven: true, read: is(Resign{})},
			{Name: VerbAbort, Bare: true, Proven: true, read: is(Abort{})},
			{Name: VerbGive, Proven: true, read: (*Reader).give},
			{Name: VerbBreak, Proven: true, read: (*Reader).rest},
		}},
		{GroupInviting, []VerbInfo{
			{Name: VerbChallenge, Proven: true, read: (*Reader).challenge},
			{Name: VerbAccept, Bare: true, words: []string{"draw"}, Proven: true, read: ofDraw(Accept{}, true)},
			{Name: VerbDecline, Bare: true, words: []string{"draw"}, Proven: true, read: ofDraw(Decline{}, false)},
			{Name: VerbWithdraw, Bare: true, Proven: true, read: is(Withdraw{})},
			{Name: VerbRematch, Bare: true, Proven: true, read: is(Rematch{})},
			{Name: VerbBlock, Proven: true, read: (*Reader).block},
			{Name: VerbUnblock, Proven: true, read: (*Reader).unblock},
		}},
		{GroupLooking, []VerbInfo{
			{Name: VerbBoard, Bare: true, words: []string{"ascii", "unicode", "words"}, read: (*Reader).board},
			{Name: VerbHistory, Bare: true, read: is(History{})},
			{Name: VerbExport, Bare: true, read: is(Export{})},
			{Name: VerbGames, Bare: true, words: []string{"open"}, read: (*Reader).listGames},
			{Name: VerbStandings, question: true, read: (*Reader).standings},
			{Name: VerbPlayer, question: true, read: (*Reader).player},
			{Name: VerbRules, question: true, read: (*Reader).rules},
			{Name: VerbPuzzle, question: true, Proven: true, read: puzzle},
			{Name: VerbHelp, question: true, read: (*Reader).help},
		}},
		{GroupSeasons, []VerbInfo{
			{Name: VerbTournaments, Bare: true, Proven: true, read: is(ListTournaments{})},
			{Name: VerbJoin, Proven: true, read: tournament(func(name string) any { return Join{name} })},
			{Name: VerbLeave, Proven: true, read: tournament(func(name string) any { return Leave{name} })},
			{Name: VerbTable, Proven: true, read: tournament(func(name string) any { return Table{name} })},
			{Name: VerbCup, Proven: true, read: cup},
			{Name: VerbLadder, Proven: true, read: ladder},
		}},
		{GroupFollowing, []VerbInfo{
			{Name: VerbFollow, Proven: true, read: follow},
			{Name: VerbUnfollow, Proven: true, read: unfollow},
			{Name: VerbFollowing, Proven: true, read: following},
			{
				Name: VerbBest, second: "of the week", Bare: true, words: []string{"week", "week on", "week off"},
				phrase: true, Proven: true, read: best,
			},
		}},
		{GroupTalking, []VerbInfo{
			{Name: VerbSay, question: true, Proven: true, read: say},
			{Name: VerbMute, Proven: true, read: (*Reader).mute},
			{Name: VerbUnmute, Proven: true, read: (*Reader).unmute},
			{Name: VerbNote, question: true, Proven: true, read: note},
			{Name: VerbNotes, Bare: true, read: is(Notes{})},
			{Name: VerbPublish, Bare: true, words: []string{"notes"}, Proven: true, read: (*Reader).publish},
		}},
		{GroupMe, []VerbInfo{
			{Name: VerbName, Proven: true, read: (*Reader).name},
			{Name: VerbLanguage, Proven: true, read: (*Reader).lang},
			{Name: VerbTimezone, Proven: true, read: (*Reader).timezone},
			{Name: VerbDigest, Proven: true, read: (*Reader).digest},
			{Name: VerbMessages, Proven: true, read: (*Reader).messages},
			{Name: VerbCalendar, Proven: true, read: calendar},
			{Name: VerbAnalysis, Proven: true, read: onOff},
			{Name: VerbPublic, Proven: true, read: onOff},
			{Name: VerbChallenges, Proven: true, read: onOff},
			{Name: VerbHTML, Proven: true, read: onOff},
			{Name: VerbRobot, Proven: true, read: bot},
			{Name: VerbVacation, Proven: true, read: (*Reader).vacation},
			{Name: VerbAddress, Proven: true, read: (*Reader).address},
			{Name: VerbSettings, Bare: true, read: is(Settings{})},
		}},
		{GroupLeaving, []VerbInfo{
			{Name: VerbPause, Bare: true, Proven: true, read: is(Pause{})},
			{Name: VerbContinue, Bare: true, Proven: true, read: is(Continue{})},
			{Name: VerbStop, Bare: true, Proven: true, read: is(Stop{})},
			{Name: VerbForget, Bare: true, words: []string{"me"}, second: "me", Proven: true, read: (*Reader).forget},
		}},
	}
	var all []VerbInfo
	for _, group := range groups {
		for _, v := range group.verbs {
			v.Group = group.name
			all = append(all, v)
		}
	}
	return all
}

// Commands whose arguments are plies or text.
type (
	Preview         struct{ Plies string }
	SetConditionals struct{ Lines string } // see rules.ParseConditionals
	// Say is words for the opponent. Implied says that no command says so: the words are all there is.
	Say struct {
		Text    string
		Implied bool
	}
	Note struct{ Text string }
)

func preview(_ *Reader, c Line, _ string) any      { return Preview{joined(c.Args, c.lang)} }
func conditionals(_ *Reader, c Line, _ string) any { return SetConditionals{joined(c.Args, c.lang)} }
func say(_ *Reader, c Line, _ string) any          { return Say{Text: c.Args} }
func note(_ *Reader, c Line, _ string) any         { return Note{c.Args} }

func undo(_ *Reader, c Line, _ string) any {
	if c.Args == "yours" {
		return Forgive{}
	}
	return Undo{}
}

// Commands without arguments.
type (
	Draw    struct{}
	Undo    struct{}
	Forgive struct{} // lets the opponent take their last turn back
	Yes     struct{}
	No      struct{}
	Resign  struct{}
	Abort   struct{}
	Accept  struct{}
	Decline struct{}
	// AnswerDraw says yes or no to the offer of a draw, and to nothing else. Classify turns it
	// into another command or an answer.
	AnswerDraw struct{ Yes bool }
	Withdraw   struct{}
	Rematch    struct{}
	History    struct{}
	Export     struct{}
	Notes      struct{}
	Publish    struct{}
	Settings   struct{}
	Pause      struct{}
	Continue   struct{}
	Stop       struct{}
	Forget     struct{}
)

// whole returns the command as it is written.
func (v VerbInfo) whole() string { return strings.TrimSpace(string(v.Name) + " " + v.second) }

// as returns the command as somebody wrote it: by word, if that is a word of langs, or
// else in English.
func (v VerbInfo) as(word string, langs []string) string {
	if len(langs) > 0 && v.second == "" {
		return strings.ToLower(word)
	}
	return v.whole()
}

// Verbs returns all verbs in the order of the help.
func (r *Reader) Verbs() []VerbInfo { return r.verbs }

// Info returns the verb of that name.
func (r *Reader) Info(verb Verb) (VerbInfo, bool) {
	for _, v := range r.verbs {
		if v.Name == verb {
			return v, true
		}
	}
	return VerbInfo{}, false
}

// wordFor returns the first word that calls a command in a language.
func (r *Reader) wordFor(name Verb, lang string) string {
	for _, l := range r.lexicons {
		for _, word := range slices.Sorted(maps.Keys(l.verbs)) {
			if l.lang == lang && lang != "en" && l.verbs[word] == name {
				return word
			}
		}
	}
	return string(name)
}

// near returns the words of commands, in English and in lang, that differ from word by
// one slip (see oneSlip).
func (r *Reader) near(word, lang string) []string {
	if len(word) < 3 {
		return nil
	}
	var words []string
	for _, v := range r.verbs {
		if oneSlip(word, string(v.Name)) {
			words = append(words, string(v.Name))
		}
	}
	for _, l := range r.lexicons {
		for _, own := range slices.Sorted(maps.Keys(l.verbs)) {
			if l.lang == lang && oneSlip(plain(word), own) && !slices.Contains(words, own) {
				words = append(words, own)
			}
		}
	}
	return words
}

// respelt returns the command that a line would be but for one slip in its first word, if
// the rest are arguments of that command; "" if there is none. Commands that take any words
// are left out: the line is then likely prose.
func (r *Reader) respelt(line, lang string) string {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if rest == "" {
		return ""
	}
	for _, near := range r.near(strings.ToLower(word), lang) {
		meant := near + " " + rest
		switch do := r.Read(meant, lang).Do.(type) {
		case Challenge:
			if do.Wrong == nil {
				return meant
			}
		case AskPuzzle, Calendar, Digest, SwitchSetting, SetProgram, SetMessages, Standings, Rules, Vacation:
			return meant
		}
	}
	return ""
}

// oneSlip reports whether two words differ by one letter that is missing, added or
// different, or by two neighbouring letters that are swapped.
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
