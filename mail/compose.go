package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// Draft is a message to be sent to one person.
type Draft struct {
	From, To   Address
	ReplyTo    string // an address; empty: none
	Subject    string
	MessageID  string // without brackets
	InReplyTo  string // without brackets; empty: none
	References []string
	Date       time.Time
	// AutoSubmitted is the value of RFC 3834: "auto-generated" or "auto-replied".
	AutoSubmitted string
	// Header holds further fields in order, such as Turnpost-Game.
	Header []Field
	// Text is the plain text, with LF line ends.
	Text string

	// HTML is the same message as HTML, or empty. It may show the parts of Inline as cid:ID.
	HTML   string
	Inline []AttachedFile
	// Attached are the attachments.
	Attached []AttachedFile
}

// AttachedFile is a file in a message.
type AttachedFile struct {
	Name string // of the file: letters, digits, dots and hyphens
	Type string // as "image/png"
	// ID names a part of Draft.Inline; it becomes the left side of its
	// Content-ID.
	ID   string
	Data []byte // nil: it is put in later; see Draft.Gaps
}

// Field is one header field.
type Field struct{ Name, Value string }

// maxPlainLine is the length up to which lines of ASCII go out as they are:
// RFC 5322 section 2.1.1 asks for 78.
const maxPlainLine = 78

// Bytes composes the message, with CRLF line ends. The same Draft gives the same bytes, so that a
// message can be composed once, stored, and sent again.
//
// It fails rather than escape what could become another header field or make a value look
// like another one: line ends, other controls, bidirectional controls, and addresses that
// are not plain.
func (d Draft) Bytes() ([]byte, error) {
	raw, _, err := d.Gaps()
	return raw, err
}

// Gaps composes the message without the data of parts whose Data is nil, and returns the offsets
// where these belong, as base64: those of Inline first, in their order.
func (d Draft) Gaps() (raw []byte, at []int, err error) {
	fields, err := d.fields()
	if err != nil {
		return nil, nil, err
	}
	body, err := d.body()
	if err != nil {
		return nil, nil, fmt.Errorf("composing a message: %w", err)
	}
	body.fields = append(append(fields, Field{"MIME-Version", "1.0"}), body.fields...)
	var out bytes.Buffer
	out.Grow(2048 + body.size())
	body.write(&out, &at)
	return out.Bytes(), at, nil
}

// fields checks and encodes the header, in the order in which it is sent.
func (d Draft) fields() ([]Field, error) {
	var fs []Field
	var errs []error
	add := func(name, value string, err error) {
		if err != nil {
			errs = append(errs, fmt.Errorf("field %s: %w", name, err))
		} else if value != "" {
			fs = append(fs, Field{name, value})
		}
	}
	address := func(name string, a Address) {
		v, err := headerAddress(a)
		add(name, v, err)
	}
	if d.Date.IsZero() {
		errs = append(errs, errors.New("field Date: it is missing"))
	} else {
		add("Date", d.Date.Format("Mon, 02 Jan 2006 15:04:05 -0700"), nil) // RFC 5322 section 3.3
	}
	address("From", d.From)
	address("To", d.To)
	if d.ReplyTo != "" {
		address("Reply-To", Address{Addr: d.ReplyTo})
	}
	v, err := headerText(d.Subject)
	add("Subject", v, err)
	v, err = headerIDs(d.MessageID)
	add("Message-ID", v, err)
	if d.InReplyTo != "" {
		v, err = headerIDs(d.InReplyTo)
		add("In-Reply-To", v, err)
	}
	v, err = headerIDs(d.References...)
	add("References", v, err)
	if d.AutoSubmitted != "" {
		v, err = headerText(d.AutoSubmitted)
		add("Auto-Submitted", v, err)               // RFC 3834 section 5
		add("X-Auto-Response-Suppress", "All", nil) // the same for Exchange
	}
	for _, f := range d.Header {
		if err := checkName(f.Name); err != nil {
			errs = append(errs, err)
			continue
		}
		v, err := valueText(f.Value)
		add(f.Name, v, err)
	}
	return fs, errors.Join(errs...)
}

// fold writes a field on lines of at most 76 characters, where it has spaces
// (RFC 5322 section 2.2.3). The library folds too, but gives up on the whole
// field for one long word.
func fold(f Field) []byte {
	b := []byte(f.Name + ":")
	length := len(b)
	for i, w := range strings.Split(f.Value, " ") {
		// A line of white space alone would end the header for some.
		if i > 0 && w != "" && length+1+len(w) > 76 {
			b = append(b, "\r\n"...)
			length = 0
		}
		b = append(append(b, ' '), w...)
		length += 1 + len(w)
	}
	return append(b, "\r\n"...)
}

// ours returns the fields that Bytes writes itself.
var ours = map[string]bool{
	"date": true, "from": true, "sender": true, "to": true, "cc": true, "bcc": true, "reply-to": true, "subject": true,
	"message-id": true, "in-reply-to": true, "references": true, "auto-submitted": true,
	"x-auto-response-suppress": true,
	"mime-version":             true, "content-type": true, "content-transfer-encoding": true,
	"content-disposition": true, "return-path": true,
}

