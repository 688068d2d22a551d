package templates

import "time"

// Receipt tells a player what was made of a letter.
type Receipt struct {
	// Done lists what was done, each as the player wrote it.
	Done []string
	// Problems lists what was not done, and why.
	Problems []Problem
	// Held lists moves that could be played and were not, because others of the
	// same letter and game could not.
	Held []string
	// PassedOn names to whom the writer's words go now, Waits to whom they go
	// with the next letter of the game, and Unreached whom they do not reach: who
	// gets no letters, where no other of the game is to come.
	PassedOn, Waits, Unreached []string
	// Unheard says that free text of the letter goes to nobody.
	Unheard bool
	// Deaf says that words went nowhere because the opponent is a robot.
	Deaf bool
	// Back is what was said beside a move that could not be played.
	Back []Back
	// Silence says that this is the last such answer for a while; nil: it is not.
	Silence *Silence
}

// Back is words that were not passed on, for their writer to send again in a game; 0:
// that which the letter is about.
type Back struct {
	Game  int64
	Words string
}

// Silence is until when letters like the one that is answered are not: those of
// which nothing was done, or, not Proven, those that nothing proves to be the reader's.
type Silence struct {
	Until  time.Time
	Proven bool
}

// severally is a section that differs in a letter about several games, where
// commands need the game's number.
type severally interface{ setSeveral() }

func (t *Turn) setSeveral()       { t.Several = true }
func (i *Invitation) setSeveral() { i.Several = true }
func (i *Invited) setSeveral()    { i.Several = true }

// Failed reports whether nothing of the letter was done.
func (r *Receipt) Failed() bool { return len(r.Done) == 0 && len(r.Problems) > 0 }

// Problem is one line that was not carried out.
type Problem struct {
	// Line is what the player wrote; empty when the problem is the whole letter.
	Line string
	// Code names the message, problem.CODE. A refusal by the rules of a game has
	// the code "move", and Args[0] is its sentence.
	Code string
	// Args are {{.A}}, {{.B}} and so on in it.
	Args []any
	// Near lists what could have been meant.
	Near []string
}

// Told is an argument of a problem that is said in the reader's language.
type Told func(lang string) string

// Board is a position as it can be shown.
type Board struct {
	// Diagram is the position in characters; empty: it is not shown.
	Diagram string
	// Words is the position in words, for who cannot see the picture.
	Words string
	// Picture is the Content-ID of the position as a picture that the letter
	// carries; empty: there is none.
	Picture string
	// Sentences tell the position to who wants no drawing: there is none then.
	Sentences []string
	// Small says that the picture is a small one: of a game that waits for somebody
	// else.
	Small bool
	// Remarks are sentences that the picture needs beside it, and the diagram has
	// below the board.
	Remarks []string
}

// Ply is one ply played.
type Ply struct {
	N    int
	Side string // black or white
	Move string
	// Spoken is what the reader's language calls a ply that is written as a word, "cw".
	Spoken string
	At     time.Time // in the history
}

// Group is some legal plies under a title.
type Group struct {
	Title string
	Moves []Numbered
}

// Numbered is a legal ply and its number in the list.
type Numbered struct {
	N    int
	Move string
	Hint string // where it ends and what it takes, if Move does not say it: "→ b6 ×4"
}

// Turn is a game as it stands, seen by one of its players. The skeleton names the fields of
// its parts by these (.Choice.Second): the short way, package reflect looks for one in all of
// them, each time.
type Turn struct {
	Game        int64
	Title       string
	Side        string // the reader's: black or white
	Opponent    string
	Next        int    // number of the next ply
	ToMove      string // you, opponent or nobody
	Started     bool   // the letter says that the game begins
	Played      []Ply  // what was played since the reader's last letter
	PlayedByYou bool
	Board       Board

	Choice
	GameClock
	Offered
	Ended
	Margin
}

// Choice is what the side to move can do.
type Choice struct {
	Second      bool          // the reader has made the first ply of a turn of two
	Groups      []Group       // when the reader is to move
	Example     string        // one of the legal plies
	Notation    string        // how plies are written; empty where it goes without saying
	LastOfThree bool          // this state has arisen twice
	Quiet       bool          // the opponent's next move brings no letter
	Moves       []MoveInWords // of Groups, for who wants no drawing
	Hinted      bool          // plies have a Hint
	Several     bool          // the letter is about several games
	Recent      []Ply         // the last ones
}

// GameClock is the clock of the side to move. Dates are in the reader's timezone;
// zero ones are not told.
type GameClock struct {
	Due      time.Time // when it runs out
	Grace    time.Time // when the game is lost
	Pauses   []Pause   // of either player's clocks: now, to come, or since the turn began
	Standing bool      // the clocks stand still now
}

// Offered is an offer that stands in a game.
type Offered struct {
	Offer      string // what stands to be answered: draw or undo
	OfferYours bool   // the reader made it
	OfferPly   int    // undo: the first ply to be taken back
}

