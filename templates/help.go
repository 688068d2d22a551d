package templates

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
	Commands []string
}

// Help lists the commands, or explains one.
type Help struct {
	Groups  []CommandGroup
	Command string // the one that is explained; empty: all are listed
	Games   []GameName
	New     bool // to somebody who never wrote before
}

func (*Help) kind() string { return "help" }

func (h *Help) head(m *composer) string {
	switch {
	case h.Command != "":
		return m.say("help.head-one", "Usage", m.verb(h.Command, "usage"))
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
	} else {
		m.para("help.text")
		for _, g := range h.Groups {
			m.text(m.say("group." + g.Name))
			m.below()
			for _, command := range g.Commands {
				m.entry(20, m.verb(command, "usage"), m.verb(command, "summary"))
			}
		}
		m.taps(m.say("command.games"), m.say("command.tournaments"))
	}
	if len(h.Games) > 0 {
		m.para("help.games")
		m.gameNames(h.Games)
	}
}
