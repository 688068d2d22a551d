package mail

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// attrs are the attributes by which mail clients tell what an element is. All
// are lower case, and without the "x_" and "ecx" that Outlook and Hotmail put
// before names in mail that they show.
type attrs struct {
	id, name, typ, style, marker string
	cite, signatureBlock         bool
	class                        map[string]bool
}

// maxAttr is the length of an attribute that is looked at.
const maxAttr = 1000

func attributes(list []html.Attribute) attrs {
	var a attrs
	for _, at := range list[:min(len(list), 50)] {
		v := strings.ToLower(at.Val[:min(len(at.Val), maxAttr)])
		switch at.Key {
		case "id":
			a.id = plainName(v)
		case "name":
			a.name = v
		case "type":
			a.typ = v
		case "cite":
			a.cite = true
		case "style":
			a.style = strings.Join(strings.Fields(cssComment.ReplaceAllString(v, "")), "")
		case "data-marker":
			a.marker = v
		case "data-signatureblock":
			a.signatureBlock = true
		case "hidden":
			a.style = "display:none"
		case "class":
			for c := range strings.FieldsSeq(v) {
				if a.class == nil {
					a.class = map[string]bool{}
				}
				a.class[plainName(c)] = true
			}
		}
	}
	return a
}

func plainName(s string) string {
	for strings.HasPrefix(s, "x_") {
		s = s[2:]
	}
	return strings.TrimPrefix(s, "ecx")
}

func (a attrs) has(classes ...string) bool {
	for _, c := range classes {
		if a.class[c] {
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
	return a.has("gmail_quote", "gmail_quote_container", "protonmail_quote", "zmail_extra", "tutanota_quote", "airmail_on") ||
		a.name == "messagereplysection"
}

// cut: from here on the mail is the old one.
func (a attrs) cut() bool {
	return a.id == "divrplyfwdmsg" || a.id == "appendonsend" || a.has("moz-forward-container")
}

// indent: a blockquote that is no quote. Gmail's and Outlook's buttons for
// indenting write it.
func (a attrs) indent() bool {
	return a.typ == "" && !a.cite && len(a.class) == 0 &&
		strings.Contains(a.style, "border:none") && strings.Contains(a.style, "40px")
}

func (a attrs) signature() bool {
	return a.signatureBlock || a.has("gmail_signature", "moz-signature", "protonmail_signature_block") ||
		a.id == "signature" || a.id == "ms-outlook-mobile-signature" || a.id == "applemailsignature"
}

func hidden(t atom.Atom, a attrs) bool {
	switch t {
	case atom.Style, atom.Script, atom.Head, atom.Title, atom.Template, atom.Noscript, atom.Select, atom.Object:
		return true
	}
	return unseen.MatchString(a.style)
}

var cssComment = regexp.MustCompile(`/\*[^*]*\*+(?:[^/*][^*]*\*+)*/`)

// unseen finds the styles by which a text is in a page and nobody sees it. White
// space is gone, and all is lower case.
var unseen = regexp.MustCompile(`(?:^|[;{])(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all` +
	`|(?:font-size|opacity|max-height|max-width):0*\.?0+(?:px|pt|em|rem|ex|ch|%|vw|vh)?(?:!important)?(?:;|$))`)