// Ended is how a game ended.
type Ended struct {
	Result     string       // won, lost, drawn or void
	Reason     string       // why, as the end of a sentence
	Ending     string       // what ended it outside its rules: resigned, agreed, time, adjudicated or aborted
	Transcript []Ply        // all plies
	Attached   bool         // the record and a film of the game go with the letter
	Ratings    []RatingLine // what the game made of both ratings
	// AgainstRobots says that Ratings are those against robots.
	AgainstRobots bool
	Rematch       bool // the opponent can be asked for another game
}

// Margin is what a letter says beside the board.
type Margin struct {
	Message    string // the opponent's words
	News       []News // what else happened
	Pace       string // told when the game begins
	Robot      string // the opponent is a robot: the game, as players type it
	RobotRated bool   // it counts against robots
	Brief      string // the rules in short, when it begins and is the reader's first of its kind
	AskPublic  bool   // it is the reader's first at all: may everybody see games when they are over?
	Reminder   string // why the letter is written: half, day or over; empty: a ply was played
	Notes      []Note // the reader's own, the last ones
	MoreNotes  bool   // there are others
	NotesShown string // how many of all were published: "" for none, all or some
	Again      bool   // the board stood in an earlier letter: no ply is told
}

// Pause is a time in which clocks stand still.
type Pause struct {
	Why      string    // vacation, bounce, paused or down
	You      bool      // the reader's; otherwise the opponent's, if it has one
	From, To time.Time // To zero: until further notice
}

// Invitation is an open invitation as the invited player sees it.
type Invitation struct {
	Game       int64
	Title      string
	Name       string // as players type it
	Author     string
	Year       int
	Challenger string // name
	Program    bool   // one plays for the challenger
	Address    string // the challenger's; empty if the reader knows who it is
	Side       string // the reader's
	Brief      string
	Board      Board
	Message    string
	NewHere    bool // the reader never wrote to us
	Terms      Terms
	Several    bool // the letter is about several games
}

// Invited is an open invitation as the challenger sees it.
type Invited struct {
	Game    int64
	Title   string
	Invitee string // empty: anyone
	Address string // empty if the reader knows who it is
	Terms   Terms
	Side    string // the reader's
	Several bool   // the letter is about several games
	// Unlinked says that links were left out of the reader's words, Cut that only
	// the first of them went along.
	Unlinked, Cut bool
}

// Answered tells how an invitation ended without a game.
type Answered struct {
	Game    int64
	Title   string
	By      string // who answered it
	Other   string // the other one; empty: anyone
	You     bool   // the reader answered it
	How     string // declined or withdrawn
	Message string
}

// GameLine is a game in a list.
type GameLine struct {
	Game     int64
	Title    string
	Opponent string
	Side     string
	Next     int
	Board    Board
	Result   string // won, lost or drawn, when over
	Reason   string

	GameClock // without pauses; Grace only if Due is past
}

// InvitationLine is an open invitation in a list.
type InvitationLine struct {
	Game  int64
	Title string
	Other string
	Mine  bool
	// Anyone says that whoever wants may accept it.
	Anyone bool
}

// Games lists all games of the reader.
type Games struct {
	Waiting     []GameLine // for the reader
	Others      []GameLine
	Invitations []InvitationLine
	Finished    []GameLine
	// Omitted counts the waiting games that are listed without a board.
	Omitted int
}

// History lists the plies of a game.
type History struct {
	Game         int64
	Title        string
	Black, White string
	Plies        []Ply
	Result       string // black, white, draw or none
	Reason       string
}

// Rules is the rules of one game.
type Rules struct {
	Title    string
	Name     string
	Text     string
	Pictures []Figure // the board first; plain text has none
}

// Figure is a picture and what is to be seen in it.
type Figure struct {
	Caption string
	Board   Board
}

// GameName is a game in the list of all games.
type GameName struct {
	Name, Title, Author string
	Year                int
}

// GameList lists the games that there are.
type GameList struct{ Games []GameName }

// CommandGroup are the commands of one kind, by name; the message group.NAME is
// its title, and verb.COMMAND.PART what is said of each.
type CommandGroup struct {
	Name     string
	Commands []string
}

// Help lists the commands, or explains one.
type Help struct {
	Groups  []CommandGroup
	Command string // the one that is explained; empty: all are listed
	Games   []GameName
	New     bool // to somebody who never wrote before
}

// NotYou tells a player that somebody else used a secret of theirs.
type NotYou struct {
	Game  int64 // 0: of a letter about none
	Title string
	From  string
}

func (*Receipt) template() string    { return "receipt" }
func (*Turn) template() string       { return "turn" }
func (*Invitation) template() string { return "invitation" }
func (*Invited) template() string    { return "invited" }
func (*Answered) template() string   { return "answered" }
func (*Games) template() string      { return "games" }
func (*History) template() string    { return "history" }
func (*Rules) template() string      { return "rules" }
func (*GameList) template() string   { return "gamelist" }
func (*Help) template() string       { return "help" }
func (*NotYou) template() string     { return "notyou" }
