package templates

// Passage is a part of a text that was set for plain mail, for who sets it otherwise.
type Passage struct {
	// Kind is heading, paragraph, item, entry (a word and what it means: two lines), or
	// sketch, whose lines stay as they are.
	Kind  string
	Lines []string
}

// Passages reads such a text, as the rules of a game are.
func Passages(text string) (out []Passage) {
	for _, b := range prose(text) {
		switch b.Kind {
		case label:
			out = append(out, Passage{"heading", b.Lines})
		case items:
			for _, i := range b.Items {
				out = append(out, Passage{"item", []string{i.Text}})
			}
		case entries:
			for _, e := range b.Entries {
				out = append(out, Passage{"entry", []string{e.Word, e.Text}})
			}
		case paragraph:
			out = append(out, Passage{"paragraph", b.Lines})
		default:
			out = append(out, Passage{"sketch", b.Lines})
		}
	}
	return out
}
