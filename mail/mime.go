package mail

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime"
	"mime/quotedprintable"
	"strings"
)

// reader walks a MIME tree under the limits. It cuts the parts itself, on the
// bytes in memory: each level is one pass over its part of the mail, and a part
// with a broken header or a missing end costs only itself.
type reader struct {
	parts int // MIME parts met so far
}

// readBody returns the lines of the text that the mail shows.
func readBody(h header, body []byte) []line {
	r := &reader{}
	lines, _ := r.entity(h, body, 1)
	return lines
}

// entity returns the text of one part; ok says that there is any.
func (r *reader) entity(h header, body []byte, depth int) (lines []line, ok bool) {
	if r.parts++; r.parts > MaxParts || depth > MaxDepth {
		return nil, false
	}
	typ, params := contentType(h)
	switch {
	case strings.HasPrefix(typ, "multipart/"):
		boundary := params["boundary"]
		if boundary == "" {
			boundary = guessBoundary(body)
		}
		if boundary == "" {
			return plainText(body, h, params)
		}
		return r.multipart(typ, body, boundary, depth)
	case depth > 1 && attached(h, params):
		return nil, false
	case typ == "text/plain":
		return plainText(body, h, params)
	case typ == "text/html":
		text := decodeCharset(transferDecode(body, h, MaxHTML), params["charset"])
		lines = htmlLines(text)
		return lines, visible(lines)
	}
	return nil, false
}

// multipart reads the parts of one branch. Of alternatives (RFC 2046 section
// 5.1.4) the plain text is the best for us, unless it is empty; of all others
// the texts follow one another, since some clients cut a text around an
// attachment.
func (r *reader) multipart(typ string, body []byte, boundary string, depth int) (lines []line, ok bool) {
	alternative := typ == "multipart/alternative"
	plain := false
	for part := range parts(body, boundary) {
		if r.parts >= MaxParts || len(lines) >= MaxLines {
			break
		}
		h, b, err := splitHeader(part)
		if err != nil {
			continue
		}
		if alternative && ok {
			if t, _ := contentType(h); plain || t != "text/plain" {
				continue
			}
		}
		got, found := r.entity(h, b, depth+1)
		if !found {
			continue
		}
		if alternative {
			t, _ := contentType(h)
			lines, ok, plain = got, true, t == "text/plain"
			continue
		}
		if ok && typ == "multipart/related" {
			break // the root is the first; the others belong to it (RFC 2387)
		}
		lines, ok = append(lines, got...), true
	}
	return lines, ok
}

// parts yields the bodies of a multipart (RFC 2046 section 5.1.1), the last
// one also when its closing boundary is missing. The preamble and the epilogue
// are no parts.
func parts(body []byte, boundary string) func(yield func([]byte) bool) {
	delim := []byte("--" + boundary)
	return func(yield func([]byte) bool) {
		start := -1
		at := 0
		for at < len(body) {
			i := bytes.Index(body[at:], delim)
			if i < 0 {
				break
			}
			i += at
			end := i + len(delim)
			if i > 0 && body[i-1] != '\n' {
				at = end
				continue
			}
			line, _ := cutLine(body[end:])
			final := bytes.HasPrefix(line, []byte("--"))
			if !final && len(bytes.TrimSpace(line)) > 0 {
				at = end // a longer boundary that begins the same
				continue
			}
			if start >= 0 && !yield(body[start:i]) {
				return
			}
			if final {
				return
			}
			start = min(end+len(line), len(body))
			if n := bytes.IndexByte(body[start:], '\n'); n >= 0 {
				start += n + 1
			} else {
				start = len(body)
			}
			at = start
		}
		if start >= 0 && start < len(body) {
			yield(body[start:])
		}
	}
}

// guessBoundary finds the boundary of a multipart that does not name it.
func guessBoundary(body []byte) string {
	for range 20 {
		var l []byte
		if l, body = cutLine(body); len(l) > 4 && bytes.HasPrefix(l, []byte("--")) {
			return strings.TrimSpace(string(l[2:]))
		}
	}
	return ""
}

