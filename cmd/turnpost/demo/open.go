package demo

import (
	"bytes"
	"encoding/base64"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/emersion/go-message"
)

// openMessage writes a message as a page, with its pictures, and opens it in a browser where there is
// one. Otherwise it prints the path.
func (t *talk) openMessage(number int) {
	page, ok := pageOf(t.me.messages[number-1].Raw)
	if !ok {
		t.note("message %d has no pictures; /read %d shows it", number, number)
		return
	}
	f, err := os.CreateTemp("", "turnpost-*.html")
	if err == nil {
		_, err = f.WriteString(page)
		if closed := f.Close(); err == nil {
			err = closed
		}
	}
	if err != nil {
		t.note("the page cannot be written: %v", err)
		return
	}
	if program := browser(); program != "" && exec.Command(program, f.Name()).Start() == nil {
		t.note("opened in the browser: %s", filepath.ToSlash(f.Name()))
		return
	}
	t.note("open this in a browser: file://%s", filepath.ToSlash(f.Name()))
}

// browser returns a program that opens pages, or "" if there is no screen for it.
func browser() string {
	program := "xdg-open"
	switch {
	case runtime.GOOS == "darwin":
		program = "open"
	case os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "":
		return ""
	}
	if _, err := exec.LookPath(program); err != nil {
		return ""
	}
	return program
}

// pageOf returns the HTML part of a message with its pictures in it.
func pageOf(raw []byte) (page string, ok bool) {
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return "", false
	}
	var pictures []string // pairs: what refers to one, and the picture itself
	err = entity.Walk(func(_ []int, part *message.Entity, err error) error {
		if err != nil {
			return err
		}
		kind, _, _ := part.Header.ContentType()
		id := strings.Trim(part.Header.Get("Content-Id"), "<> ")
		switch {
		case kind == "text/html" && page == "":
			text, err := io.ReadAll(part.Body)
			page = string(text)
			return err
		case strings.HasPrefix(kind, "image/") && id != "":
			picture, err := io.ReadAll(part.Body)
			pictures = append(pictures, "cid:"+id, "data:"+kind+";base64,"+base64.StdEncoding.EncodeToString(picture))
			return err
		}
		return nil
	})
	return strings.NewReplacer(pictures...).Replace(page), err == nil && page != ""
}
