package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"turnpost/db"
	"turnpost/mail/notify"
)

// Files of players' deadlines (see notify.Messages.Calendar) are all written by one daemon of a
// database. The database holds only their names and is asked every few seconds whose clocks have
// changed, so that nothing that moves a deadline has to think of these files; every hour all of them are
// composed again, which follows what that does not show, such as another name of an opponent. A file
// without a name in the database is removed: the player has turned it off or left, or a backup was
// restored. A crash leaves the file of before, whole, until the next look.
//
// The folder has an index page without anything, so that no web server lists the names in it.
const (
	calendarsEvery    = 5 * time.Second
	calendarsAllEvery = time.Hour
	calendarsIndex    = "index.html"
	calendarsPart     = ".part"
	calendarsLead     = "calendars"
	calendarsFailing  = time.Minute // how long a failure is logged once
)

// calendarFile are the names of such files, and of those that were being written.
var calendarFile = regexp.MustCompile(`^[a-z2-7]{32}\.ics(\.part)?$`)

// calendars is what the last look has found.
type calendars struct {
	written map[string]string // by name: the db.WantedCalendar.Clocks of the file
	all     time.Time         // when all were composed
}

// keepCalendars writes the files when something has changed, until ctx is done.
func (s *Server) keepCalendars(ctx context.Context) error {
	var failed time.Time
	for s.Calendars != "" {
		mine, err := s.TakeLead(ctx, calendarsLead)
		if err == nil && mine {
			err = s.WriteCalendars(ctx)
		}
		if err != nil && ctx.Err() == nil && time.Since(failed) > calendarsFailing {
			failed = time.Now()
			s.log.Error("the calendars of deadlines could not be written; it is tried again", "error", err)
		}
		if !sleep(ctx, calendarsEvery, s.wake.calendars) {
			break
		}
	}
	return nil
}

// WriteCalendars brings the files of players' deadlines up to date.
func (s *Server) WriteCalendars(ctx context.Context) error {
	var states []db.WantedCalendar
	if err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		states, err = tx.WantedCalendars()
		return err
	}); err != nil {
		return err
	}
	root, err := openCalendars(s.Calendars)
	if err != nil {
		return err
	}
	defer root.Close()
	there, err := s.sweepCalendars(root, states)
	if err != nil {
		return err
	}
	if now := time.Now(); now.Sub(s.calendars.all) >= calendarsAllEvery {
		s.calendars.all, s.calendars.written = now, map[string]string{}
	}
	for _, state := range states {
		if there[state.Name] && s.calendars.written[state.Name] == state.Clocks {
			continue
		}
		if err := s.writeCalendar(ctx, root, state); err != nil {
			return err
		}
		s.calendars.written[state.Name] = state.Clocks
	}
	return nil
}

// openCalendars opens the folder, and makes it if it does not exist: others may open files in it
// whose names they know, and not list it.
func openCalendars(dir string) (*os.Root, error) {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chmod(dir, 0o711)); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	if _, err := root.Stat(calendarsIndex); errors.Is(err, fs.ErrNotExist) {
		if err := replaceFile(root, calendarsIndex, []byte("<!DOCTYPE html><title>-</title>\n")); err != nil {
			return nil, errors.Join(err, root.Close())
		}
	}
	return root, nil
}

// sweepCalendars removes the files that there should not be, and returns those that are there by their
// names in the database.
func (s *Server) sweepCalendars(root *os.Root, states []db.WantedCalendar) (there map[string]bool, err error) {
	wanted := map[string]bool{}
	for _, state := range states {
		wanted[state.Name] = true
	}
	files, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	there = map[string]bool{}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), notify.CalendarEnd)
		switch {
		case !calendarFile.MatchString(f.Name()):
		case wanted[name]:
			there[name] = true
		default:
			if err := root.Remove(f.Name()); err != nil {
				return nil, err
			}
		}
	}
	return there, nil
}

// writeCalendar writes one file, if it is not as it should be.
func (s *Server) writeCalendar(ctx context.Context, root *os.Root, state db.WantedCalendar) error {
	file := state.Name + notify.CalendarEnd
	before, err := root.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var text []byte
	err = s.db.View(ctx, func(tx *db.Tx) error {
		text = nil
		if name, err := tx.Calendar(state.Player); err != nil || name != state.Name {
			return err // turned off meanwhile: the next look removes the file
		}
		p, err := tx.Player(state.Player)
		if err != nil {
			return err
		}
		messages, err := s.handler.Notifier.Begin(s.handler.Club.Begin(tx, 0))
		if err == nil {
			text, err = messages.Calendar(p, state.Name, before)
		}
		return err
	})
	if err != nil || text == nil || string(text) == string(before) {
		return err
	}
	if err := replaceFile(root, file, text); err != nil {
		return fmt.Errorf("the calendar of player %d: %w", state.Player, err)
	}
	return nil
}

// replaceFile writes a file that anybody may read, as a whole, beside the old one, which it then
// replaces.
func replaceFile(root *os.Root, name string, text []byte) error {
	f, err := root.Create(name + calendarsPart)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644)) // a web server reads it as another user, whatever the umask
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return root.Rename(name+calendarsPart, name)
}
