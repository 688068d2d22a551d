package mail

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"
)

// attrs are the attributes by which mail clients mark elements, in lower case, and without the
// "x_" and "ecx" that Outlook and Hotmail put before names in mail that they show.
type attrs struct {
	id, name, typ, style, marker string
	cite, signatureBlock         bool
	class                        []string
}

// maxAttr is the length of an attribute that is looked at, and maxAttrs how many
// of a tag are.
const (
	maxAttr  = 1000
	maxAttrs = 50
)

// attribute records one attribute of a tag.
func (a *attrs) attribute(key, value []byte) {
	switch string(key) {
	case "id":
		a.id = plainName(lower(value))
	case "name":
		a.name = lower(value)
	case "type":
		a.typ = lower(value)
	case "cite":
		a.cite = true
	case "style":
		a.style = strings.Join(strings.Fields(withoutComments(lower(value))), "")
	case "data-marker":
		a.marker = lower(value)
	case "data-signatureblock":
		a.signatureBlock = true
	case "hidden":
		a.style = "display:none"
	case "class":
		for c := range strings.FieldsSeq(lower(value)) {
			a.class = append(a.class, plainName(c))
		}
	}
}

func lower(b []byte) string { return strings.ToLower(string(b)) }

func plainName(s string) string {
	for strings.HasPrefix(s, "x_") {
		s = s[2:]
	}
	return strings.TrimPrefix(s, "ecx")
}

func (a attrs) has(classes ...string) bool {
	for _, c := range classes {
		if slices.Contains(a.class, c) {
			return true
		}
	}
	return false
}

// quote: all that is in the element is quoted mail or its attribution.
func (a attrs) quote() bool {
	return a.typ == "cite" || a.marker == "__quoted_text__" ||
		a.has("moz-cite-prefix", "gmail_attr", "yahoo_quoted", "yqt", "olk_src_body_section") ||
		a.id == "olk_src_body_section" || a.id == "reply-intro" || a.id == "isreplycontent" ||
		a.id == "mail-editor-reference-message-container" || a.name == "quote"
}

// container: the element wraps quoted mail, its attribution, and the answers
// that were written in between.
func (a attrs) container() bool {
	return a.has("gmail_quote", "gmail_quote_container", "protonmail_quote", "zmail_extra", "tutanota_quote",
		"airmail_on") ||
		a.name == "messagereplysection"
}

// cut: from here on the message is the old one.
func (a attrs) cut() bool {
	return a.id == "divrplyfwdmsg" || a.id == "appendonsend" || a.has("moz-forward-container") ||
		a.name == "_____replyseparator"
}

// indent: a blockquote that is no quote. Gmail's and Outlook's buttons for
// indenting write it.
func (a attrs) indent() bool {
	return a.typ == "" && !a.cite && len(a.class) == 0 &&
		strings.Contains(a.style, "border:none") && strings.Contains(a.style, "40px")
}

// signature: the element is a signature. Programs name it so, or have names of their own: Zimbra,
// Airmail, Fastmail, Roundcube.
func (a attrs) signature() bool {
	if a.signatureBlock || strings.HasPrefix(a.marker, "__sig") {
		return true
	}
	for _, name := range append([]string{a.id, a.name}, a.class...) {
		if strings.Contains(name, "signature") && !strings.Contains(name, signatureBegins) ||
			strings.HasPrefix(name, "bloop_sign") || name == "_rc_sig" || fastmailSignature.MatchString(name) {
			return true
		}
	}
	return false
}

// signatureBegins is in the id of the line break that Apple's phones write above a signature.
const signatureBegins = "linebreakatbeginningofsignature"

var fastmailSignature = regexp.MustCompile(`^sig[0-9]+$`)

func hidden(t atom.Atom, a attrs) bool {
	switch t {
	case atom.Style, atom.Script, atom.Head, atom.Title, atom.Template, atom.Noscript, atom.Select, atom.Object:
		return true
	case atom.S, atom.Del, atom.Strike: // what is struck out is not said
		return true
	}
	if strings.Contains(a.style, "line-through") {
		return true
	}
	return unseen(a.style)
}

// withoutComments removes the comments of a style; one that does not end stays.
func withoutComments(style string) string {
	var out strings.Builder
	for {
		before, rest, opened := strings.Cut(style, "/*")
		_, after, closed := strings.Cut(rest, "*/")
		if !opened || !closed {
			out.WriteString(style)
			return out.String()
		}
		out.WriteString(before)
		style = after
	}
}

// unseen reports whether a style hides its text. The style is in lower case without white space.
// It is one pass over the style.
func unseen(style string) bool {
	for style != "" {
		one, opens := style, false // one declaration, or a selector
		if i := strings.IndexAny(style, ";{"); i >= 0 {
			one, opens, style = style[:i], style[i] == '{', style[i+1:]
		} else {
			style = ""
		}
		if slices.ContainsFunc(unseenStyles, func(s string) bool { return strings.HasPrefix(one, s) }) {
			return true
		}
		property, value, _ := strings.Cut(one, ":")
		if !opens && unseenIfZero(property) && isZero(value) {
			return true
		}
	}
	return false
}

var unseenStyles = []string{"display:none", "visibility:hidden", "visibility:collapse", "mso-hide:all"}

func unseenIfZero(property string) bool {
	switch property {
	case "font-size", "opacity", "max-height", "max-width":
		return true
	}
	return false
}

// isZero reports whether a style's value is zero in any unit: "0", ".0em" or "0.0px!important".
func isZero(value string) bool {
	number := strings.TrimLeft(value, "0")
	unit := number
	if after, dot := strings.CutPrefix(number, "."); dot {
		unit = strings.TrimLeft(after, "0")
		if len(unit) == len(after) {
			return false
		}
	} else if len(number) == len(value) {
		return false
	}
	switch strings.TrimSuffix(unit, "!important") {
	case "", "px", "pt", "em", "rem", "ex", "ch", "%", "vw", "vh":
		return true
	}
	return false
}
