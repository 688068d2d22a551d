package handler

import (
	"bytes"
	"slices"

	"turnpost/db"
)

// Bounds of what is stored of a message that is cut.
const (
	storedHeader = 16 << 10
	storedText   = 16 << 10
)

// truncate cuts what is stored of a message that was answered, or dropped.
func truncate(store *db.Tx, in db.Incoming, parsed ParsedMessage) error {
	raw := in.Raw
	switch {
	case len(raw) == 0:
		return nil
	case parsed.report != nil || parsed.Message != nil && parsed.Automatic != "":
		from := "nobody"
		if parsed.Message != nil && len(parsed.From) > 0 {
			from = parsed.From[0].Addr
		}
		raw = []byte("From: " + from + "\r\n\r\n")
	default:
		end := len(raw)
		if i := bytes.Index(raw, []byte("\n\r\n")); i >= 0 {
			end = i + 3
		} else if i := bytes.Index(raw, []byte("\n\n")); i >= 0 {
			end = i + 2
		}
		header, text := raw[:min(end, storedHeader)], raw[end:]
		raw = slices.Concat(header, text[:min(len(text), storedText)])
	}
	if len(raw) >= len(in.Raw) {
		return nil
	}
	return store.CutIncoming(in.ID, raw)
}
