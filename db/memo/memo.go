// Package memo remembers what a transaction has read, so that what several parts of its
// work ask for is asked of the database once. It is true as long as nobody but the
// transaction itself changes what it reads, and it hears of each of its writes. Where
// others may (package confine), it is as of the first reading, and is forgotten when the
// game's row is locked.
package memo

import (
	"errors"
	"slices"
	"strings"
)

// Key is a question: of which table, perhaps of another also, which one, and about which
// rows.
type Key struct {
	Table, Also, What string
	A, B, C           int64
}

// most is how many answers are kept: a transaction that asks for more goes through many
// rows, and asks for none of them twice.
const most = 256

// Memo is what one transaction has read. A nil one remembers nothing.
type Memo struct {
	answers map[Key]any
	spared  func(Key) bool // by the write that is under way; see Sparing
}

// Get returns the answer to a question; nil: it is not known.
func (m *Memo) Get(k Key) any {
	if m == nil {
		return nil
	}
	return m.answers[k]
}

// Put remembers an answer.
func (m *Memo) Put(k Key, answer any) {
	if m == nil {
		return
	}
	if m.answers == nil || len(m.answers) >= most {
		m.answers = map[Key]any{}
	}
	m.answers[k] = answer
}

// Wrote forgets what a statement that writes may have changed: all of each table that it
// names.
func (m *Memo) Wrote(statement string) {
	if m == nil {
		return
	}
	for k := range m.answers {
		if (names(statement, k.Table) || k.Also != "" && names(statement, k.Also)) && !(m.spared != nil && m.spared(k)) {
			delete(m.answers, k)
		}
	}
}

// names reports whether a statement names a table, and not only one whose name contains
// that.
func names(statement, table string) bool {
	part := func(c byte) bool { return c == '_' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
	for at := 0; table != ""; {
		i := strings.Index(statement[at:], table)
		if i < 0 {
			return false
		}
		from := at + i
		at = from + len(table)
		if (from == 0 || !part(statement[from-1])) && (at == len(statement) || !part(statement[at])) {
			return true
		}
	}
	return true
}

// Sparing writes what does not change some answers.
func (m *Memo) Sparing(spared func(Key) bool, write func() error) error {
	if m == nil {
		return write()
	}
	m.spared = spared
	defer func() { m.spared = nil }()
	return write()
}

// Change makes an answer, if it is known, what it is after a write.
func Change[T any](m *Memo, k Key, change func(*T), write func() error) error {
	known, ok := m.Get(k).(answer[T])
	err := write()
	if ok && err == nil && known.err == nil {
		change(&known.v)
		m.Put(k, known)
	}
	return err
}

// Forget forgets everything.
func (m *Memo) Forget() {
	if m != nil {
		m.answers = nil
	}
}

// Of is what read reads, unless it is known. That there is nothing, which the error none
// says, is known as well.
func Of[T any](m *Memo, k Key, none error, read func() (T, error)) (T, error) {
	if known, ok := m.Get(k).(answer[T]); ok {
		return known.v, known.err
	}
	v, err := read()
	if err == nil || errors.Is(err, none) {
		m.Put(k, answer[T]{v, err})
	}
	return v, err
}

// answer is what Of remembers.
type answer[T any] struct {
	v   T
	err error
}

// Rows is Of for rows, which the caller may change.
func Rows[T any](m *Memo, k Key, none error, read func() ([]T, error)) ([]T, error) {
	rows, err := Of(m, k, none, read)
	return slices.Clone(rows), err
}
