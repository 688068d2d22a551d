package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"regexp"
	"strings"
)

// entity is a MIME entity (RFC 2045, section 2.4) as it goes out: its own header
// fields, and a body that is one of text that is encoded, a file, and parts.
type entity struct {
	fields   []Field
	text     []byte
	file     []byte
	gap      bool // the file comes later
	parts    []entity
	boundary string // of the parts
}

// body is the tree of a letter: the plain text alone; or that and its HTML
// alternative with what that shows (RFC 2046, section 5.1.4, and RFC 2387); and around
// it what is attached.
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
			if html, err = multipartOf(`multipart/related; type="text/html"`, []entity{html}, d.Inline, "inline", d.domain()); err != nil {
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

// domain is that of the sender.
func (d Draft) domain() string {
	_, domain, _ := strings.Cut(d.From.Addr, "@")
	return domain
}

// ContentID is the id under which HTML shows an inline part of a letter, behind
// "cid:" (RFC 2392).
func (d Draft) ContentID(p Part) string { return p.ID + "@" + d.domain() }

func textEntity(kind, text string) (entity, error) {
	text, err := wireText(text)
	if err != nil {
		return entity{}, err
	}
	fields := []Field{{"Content-Type", kind + "; charset=utf-8"}}
	if sevenBit(text) {
		// The most readable for programs and in raw mail.
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
func (p Part) entity(disposition, domain string) (entity, error) {
	if !plainFile.MatchString(p.Name) || !plainType.MatchString(p.Type) {
		return entity{}, fmt.Errorf("%q of type %q cannot be a file of a letter", p.Name, p.Type)
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

// multipartOf puts entities and files one behind the other.
func multipartOf(kind string, parts []entity, files []Part, disposition, domain string) (entity, error) {
	for _, f := range files {
		e, err := f.entity(disposition, domain)
		if err != nil {
			return entity{}, err
		}
		parts = append(parts, e)
	}
	// The boundary is made from the texts that it parts, so that the same letter
	// gives the same bytes, and nobody can write a text that holds it. Files are
	// base64, which never holds its "_" (RFC 2045, section 6.8).
	sum := sha256.New()
	sum.Write([]byte(kind))
	for _, p := range parts {
		sum.Write(p.text)
		sum.Write([]byte(p.boundary))
	}
	boundary := fmt.Sprintf("=_%x", sum.Sum(nil)[:15])
	return entity{fields: []Field{{"Content-Type", kind + `; boundary="` + boundary + `"`}}, parts: parts, boundary: boundary}, nil
}

// size is about how many bytes an entity takes.
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

// WriteBase64 writes a file as a part of a letter holds it.
func WriteBase64(b *bytes.Buffer, data []byte) {
	const perLine = 57 // octets that make the 76 characters of RFC 2045, section 6.8
	for len(data) > 0 {
		n := min(perLine, len(data))
		b.Write(append(base64.StdEncoding.AppendEncode(b.AvailableBuffer(), data[:n]), "\r\n"...))
		data = data[n:]
	}
}
