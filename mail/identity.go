package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Identity returns what identifies a raw message when it comes again: its Message-ID without
// brackets, or a digest of the whole if it has none, and the SHA-256 of its writer (see
// Writer), its first signature and its body. Without these, somebody with a copy of a
// message could send it first under another name or unsigned, and the true one would be
// taken for a copy. Trace fields that deliveries add on top do not change it, nor does
// another Message-ID there: of several the last counts, which is the one that a signature
// covers (RFC 6376, 5.4.2), so that a signed message cannot be sent again under a new id. It
// reads the header line by line and parses nothing else: it is safe before the message has
// been judged.
func Identity(raw []byte) (messageID string, digest []byte) {
	header, body := raw, []byte(nil)
	for _, gap := range []string{"\r\n\r\n", "\n\n"} {
		if i := bytes.Index(raw, []byte(gap)); i >= 0 && i <= len(header) {
			header, body = raw[:i], raw[i+len(gap):]
		}
	}
	if len(header) > MaxHeader { // what Read does not read names nothing
		header, body = raw[:MaxHeader], raw[MaxHeader:]
	}
	lines := bytes.Split(header, []byte("\n"))
	h := sha256.New()
	h.Write([]byte(FromHash(raw) + "\n"))
	h.Write(signature(lines))
	h.Write(body)
	sum := h.Sum(nil)
	for i := len(lines) - 1; i >= 0; i-- {
		// A line that begins with white space continues another field.
		name, value, ok := bytes.Cut(lines[i], []byte(":"))
		if !ok || !strings.EqualFold(string(name), "Message-ID") {
			continue
		}
		id := strings.TrimSpace(string(value))
		// A long id may stand on a line of its own (RFC 5322, 2.2.3).
		if id == "" && i+1 < len(lines) && bytes.HasPrefix(bytes.TrimLeft(lines[i+1], " \t"), []byte("<")) {
			id = strings.TrimSpace(string(lines[i+1]))
		}
		if id = strings.Trim(id, "<>"); id != "" && len(id) <= 250 {
			return strings.ToValidUTF8(id, "?"), sum
		}
	}
	whole := sha256.Sum256(raw)
	return "sha256:" + hex.EncodeToString(whole[:]), sum
}

// signature returns the last DKIM-Signature of a header, or nil: that of the writer, since
// servers on the way add theirs on top (RFC 6376, 5.6).
func signature(lines [][]byte) []byte {
	for i, line := range slices.Backward(lines) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if !strings.EqualFold(string(name), "DKIM-Signature") {
			continue
		}
		end := i + 1
		for end < len(lines) &&
			(bytes.HasPrefix(lines[end], []byte(" ")) || bytes.HasPrefix(lines[end], []byte("\t"))) {
			end++
		}
		return bytes.Join(lines[i:end], []byte("\n"))
	}
	return nil
}

// TrustLevel is how much a raw message counts, as far as its header shows when it arrives.
type TrustLevel int

// The precedences, the lowest first. A message, by its Identity, is taken once at each precedence,
// and not after one at a higher: otherwise somebody with a copy could send it first in its
// writer's name, without its proof or marked as automatic, and the true one would be taken for a
// copy. They are stored as these numbers.
const (
	FromAutoresponder TrustLevel = iota // never answered
	Unproven                            // quarantined and asked about, unless a signature proves it
	Proven
)

// FromHash returns a short hash of the address in a raw message's From field, the same for all
// messages that seem to come from there; empty if there is no such field. It serves only to
// order the queue and proves nothing. It reads the header like Identity, and no more of it
// than Read does. It is linear.
func FromHash(raw []byte) string {
	for rest := raw[:min(len(raw), MaxHeader)]; len(rest) > 0; {
		line, after, _ := bytes.Cut(rest, []byte("\n"))
		rest = after
		if len(bytes.TrimSpace(line)) == 0 {
			break // the header ends
		}
		name, value, ok := bytes.Cut(line, []byte(":"))
		if !ok || !strings.EqualFold(string(name), "From") {
			continue
		}
		value = slices.Clip(value)                                 // else what is appended would be written into raw
		for len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t') { // it goes on (RFC 5322, 2.2.3)
			line, rest, _ = bytes.Cut(rest, []byte("\n"))
			value = append(value, line...)
		}
		if i := bytes.LastIndexByte(value, '<'); i >= 0 {
			value, _, _ = bytes.Cut(value[i+1:], []byte(">"))
		}
		sum := sha256.Sum256(bytes.ToLower(bytes.TrimSpace(value)))
		return hex.EncodeToString(sum[:8])
	}
	return ""
}