// contentType reads the Content-Type; text/plain is the default.
func contentType(h header) (string, map[string]string) {
	v := h.get("content-type")
	if v == "" {
		return "text/plain", nil
	}
	t, params := parseMedia(v)
	if !strings.Contains(t, "/") {
		t = "text/plain" // RFC 2045 section 5.2
	}
	return t, params
}

// parseMedia reads "value; name=value" as the standard library does, or, when
// that refuses it, as far as it makes sense.
func parseMedia(v string) (string, map[string]string) {
	if t, params, err := mime.ParseMediaType(v); err == nil && t != "" {
		return t, params
	}
	params := map[string]string{}
	fields := strings.Split(v, ";")
	t := strings.ToLower(strings.TrimSpace(fields[0]))
	if i := strings.IndexAny(t, " \t"); i >= 0 {
		t = t[:i]
	}
	for _, f := range fields[1:min(len(fields), 20)] {
		k, val, ok := strings.Cut(f, "=")
		k = strings.ToLower(strings.TrimSpace(k))
		if _, dup := params[k]; ok && !dup {
			params[k] = strings.Trim(strings.TrimSpace(val), `"`)
		}
	}
	return t, params
}

// attached says whether a part is a file rather than a part of the letter.
func attached(h header, params map[string]string) bool {
	if params["name"] != "" {
		return true
	}
	v := h.get("content-disposition")
	if v == "" {
		return false
	}
	// RFC 2183 section 2.8: what is unknown is an attachment.
	d, p := parseMedia(v)
	return d != "inline" || p["filename"] != ""
}

// plainText decodes a text/plain part.
func plainText(body []byte, h header, params map[string]string) ([]line, bool) {
	b := transferDecode(body, h, MaxText+utf8Slack)
	text := decodeCharset(b, params["charset"])
	if strings.EqualFold(params["format"], "flowed") {
		text = unflow(text, strings.EqualFold(params["delsp"], "yes"))
	}
	lines := plainLines(text)
	return lines, visible(lines)
}

// utf8Slack keeps a limit from falling inside a rune.
const utf8Slack = 4

// transferDecode undoes the Content-Transfer-Encoding (RFC 2045 section 6) for
// at most limit octets of text. What is broken is read as far as it goes.
func transferDecode(body []byte, h header, limit int) []byte {
	enc := strings.ToLower(h.get("content-transfer-encoding"))
	enc, _, _ = strings.Cut(enc, ";")
	switch strings.TrimSpace(enc) {
	case "quoted-printable":
		// An octet takes at most three, and soft line breaks three in 76.
		src := body[:min(len(body), 4*limit)]
		src = bytes.Map(func(r rune) rune {
			if r < ' ' && r != '\t' && r != '\r' && r != '\n' {
				return -1 // would end the decoding
			}
			return r
		}, toASCIIQuoted(src))
		b, _ := io.ReadAll(io.LimitReader(quotedprintable.NewReader(bytes.NewReader(src)), int64(limit)))
		return b
	case "base64":
		src := make([]byte, 0, min(len(body), 2*limit))
		for _, c := range body {
			if len(src) >= 4*(limit/3+1) {
				break
			}
			if c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '/' {
				src = append(src, c)
			}
		}
		b := make([]byte, base64.RawStdEncoding.DecodedLen(len(src)))
		if len(src)%4 == 1 {
			src = src[:len(src)-1]
		}
		n, _ := base64.RawStdEncoding.Decode(b, src)
		return b[:min(n, limit)]
	}
	return body[:min(len(body), limit)]
}

// toASCIIQuoted writes raw 8-bit octets in quoted-printable text as =XX.
func toASCIIQuoted(b []byte) []byte {
	const hex = "0123456789ABCDEF"
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if c >= 0x80 {
			out = append(out, '=', hex[c>>4], hex[c&15])
			continue
		}
		out = append(out, c)
	}
	return out
}
