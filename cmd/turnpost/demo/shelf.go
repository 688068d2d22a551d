package demo

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/emersion/go-message"

	"turnpost/mail/postoffice"
)

//go:embed preview.html
var indexPage string

// shelf is a folder of messages that belong together.
type shelf struct {
	Lang, Title string
	Messages    []shelved

	dir string
}

// shelved has the names of a message's files, relative to the index.
type shelved struct {
	Name, Headline string
	HTML, EML      string
	Attached       []string
}

// add writes a message as it is, as a complete page, and its attachments.
func (s *shelf) add(name string, raw []byte) error {
	page, attached, err := standAlone(raw)
	if err != nil {
		return fmt.Errorf("the message %s: %w", name, err)
	}
	l := shelved{Name: name, Headline: postoffice.ReadMessage(raw).Headline(),
		HTML: filepath.Join(s.dir, name+".html"), EML: filepath.Join(s.dir, name+".eml")}
	if err := os.MkdirAll(s.dir, 0o755); err != nil {
		return err
	}
	for _, f := range attached {
		file := filepath.Join(s.dir, name+"-"+filepath.Base(f.name))
		if err := os.WriteFile(file, f.data, 0o644); err != nil {
			return err
		}
		l.Attached = append(l.Attached, file)
	}
	if err := os.WriteFile(l.HTML, page, 0o644); err != nil {
		return err
	}
	s.Messages = append(s.Messages, l)
	return os.WriteFile(l.EML, raw, 0o644)
}

// attachment is an attached file.
type attachment struct {
	name string
	data []byte
}

// standAlone returns the HTML part of a message with its pictures inside, and the attached
// files.
func standAlone(raw []byte) (page []byte, attached []attachment, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, nil, err
	}
	var inline []string // pairs of cid and data
	err = e.Walk(func(_ []int, e *message.Entity, err error) error {
		if err != nil || e.MultipartReader() != nil {
			return err
		}
		kind, _, err := e.Header.ContentType()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(e.Body)
		disposition, params, _ := e.Header.ContentDisposition() // none: the message itself
		switch id := strings.Trim(e.Header.Get("Content-Id"), "<>"); {
		case disposition == "attachment":
			attached = append(attached, attachment{params["filename"], data})
		case id != "":
			inline = append(inline, `"cid:`+id+`"`, `"data:`+kind+";base64,"+base64.StdEncoding.EncodeToString(data)+
				`"`)
		case kind == "text/html" && page == nil:
			page = data
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if page == nil {
		return nil, nil, errors.New("it has no HTML alternative")
	}
	return []byte(strings.NewReplacer(inline...).Replace(string(page))), attached, nil
}

// writeIndex writes the page that links to all messages.
func writeIndex(file, dir string, shelves []shelf) error {
	t, err := template.New("index").Funcs(template.FuncMap{
		"from": func(file string) (string, error) {
			rel, err := filepath.Rel(dir, file)
			return filepath.ToSlash(rel), err
		},
		"base": filepath.Base,
	}).Parse(indexPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, shelves); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}