func checkName(name string) error {
	ok := name != "" && len(name) <= 70
	for _, c := range []byte(name) {
		ok = ok && c > ' ' && c < 0x7f && c != ':'
	}
	if !ok || ours[strings.ToLower(name)] {
		return fmt.Errorf("%q cannot be the name of a further header field", name)
	}
	return nil
}

var errControl = errors.New("it has a control character")

// headerText encodes a value: ASCII as it is, the rest in encoded words (RFC 2047).
func headerText(s string) (string, error) {
	if !utf8.ValidString(s) || strings.ContainsFunc(s, forbidden) {
		return "", errControl
	}
	return encodeText(s), nil
}

// valueText encodes the value of a further field, which programs read: ASCII as it is, whatever
// it looks like.
func valueText(s string) (string, error) {
	encoded, err := headerText(s)
	if err == nil && !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return s, nil
	}
	return encoded, err
}

// encodeText leaves ASCII as it is, unless it looks encoded.
func encodeText(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return encodeAll(s)
		}
	}
	if strings.Contains(s, "=?") {
		return encodeAll(s)
	}
	return s
}

// encodeAll writes encoded words, each of whole runes and so short that a line
// with one stays within 76 characters (RFC 2047 section 2).
func encodeAll(s string) string {
	var out []string
	for len(s) > 0 {
		n := min(len(s), 33)
		for n < len(s) && !utf8.RuneStart(s[n]) {
			n--
		}
		out = append(out, "=?utf-8?b?"+base64.StdEncoding.EncodeToString([]byte(s[:n]))+"?=")
		s = s[n:]
	}
	return strings.Join(out, " ")
}

func headerAddress(a Address) (string, error) {
	if !utf8.ValidString(a.Name) || strings.ContainsFunc(a.Name, forbidden) {
		return "", errControl
	}
	if strings.ContainsFunc(a.Addr, forbidden) || !plainAddress(a.Addr) {
		return "", errAddress
	}
	local, domain, _ := strings.Cut(a.Addr, "@")
	if strings.ContainsFunc(domain, func(r rune) bool { return r >= utf8.RuneSelf }) {
		domain = domainKey(domain)
	}
	if a.Name == "" {
		return "<" + local + "@" + domain + ">", nil
	}
	if word := encodeText(a.Name); word != a.Name {
		return word + " <" + local + "@" + domain + ">", nil
	}
	return (&mail.Address{Name: a.Name, Address: local + "@" + domain}).String(), nil
}

// headerIDs writes message ids; a space between them lets them be folded.
func headerIDs(ids ...string) (string, error) {
	var out []string
	for _, id := range ids {
		if id == "" || len(id) > 250 {
			return "", errors.New("a message id is empty or too long")
		}
		for _, c := range []byte(id) {
			if c <= ' ' || c >= 0x7f || c == '<' || c == '>' {
				return "", fmt.Errorf("%q is not a message id", id)
			}
		}
		out = append(out, "<"+id+">")
	}
	return strings.Join(out, " "), nil
}

// wireText returns the text with CRLF line ends. It removes spaces at the end of lines: they get
// lost on the way, or have a meaning in format=flowed.
func wireText(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", errors.New("the text of a message is not UTF-8")
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if strings.IndexByte(text, 0) >= 0 || strings.IndexByte(text, '\r') >= 0 {
		return "", errors.New("the text of a message has a control character")
	}
	var b strings.Builder
	b.Grow(len(text) + strings.Count(text, "\n") + len("\r\n"))
	for l := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		if l != "-- " {
			l = strings.TrimRight(l, " \t")
		}
		b.WriteString(l)
		b.WriteString("\r\n")
	}
	return b.String(), nil
}

// sevenBit reports whether text can be sent unencoded. A line that begins with "From " would be
// changed by mbox files.
func sevenBit(text string) bool {
	for l := range strings.SplitSeq(text, "\r\n") {
		if len(l) > maxPlainLine || strings.HasPrefix(l, "From ") {
			return false
		}
		for _, c := range []byte(l) {
			if c >= 0x80 || c < ' ' && c != '\t' {
				return false
			}
		}
	}
	return true
}

// entity is a MIME entity (RFC 2045, section 2.4) to be sent: its own header fields, and a body
// that is one of encoded text, a file, and parts.
type entity struct {
	fields   []Field
	text     []byte
	file     []byte
	gap      bool // the file comes later
	parts    []entity
	boundary string // of the parts
}

