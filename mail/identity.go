package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Identity names a raw mail, so that the same mail is known when it comes
// again: its Message-ID without brackets, or a digest of the whole where it has
// none, and the SHA-256 of its writer (see Writer), its first signature and its body.
// Without these whoever has a mail of somebody's, or a copy of it first, could send it
// in another name or unsigned, and the true one would be taken for a copy. Trace fields
// that each delivery adds on top do not change it, nor does another Message-ID there:
// of several the last counts, which is the one that a signature covers (RFC 6376,
// 5.4.2), so that a signed mail cannot be sent anew under a new name. It looks at the
// header line by line and parses nothing else: it is safe before the mail has been
// judged.
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
	h.Write([]byte(Writer(raw) + "\n"))
	h.Write(signature(lines))
	h.Write(body)
	sum := h.Sum(nil)
	for i := len(lines) - 1; i >= 0; i-- {
		// What begins with white space is the rest of another field.
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

// signature is the last DKIM-Signature of a header: its writer's, where servers on the
// way sign too, which do so on top (RFC 6376, 5.6); nil: there is none.
func signature(lines [][]byte) []byte {
	for i, line := range slices.Backward(lines) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if !strings.EqualFold(string(name), "DKIM-Signature") {
			continue
		}
		end := i + 1
		for end < len(lines) && (bytes.HasPrefix(lines[end], []byte(" ")) || bytes.HasPrefix(lines[end], []byte("\t"))) {
			end++
		}
		return bytes.Join(lines[i:end], []byte("\n"))
	}
	return nil
}

// Standing is how much a raw mail counts for, as far as its header tells when it comes.
type Standing int

// The standings. The same mail, by its Identity, is taken once in each, and not after
// one that counts for more: else whoever has a copy of it could send it first in its
// writer's own name, without what proves it or as a robot's, and the true one would be
// taken for a copy.
// They are stored as these numbers.
const (
	Robots   Standing = iota // never answered
	Unproven                 // quarantined and asked about, unless a signature proves it
	Proven
)

// Writer is a short hash of the address in a raw mail's From field, the same for
// all mails that seem to come from there; empty: there is no such field. It says
// in which order mails are answered and nothing else: it is no proof, and looks
// at the header only as Identity does, and no further than Read does. It is linear.
func Writer(raw []byte) string {
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
