package templates

import "strings"

// Rules is the rules of one game.
type Rules struct {
	Title    string
	Name     string
	Text     string
	Pictures []BoardFigure // the board first; plain text has none
}

func (*Rules) kind() string              { return "rules" }
func (r *Rules) head(m *composer) string { return m.say("rules.head", r) }

func (r *Rules) body(m *composer) {
	for i, f := range r.Pictures {
		if i == 0 {
			m.figure(f)
		}
	}
	m.prose(r.Text)
	for i, f := range r.Pictures {
		if i > 0 {
			m.figure(f)
		}
	}
	m.para("rules.invite")
	m.form("command.challenge-game", r)
}

// GameName is a game in the list of all games.
type GameName struct {
	Name, Title, Author string
	Year                int
}

// GameKindList lists the games that there are.
type GameKindList struct{ Games []GameName }

func (*GameKindList) kind() string            { return "gamelist" }
func (*GameKindList) head(m *composer) string { return m.say("gamelist.head") }

func (g *GameKindList) body(m *composer) {
	if len(g.Games) == 0 {
		return
	}
	m.gameNames(g.Games)
	m.para("gamelist.rules")
	m.command("command.rules-of", g.Games[0])
}

// gameNames lists games by the names that players type.
func (m *composer) gameNames(games []GameName) {
	var rows [][]string
	for _, g := range games {
		rows = append(rows, []string{g.Name, m.say("gamelist.game", g)})
	}
	m.table([]int{10, 0}, rows...)
}

// CommandGroup are the commands of one kind, by name; the message group.NAME is
// its title, and verb.COMMAND.PART what is said of each.
type CommandGroup struct {
	Name     string
	Word     string // by which its help is asked for, in English
	Commands []string
}

// Help lists the groups of commands, or explains the commands of a group, or one.
type Help struct {
	Groups  []CommandGroup
	Command string // the one that is explained; empty: all are listed
	Group   string // the group of which the commands are explained
	Games   []GameName
	New     bool // to somebody who never wrote before
}

func (*Help) kind() string { return "help" }

func (h *Help) head(m *composer) string {
	switch {
	case h.Command != "":
		return m.say("help.head-one", "Usage", m.verb(h.Command, "usage"))
	case h.Group != "":
		return m.say("help.head-group", "Title", m.say("group."+h.Group))
	case h.New:
		return m.say("help.head-new", h)
	}
	return m.say("help.head")
}

func (h *Help) body(m *composer) {
	if h.Command != "" {
		m.formLine(m.verb(h.Command, "usage"))
		m.text(capital(m.verb(h.Command, "summary")) + ".")
		if more := m.verb(h.Command, "more"); more != "" {
			m.text(capital(more))
		}
		if example := m.verb(h.Command, "example"); example != "" {
			m.para("help.example")
			m.formLine(example)
		}
	} else if h.Group != "" {
		h.group(m)
	} else {
		h.overview(m)
		return
	}
	if len(h.Games) > 0 {
		m.para("help.games")
		m.gameNames(h.Games)
	}
}

// group lists the commands of a group.
func (h *Help) group(m *composer) {
	m.para("help.about")
	m.below()
	for _, g := range h.Groups {
		for _, command := range g.Commands {
			if g.Name == h.Group {
				m.entry(20, m.verb(command, "usage"), m.verb(command, "summary"))
			}
		}
	}
	m.taps(m.say("command.help"))
}

// overview lists the groups with the words of their commands, and the games: no more than a screen shows.
func (h *Help) overview(m *composer) {
	m.para("help.text")
	for _, g := range h.Groups {
		var words []string
		for _, command := range g.Commands {
			words = append(words, firstWord(m.verb(command, "usage")))
		}
		text := m.say("help.group", "Title", m.say("group."+g.Name), "Words", strings.Join(words, ", "))
		m.option(20, m.say("command.help")+" "+m.typed("help", g.Word), text)
	}
	var names []string
	for _, g := range h.Games {
		names = append(names, g.Name)
	}
	if len(names) > 0 {
		m.para("help.games")
		m.text(strings.Join(names, ", "))
	}
	m.taps(m.say("command.games"), m.say("command.tournaments"), m.say("command.rules"))
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(text, " ")
	return word
}
