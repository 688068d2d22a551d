package sqlstate

import (
	"errors"

	"github.com/mattn/go-sqlite3"
)

// BusyFile is Busy of SQLite's.
func BusyFile(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrBusy || e.Code == sqlite3.ErrLocked)
}

// TransientFile is Transient of SQLite's (https://www.sqlite.org/rescode.html): the disk
// or another program is in the way, and will not always be.
func TransientFile(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	if !ok {
		return false
	}
	switch e.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrFull, sqlite3.ErrIoErr, sqlite3.ErrCantOpen, sqlite3.ErrNomem, sqlite3.ErrReadonly, sqlite3.ErrInterrupt:
		return true
	}
	return false
}

// Damaged reports that a file is damaged, or is no database.
func Damaged(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.Code == sqlite3.ErrCorrupt || e.Code == sqlite3.ErrNotADB)
}

// Exists reports that a row is there already which only one may be, on either engine.
func Exists(err error) bool {
	e, ok := errors.AsType[sqlite3.Error](err)
	return ok && (e.ExtendedCode == sqlite3.ErrConstraintUnique || e.ExtendedCode == sqlite3.ErrConstraintPrimaryKey) ||
		Code(err) == "23505" // unique_violation
}
