package servertest

import (
	"bytes"
	"io"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/emersion/go-message"
	"github.com/stretchr/testify/require"

	"turnpost/mail/notify"
	"turnpost/rules/all"
)

// Letter is a letter out as its reader has it.
type Letter struct {
	netmail.Header
	Text string

	whole func() []byte
	parts func() []Part
}

// Raw is the letter's bytes, with its pictures.
func (l Letter) Raw() []byte { return l.whole() }

// Parts are the leaves of the letter, in their order.
func (l Letter) Parts() []Part { return l.parts() }

// Whole is a letter in the outbox as it is sent, with its pictures.
func Whole(t testing.TB, stored []byte) []byte {
	t.Helper()
	raw, err := notify.Draw(stored, all.Games(), Painter)
	require.NoError(t, err)
	return raw
}

// ReadLetter reads the bytes of a letter.
func ReadLetter(t testing.TB, raw []byte) Letter {
	t.Helper()
	return readLetter(t, raw, func() []byte { return raw })
}

// ReadStored reads a letter of the outbox. Its pictures are drawn when somebody asks
// for them; where time matters less, always.
func ReadStored(t testing.TB, stored []byte) Letter {
	t.Helper()
	l := readLetter(t, stored, sync.OnceValue(func() []byte { return Whole(t, stored) }))
	if !testing.Short() {
		l.Raw()
	}
	return l
}

// readLetter reads a letter's header and its words, which are the same before its
// pictures are drawn.
func readLetter(t testing.TB, raw []byte, whole func() []byte) Letter {
	t.Helper()
	m, err := netmail.ReadMessage(bytes.NewReader(raw))
	require.NoError(t, err)
	parts, err := PartsOf(raw)
	require.NoError(t, err)
	l := Letter{Header: m.Header, whole: whole, parts: func() []Part { return parts }}
	l.Text = strings.ReplaceAll(string(l.Part("text/plain")), "\r\n", "\n")
	l.parts = sync.OnceValue(func() []Part {
		parts, err := PartsOf(whole())
		require.NoError(t, err)
		return parts
	})
	return l
}

// Part is the first part of a letter that has such a type; nil if there is none.
func (l Letter) Part(kind string) []byte {
	for _, p := range l.Parts() {
		if p.Kind == kind {
			return p.Data
		}
	}
	return nil
}

// Part is a leaf of a letter's tree, decoded.
type Part struct {
	Kind string // text/plain
	ID   string // Content-ID, without brackets
	Name string // of the file
	Data []byte
}

// PartsOf are the leaves of a letter.
func PartsOf(raw []byte) (parts []Part, err error) {
	e, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	err = e.Walk(func(_ []int, e *message.Entity, err error) error {
		if err != nil || e.MultipartReader() != nil {
			return err
		}
		kind, _, err := e.Header.ContentType()
		if err != nil {
			return err
		}
		data, err := io.ReadAll(e.Body)
		_, params, _ := e.Header.ContentDisposition()
		parts = append(parts, Part{kind, strings.Trim(e.Header.Get("Content-Id"), "<>"), params["filename"], data})
		return err
	})
	return parts, err
}
