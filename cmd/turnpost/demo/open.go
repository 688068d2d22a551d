package demo

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// openMessage writes a message as a page, with its pictures, and opens it in a browser where there is
// one. Otherwise it prints the path.
func (t *talk) openMessage(number int) {
	page, _, err := standAlone(t.me.messages[number-1].Raw)
	if err != nil {
		t.note("message %d has no pictures; /read %d shows it", number, number)
		return
	}
	f, err := os.CreateTemp("", "turnpost-*.html")
	if err == nil {
		_, err = f.Write(page)
		err = errors.Join(err, f.Close())
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
