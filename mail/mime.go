package mail

import (
	"bytes"
	"cmp"
	"mime"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// reader walks a MIME tree under the limits. It splits the parts itself, on the bytes in memory:
// each level is one pass over its part of the message, and a part with a broken header or a
// missing end loses only itself.
type reader struct {
	parts       int            // MIME parts met so far
	left        extent         // what may still be read, in whatever parts it is
	html        func() trimmed // the HTML beside the plain text, read when it is asked for
	alternative *alternative   // of the plain text, where one was worth reading
	texts       int            // parts whose text was taken
	holds       string         // what it holds besides texts; see OtherText.Unread
	reaction    bool           // it has the part of a reaction
}

// readBody returns the player's own lines of the text that the message shows.
func readBody(h header, body []byte, most extent) (out trimmed, html func() trimmed) {
	r := &reader{left: most}
	lines, _ := r.entity(h, body, 1)
	if r.texts > 1 {
		r.alternative, r.html = nil, nil // they are of one of several texts
	}
	r.alternative.marksSignature(lines)
	out = r.alternative.beside(trim(lines, most), most)
	out.Reaction = r.reaction || isPicture(out.lines) &&
		slices.ContainsFunc(lines, func(l line) bool { return l.kind == signed && reaction.MatchString(l.text) })
	unmarked := slices.ContainsFunc(lines, func(l line) bool { return l.kind == own && l.text != "" })
	switch {
	case len(out.lines) > 0:
	case r.holds != "":
		out.Unread = r.holds
	case unmarked:
		out.Unread = unreadCopy
	}
	return out, r.html
}

// The values of OtherText.Unread, the first the weightiest.
const (
	unreadSealed   = "sealed"
	unreadCalendar = "calendar"
	unreadFile     = "file"
	unreadPhoto    = "photo"
	unreadCopy     = "copy"
)

// isPicture reports whether the lines hold something, and no letters and digits.
func isPicture(lines []string) bool {
	text := strings.Join(lines, "")
	return text != "" &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// reactionType is the type of the part that says which button of Gmail was pressed. Programs
// that do not know it show the text beside it, which is a picture alone.
const reactionType = "text/vnd.google.email-reaction+json"

// see notes the kind of a part that is not read.
func (r *reader) see(typ, name string, body []byte) {
	switch {
	case r.holds == unreadSealed:
	// RFC 8551, RFC 3156; old programs know neither type
	case typ == "application/pkcs7-mime", typ == "application/x-pkcs7-mime", typ == "application/pgp-encrypted",
		name == "smime.p7m", name == "encrypted.asc", strings.HasSuffix(name, ".pgp"), strings.HasSuffix(name, ".gpg"):
		r.holds = unreadSealed
	case r.holds == unreadCalendar:
	case typ == "text/calendar":
		r.holds = unreadCalendar
	case len(body) == 0, strings.HasSuffix(typ, "-signature"):
	case !strings.HasPrefix(typ, "image/"):
		r.holds = unreadFile
	case r.holds == "":
		r.holds = unreadPhoto
	}
}

// entity returns the text of one part; ok says that there is any.
func (r *reader) entity(h header, body []byte, depth int) (lines []line, ok bool) {
	if r.parts++; r.parts > MaxParts || depth > MaxDepth {
		return nil, false
	}
	typ, params := contentType(h)
	r.reaction = r.reaction || typ == reactionType
	switch {
	case typ == "multipart/digest":
		return nil, false // messages that are passed on, which name no type of their own (RFC 2046, 5.1.5)
	case strings.HasPrefix(typ, "multipart/"):
		boundary := boundaryOf(params, body)
		if boundary == "" {
			return r.plainText(body, h, params)
		}
		return r.multipart(typ, body, boundary, depth)
	case depth > 1 && attached(h, params):
		r.see(typ, fileName(h, params), body)
		return nil, false
	case typ == "text/html", isHTML(h, typ, body):
		b := transferDecode(body, h, r.left.html)
		r.left.html -= min(taken(b, body, r.left.html), r.left.html)
		lines = htmlLines(decodeCharset(b, params["charset"]), r.left.tags)
		return lines, visible(lines)
	case isText(typ):
		return r.plainText(body, h, params)
	}
	r.see(typ, fileName(h, params), body)
	return nil, false
}

// isText reports whether a part is read as plain text: programs also send what their user typed as
// Markdown (RFC 7763), enriched text (RFC 1896) and types of their own. The other registered
// types are files.
func isText(typ string) bool {
	switch typ {
	case "text/plain", "text/markdown", "text/enriched", "text/richtext":
		return true
	}
	return strings.HasPrefix(typ, "text/x-") && typ != "text/x-vcard" && typ != "text/x-vcalendar" &&
		typ != "text/x-amp-html"
}

// isHTML reports whether a part is HTML whose program did not say so.
func isHTML(h header, typ string, body []byte) bool {
	if typ != "text/plain" {
		return false
	}
	begin := strings.ToLower(strings.TrimSpace(string(transferDecode(body, h, 200))))
	for _, tag := range []string{"<!doctype html", "<html"} {
		if strings.HasPrefix(begin, tag) {
			return true
		}
	}
	return !h.has("content-type") && htmlBegins.MatchString(begin)
}

// htmlBegins matches how HTML without a head begins.
var htmlBegins = regexp.MustCompile(`^<(head|body|div|p|span|table|br|font|meta)\b[^<]*>`)

// fileName returns the name that a part gives its file, in lower case.
func fileName(h header, params map[string]string) string {
	_, p := parseMedia(h.begin("content-disposition", MaxType))
	return strings.ToLower(cmp.Or(p["filename"], params["name"]))
}

// multipart reads the parts of one branch. Of alternatives (RFC 2046 section
// 5.1.4) the plain text is the best for us, unless it is empty; of all others
// the texts follow one another, since some clients cut a text around an
// attachment.
func (r *reader) multipart(typ string, body []byte, boundary string, depth int) (lines []line, ok bool) {
	alternative := typ == "multipart/alternative"
	plain := false
	for part := range parts(body, boundary) {
		if r.parts >= MaxParts || len(lines) >= MaxLines {
			break
		}
		h, b, err := splitHeader(part)
		if err != nil {
			continue
		}
		t, _ := contentType(h)
		r.reaction = r.reaction || t == reactionType // also of an alternative that is not read
		if alternative && (plain || !ok) && r.html == nil {
			if h, b, params, is := htmlPart(h, b); is {
				r.html = sync.OnceValue(func() trimmed {
					most := wholeExtent()
					return trim(htmlOf(h, b, params, most), most)
				})
			}
		}
		if alternative && ok {
			if plain && r.alternative == nil {
				if r.alternative = r.alternativeOf(h, b, lines); r.alternative != nil && r.alternative.struck {
					lines = r.alternative.lines
				}
			}
			if plain || t != "text/plain" {
				continue
			}
		}
		got, found := r.entity(h, b, depth+1)
		if !found {
			continue
		}
		if alternative {
			lines, ok, plain = got, true, t == "text/plain"
			r.texts++
			continue
		}
		if ok && typ == "multipart/related" {
			break // the root is the first; the others belong to it (RFC 2387)
		}
		if !strings.HasPrefix(t, "multipart/") {
			if r.texts++; r.texts == 2 && t == "text/html" &&
				sameWords(trim(slices.Clone(lines), r.left).lines, trim(slices.Clone(got), r.left).lines) {
				continue // the same once more, by programs that know no alternatives
			}
		}
		lines, ok = append(lines, got...), true
	}
	return lines, ok
}

// boundaryEnds are what may follow a boundary on its line: white space, or the
// dashes of the last one (RFC 2046 section 5.1.1).
var boundaryEnds = []byte("-\r\n \t")

// parts yields the bodies of a multipart (RFC 2046 section 5.1.1), the last
// one also when its closing boundary is missing. The preamble and the epilogue
// are no parts.
func parts(body []byte, boundary string) func(yield func([]byte) bool) {
	delim := []byte("--" + boundary)
	return func(yield func([]byte) bool) {
		start := -1
		at := 0
		for at < len(body) {
			i := bytes.Index(body[at:], delim)
			if i < 0 {
				break
			}
			i += at
			end := i + len(delim)
			if i > 0 && body[i-1] != '\n' || end < len(body) && bytes.IndexByte(boundaryEnds, body[end]) < 0 {
				at = end
				continue
			}
			line, _ := cutLine(body[end:])
			final := bytes.HasPrefix(line, []byte("--"))
			if !final && len(bytes.TrimSpace(line)) > 0 {
				at = end // a longer boundary that begins the same
				continue
			}
			if start >= 0 && !yield(body[start:i]) {
				return
			}
			if final {
				return
			}
			start = min(end+len(line), len(body))
			if n := bytes.IndexByte(body[start:], '\n'); n >= 0 {
				start += n + 1
			} else {
				start = len(body)
			}
			at = start
		}
		if start >= 0 && start < len(body) {
			yield(body[start:])
		}
	}
}

// boundaryOf returns the boundary that a multipart names, or else the one that it seems to have;
// "" if there is none.
func boundaryOf(params map[string]string, body []byte) string {
	if named := params["boundary"]; named != "" {
		return named
	}
	return guessBoundary(body)
}

// guessBoundary finds the boundary of a multipart that does not name it.
func guessBoundary(body []byte) string {
	for range 20 {
		var l []byte
		if l, body = cutLine(body); len(l) > 4 && bytes.HasPrefix(l, []byte("--")) {
			return strings.TrimSpace(string(l[2:]))
		}
	}
	return ""
}

// contentType reads the Content-Type; text/plain is the default.
func contentType(h header) (string, map[string]string) {
	v := h.begin("content-type", MaxType)
	if v == "" {
		return "text/plain", nil
	}
	t, params := parseMedia(v)
	if !strings.Contains(t, "/") {
		t = "text/plain" // RFC 2045 section 5.2
	}
	return t, params
}

// parseMedia reads "value; name=value" as the standard library does, or, when
// that refuses it, as far as it makes sense.
func parseMedia(v string) (string, map[string]string) {
	if t, params, err := mime.ParseMediaType(v); err == nil && t != "" {
		return t, params
	}
	params := map[string]string{}
	fields := strings.Split(v, ";")
	t := strings.ToLower(strings.TrimSpace(fields[0]))
	if i := strings.IndexAny(t, " \t"); i >= 0 {
		t = t[:i]
	}
	for _, f := range fields[1:min(len(fields), 20)] {
		k, val, ok := strings.Cut(f, "=")
		k = strings.ToLower(strings.TrimSpace(k))
		if _, dup := params[k]; ok && !dup {
			params[k] = strings.Trim(strings.TrimSpace(val), `"`)
		}
	}
	return t, params
}

// attached reports whether a part is an attachment.
func attached(h header, params map[string]string) bool {
	if params["name"] != "" {
		return true
	}
	v := h.get("content-disposition")
	if v == "" {
		return false
	}
	// RFC 2183 section 2.8: what is unknown is an attachment.
	d, p := parseMedia(v)
	return d != "inline" || p["filename"] != ""
}

// plainText decodes a text/plain part.
func (r *reader) plainText(body []byte, h header, params map[string]string) ([]line, bool) {
	if r.left.text == 0 {
		return nil, false
	}
	b := transferDecode(body, h, r.left.text+utf8Slack)
	r.left.text -= min(taken(b, body, r.left.text), r.left.text)
	text := decodeCharset(b, params["charset"])
	switch strings.ToLower(params["charset"]) {
	case "utf-7", "unicode-1-1-utf-7": // in HTML and in headers it could hide tags and fields
		text = strings.ToValidUTF8(utf7(b), "\ufffd")
	}
	flowed := strings.EqualFold(params["format"], "flowed")
	if flowed {
		text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	if typ, _ := contentType(h); typ == "text/enriched" || typ == "text/richtext" {
		text = withoutCommands(text)
	}
	if before, after, ok := cutArmour(text); ok {
		r.holds = unreadSealed
		text = before + after
	}
	lines := plainLines(text)
	for i := range lines {
		lines[i].flowed = flowed
	}
	return lines, visible(lines)
}

// withoutCommands removes the formatting commands of enriched text. "<<" is a less-than sign
// (RFC 1896). Single line ends are spaces in it, but no program is known to write them.
func withoutCommands(text string) string {
	text = enrichedParam.ReplaceAllString(text, "")
	return strings.ReplaceAll(enrichedCommand.ReplaceAllStringFunc(text, func(s string) string {
		switch {
		case s == "<<":
			return s
		case strings.EqualFold(s, "<nl>"):
			return "\n"
		}
		return ""
	}), "<<", "<")
}

var (
	enrichedCommand = regexp.MustCompile(`<<|</?[A-Za-z0-9-]{1,60}>`)
	enrichedParam   = regexp.MustCompile(`(?is)<param>.{0,200}?</param>`)
)

// cutArmour cuts an encrypted message out of a text, with its ASCII armour (RFC 9580 section 6.2).
func cutArmour(text string) (before, after string, ok bool) {
	at := armour.FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	if end := armourEnd.FindStringIndex(text[at[1]:]); end != nil {
		after = text[at[1]+end[1]:]
	}
	return text[:at[0]], after, true
}

var (
	armour    = regexp.MustCompile(`(?m)^[> ]*-----BEGIN (PGP MESSAGE|PKCS ?#?7|CMS|SMIME|ENCRYPTED)[^-\n]{0,40}-----`)
	armourEnd = regexp.MustCompile(`(?m)^[> ]*-----END (PGP MESSAGE|PKCS ?#?7|CMS|SMIME|ENCRYPTED)[^-\n]{0,40}-----`)
)

// utf8Slack keeps a limit from falling inside a rune.
const utf8Slack = 4
