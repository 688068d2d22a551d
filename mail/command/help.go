package command

import "turnpost/templates"

// HelpOnGroup returns the explanation of the verbs of a group.
func (r *Reader) HelpOnGroup(group VerbGroup, lang string) *templates.Help {
	h := r.Help("", lang, false)
	h.Group, h.Games = string(group), nil
	return h
}

// Help returns the explanation of one verb in a language, or the list of all if verb is empty.
func (r *Reader) Help(verb Verb, lang string, newcomer bool) *templates.Help {
	h := &templates.Help{New: newcomer}
	for _, v := range r.verbs {
		if v.Name == verb {
			h.Command = string(verb)
		}
		if n := len(h.Groups); n == 0 || h.Groups[n-1].Name != string(v.Group) {
			h.Groups = append(h.Groups, templates.CommandGroup{Name: string(v.Group), Word: groupWords[v.Group]})
		}
		last := &h.Groups[len(h.Groups)-1]
		last.Commands = append(last.Commands, string(v.Name))
	}
	if verb == "" || verb == VerbChallenge {
		h.Games = r.GameNames(lang)
	}
	return h
}

// GameNames returns the names of all games in a language.
func (r *Reader) GameNames(lang string) []templates.GameName {
	var out []templates.GameName
	for _, g := range r.games {
		out = append(out, templates.GameName{Name: g.Name, Title: g.Title, Author: g.In(lang).Author, Year: g.Year})
	}
	return out
}