// body returns the tree of a message: the plain text alone; or the text and its HTML alternative
// with what that shows (RFC 2046, section 5.1.4, and RFC 2387); and around it the
// attachments.
func (d Draft) body() (entity, error) {
	text, err := textEntity("text/plain", d.Text)
	if err != nil {
		return entity{}, err
	}
	whole := text
	if d.HTML != "" {
		html, err := textEntity("text/html", d.HTML)
		if err != nil {
			return entity{}, err
		}
		if len(d.Inline) > 0 {
			if html, err = multipartOf(`multipart/related; type="text/html"`, []entity{html}, d.Inline, "inline",
				d.domain()); err != nil {
				return entity{}, err
			}
		}
		if whole, err = multipartOf("multipart/alternative", []entity{text, html}, nil, "", ""); err != nil {
			return entity{}, err
		}
	}
	if len(d.Attached) > 0 {
		return multipartOf("multipart/mixed", []entity{whole}, d.Attached, "attachment", d.domain())
	}
	return whole, nil
}

// domain returns the sender's domain.
func (d Draft) domain() string {
	_, domain, _ := strings.Cut(d.From.Addr, "@")
	return domain
}

// ContentID returns the id under which HTML shows an inline part, behind "cid:" (RFC 2392).
func (d Draft) ContentID(p AttachedFile) string { return p.ID + "@" + d.domain() }

func textEntity(kind, text string) (entity, error) {
	text, err := wireText(text)
	if err != nil {
		return entity{}, err
	}
	fields := []Field{{"Content-Type", kind + "; charset=utf-8"}}
	if sevenBit(text) {
		// This is the most readable for programs and in raw mail.
		return entity{fields: append(fields, Field{"Content-Transfer-Encoding", "7bit"}), text: []byte(text)}, nil
	}
	var b bytes.Buffer
	b.Grow(len(text) + len(text)/4)
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		return entity{}, err
	}
	if err := w.Close(); err != nil {
		return entity{}, err
	}
	return entity{fields: append(fields, Field{"Content-Transfer-Encoding", "quoted-printable"}), text: b.Bytes()}, nil
}

var (
	plainFile = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$`)
	plainType = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+(; charset=utf-8)?$`)
)

// entity is a part as an entity.
func (p AttachedFile) entity(disposition, domain string) (entity, error) {
	if !plainFile.MatchString(p.Name) || !plainType.MatchString(p.Type) {
		return entity{}, fmt.Errorf("%q of type %q cannot be a file of a message", p.Name, p.Type)
	}
	fields := []Field{
		{"Content-Type", p.Type},
		{"Content-Disposition", disposition + `; filename="` + p.Name + `"`},
		{"Content-Transfer-Encoding", "base64"},
	}
	if disposition == "inline" {
		if !plainFile.MatchString(p.ID) {
			return entity{}, fmt.Errorf("%q cannot be the id of a part", p.ID)
		}
		fields = append(fields, Field{"Content-ID", "<" + p.ID + "@" + domain + ">"})
	}
	return entity{fields: fields, file: p.Data, gap: p.Data == nil}, nil
}

// multipartOf joins entities and files.
func multipartOf(kind string, parts []entity, files []AttachedFile, disposition, domain string) (entity, error) {
	for _, f := range files {
		e, err := f.entity(disposition, domain)
		if err != nil {
			return entity{}, err
		}
		parts = append(parts, e)
	}
	// The boundary is a digest of the texts, so that the same message gives the same bytes,
	// and nobody can write a text that contains it. Files are base64, which never contains
	// its "_" (RFC 2045, section 6.8).
	sum := sha256.New()
	sum.Write([]byte(kind))
	for _, p := range parts {
		sum.Write(p.text)
		sum.Write([]byte(p.boundary))
	}
	boundary := fmt.Sprintf("=_%x", sum.Sum(nil)[:15])
	return entity{fields: []Field{{"Content-Type", kind + `; boundary="` + boundary + `"`}}, parts: parts,
		boundary: boundary}, nil
}

// size returns about how many bytes an entity takes.
func (e entity) size() int {
	n := 512 + len(e.text) + len(e.file)/3*4*78/76
	for _, p := range e.parts {
		n += p.size()
	}
	return n
}

// write writes an entity, its header fields first, and notes the gaps.
func (e entity) write(b *bytes.Buffer, gaps *[]int) {
	for _, f := range e.fields {
		b.Write(fold(f))
	}
	b.WriteString("\r\n")
	b.Write(e.text)
	if e.gap {
		*gaps = append(*gaps, b.Len())
	}
	WriteBase64(b, e.file)
	if e.parts == nil {
		return
	}
	for _, p := range e.parts {
		b.WriteString("--" + e.boundary + "\r\n")
		p.write(b, gaps)
		b.WriteString("\r\n")
	}
	b.WriteString("--" + e.boundary + "--\r\n")
}

// WriteBase64 writes a file as it stands in a message.
func WriteBase64(b *bytes.Buffer, data []byte) {
	const perLine = 57 // octets that make the 76 characters of RFC 2045, section 6.8
	for len(data) > 0 {
		n := min(perLine, len(data))
		b.Write(append(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), data[:n]), "\r\n"...))
		data = data[n:]
	}
}
