package mail

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"strings"
)

// headerField is one field: unfolded, not decoded.
type headerField struct {
	name  string // lower case
	value []byte // without the line ends, with the white space of the folds
}

// header is a header block, topmost field first.
type header []headerField

var (
	errHeaderSize   = errors.New("the header of this mail is too large to be read")
	errHeaderFields = errors.New("this mail has too many header fields to be read")
	errNoHeader     = errors.New("this is not a mail: it has no header")
)

// splitHeader separates the header block of a message or of a MIME part from its body. One bad
// line must not lose the message (libraries reject all of it for a line without a colon), so
// lines that are no fields are left out together with their continuation lines: the "From "
// line of mbox files, leading white space, lines without a colon or with an invalid name.
//
// Only LF ends a line. A bare CR does not: another server may take it for a character, and a
// second From could hide behind it.
func splitHeader(raw []byte) (h header, body []byte, err error) {
	rest := raw
	kept := false // the field that a continuation line belongs to was kept
	for len(rest) > 0 {
		line, after := cutLine(rest)
		if len(line) == 0 {
			return h, after, nil
		}
		rest = after
		if len(raw)-len(rest) > MaxHeader {
			return nil, nil, errHeaderSize
		}
		if line[0] == ' ' || line[0] == '\t' { // RFC 5322 section 2.2.3
			if kept {
				f := &h[len(h)-1]
				f.value = append(f.value, line...)
			}
			continue
		}
		name, value, ok := cutField(line)
		kept = ok
		if !ok {
			continue
		}
		if len(h) == MaxFields {
			return nil, nil, errHeaderFields
		}
		h = append(h, headerField{name, bytes.Clone(value)})
	}
	return h, nil, nil
}

// cutLine returns the first line without its line end, and what follows.
func cutLine(b []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(b, []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), rest
}

// cutField splits "Name: value". White space before the colon is obsolete but
// allowed (RFC 5322 section 4.5).
func cutField(line []byte) (name string, value []byte, ok bool) {
	n, value, ok := bytes.Cut(line, []byte(":"))
	if !ok {
		return "", nil, false
	}
	n = bytes.TrimRight(n, " \t")
	if len(n) == 0 {
		return "", nil, false
	}
	for _, c := range n {
		if c <= ' ' || c >= 0x7f {
			return "", nil, false
		}
	}
	return strings.ToLower(string(n)), value, true
}

// all returns the values of all fields of that name, topmost first.
func (h header) all(name string) [][]byte {
	var vs [][]byte
	for _, f := range h {
		if f.name == name {
			vs = append(vs, f.value)
		}
	}
	return vs
}

// get returns the topmost value as one line of clean text, not decoded, from its first
// [MaxField] octets.
func (h header) get(name string) string { return h.begin(name, MaxField) }

// begin is get for a given number of octets.
func (h header) begin(name string, most int) string {
	for _, f := range h {
		if f.name == name {
			return strings.TrimSpace(cleanLine(fieldText(f.value[:min(len(f.value), most)])))
		}
	}
	return ""
}

func (h header) has(name string) bool {
	for _, f := range h {
		if f.name == name {
			return true
		}
	}
	return false
}

// subject returns the topmost subject with its encoded words decoded (RFC 2047). Octets that are
// invalid in a word's charset are dropped: replies repeat the text, and U+FFFD cannot stand
// in a field.
func (h header) subject() string {
	return strings.TrimSpace(strings.ReplaceAll(cleanLine(decodeWords(h.begin("subject", MaxSubject))), "\ufffd", ""))
}

// fieldText converts a field value to text: from UTF-8 (RFC 6532) or, since nothing names another
// charset, from windows-1252.
func fieldText(value []byte) string {
	return decodeCharset(value, "")
}

// decodeWords decodes encoded words; what cannot be decoded stays as it is.
func decodeWords(s string) string {
	if !strings.Contains(s, "=?") {
		return s
	}
	d := wordDecoder()
	if t, err := d.DecodeHeader(s); err == nil {
		return t
	}
	return s
}

func wordDecoder() *mime.WordDecoder {
	return &mime.WordDecoder{CharsetReader: charsetReader}
}

// messageIDs returns the message ids in a field value (RFC 5322 section 3.6.4)
// without their brackets.
func messageIDs(value string) []string {
	var ids []string
	for len(ids) < MaxAddresses {
		_, after, ok := strings.Cut(value, "<")
		if !ok {
			break
		}
		id, rest, ok := strings.Cut(after, ">")
		if !ok {
			break
		}
		// A long id may have been folded in its middle.
		id = strings.Join(strings.Fields(id), "")
		if id != "" && !strings.Contains(id, "<") {
			ids = append(ids, id)
		}
		value = rest
	}
	return ids
}

// refersTo returns the message ids in all In-Reply-To and References fields, and whether these
// hold anything else, such as an id without brackets, a comment, or too many ids.
func refersTo(h header) (ids []string, unclear bool) {
	for _, f := range h {
		if f.name != "in-reply-to" && f.name != "references" {
			continue
		}
		// One id to a round; what is left is none.
		rest := strings.TrimSpace(fieldText(f.value))
		for rest != "" {
			id, after, ok := strings.Cut(rest, ">")
			id = strings.Join(strings.Fields(strings.TrimPrefix(id, "<")), "") // it may have been folded
			if !ok || rest[0] != '<' || id == "" || strings.ContainsAny(id, "<()\"") || len(ids) == MaxAddresses {
				return ids, true
			}
			ids, rest = append(ids, id), strings.TrimSpace(after)
		}
	}
	return ids, false
}

// charsetReader decodes encoded words.
func charsetReader(label string, r io.Reader) (io.Reader, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxHeader))
	if err != nil {
		return nil, err
	}
	return strings.NewReader(decodeCharset(b, label)), nil
}
