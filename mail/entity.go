package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"mime/quotedprintable"
	"regexp"
	"strings"
)

// entity is a MIME entity (RFC 2045, section 2.4) as it goes out: its own header
// fields, and its body encoded.
type entity struct {
	fields []Field
	data   []byte
}

// body is the tree of a letter: the plain text alone; or that and its HTML twin
// with what the twin shows (RFC 2046, section 5.1.4, and RFC 2387); and around
// it what is attached.
func (d Draft) body() (entity, error) {
	text, err := textEntity("text/plain", d.Text)
	if err != nil {
		return entity{}, err
	}
	whole := text
	if d.HTML != "" {
		twin, err := textEntity("text/html", d.HTML)
		if err != nil {
			return entity{}, err
		}
		if len(d.Inline) > 0 {
			if twin, err = multipartOf(`multipart/related; type="text/html"`, []entity{twin}, d.Inline, "inline", d.domain()); err != nil {
				return entity{}, err
			}
		}
		if whole, err = multipartOf("multipart/alternative", []entity{text, twin}, nil, "", ""); err != nil {
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
		return entity{append(fields, Field{"Content-Transfer-Encoding", "7bit"}), []byte(text)}, nil
	}
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		return entity{}, err
	}
	if err := w.Close(); err != nil {
		return entity{}, err
	}
	return entity{append(fields, Field{"Content-Transfer-Encoding", "quoted-printable"}), b.Bytes()}, nil
}

var (
	plainFile = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$`)
	plainType = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+(; charset=utf-8)?$`)
)

// file is a part as an entity.
func (p Part) file(disposition, domain string) (entity, error) {
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
	const perLine = 57 // octets that make the 76 characters of RFC 2045, section 6.8
	var b bytes.Buffer
	line := make([]byte, base64.StdEncoding.EncodedLen(perLine))
	for data := p.Data; len(data) > 0; {
		n := min(perLine, len(data))
		base64.StdEncoding.Encode(line, data[:n])
		b.Write(line[:base64.StdEncoding.EncodedLen(n)])
		b.WriteString("\r\n")
		data = data[n:]
	}
	return entity{fields, b.Bytes()}, nil
}

var errBoundary = errors.New("a part of the letter holds its own boundary")

// multipartOf puts entities and files one behind the other.
func multipartOf(kind string, parts []entity, files []Part, disposition, domain string) (entity, error) {
	for _, f := range files {
		e, err := f.file(disposition, domain)
		if err != nil {
			return entity{}, err
		}
		parts = append(parts, e)
	}
	var inner [][]byte
	sum := sha256.New()
	for _, p := range parts {
		var b bytes.Buffer
		for _, f := range p.fields {
			b.Write(fold(f))
		}
		b.WriteString("\r\n")
		b.Write(p.data)
		sum.Write(b.Bytes())
		inner = append(inner, b.Bytes())
	}
	// Made from the content, so that the same letter gives the same bytes; with
	// a "=_", which quoted-printable text never holds (RFC 2045, section 6.7).
	boundary := fmt.Sprintf("=_%x", sum.Sum(nil)[:15])
	var out bytes.Buffer
	for _, b := range inner {
		if bytes.Contains(b, []byte(boundary)) {
			return entity{}, errBoundary
		}
		out.WriteString("--" + boundary + "\r\n")
		out.Write(b)
		out.WriteString("\r\n")
	}
	out.WriteString("--" + boundary + "--\r\n")
	return entity{[]Field{{"Content-Type", kind + `; boundary="` + boundary + `"`}}, out.Bytes()}, nil
}
