package mail

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode/utf32"
)

// transferDecode undoes the Content-Transfer-Encoding (RFC 2045 section 6) for
// at most limit octets of text. What is broken is read as far as it goes.
func transferDecode(body []byte, h header, limit int) []byte {
	enc := strings.ToLower(h.begin("content-transfer-encoding", MaxType))
	enc, _, _ = strings.Cut(enc, ";")
	switch strings.TrimSpace(enc) {
	case "quoted-printable":
		return quotedPrintable(body, limit)
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

// taken is how much of a limit a decoded body uses up: what was read counts a quarter, as in
// quotedPrintable, so that parts without content are not free.
func taken(decoded, body []byte, limit int) int {
	return max(len(decoded), min(len(body), 4*limit)/4)
}

// quotedPrintable decodes lines of quoted-printable (RFC 2045 section 6.7) to at most
// limit octets, in one pass over four times as many: an octet takes at most three,
// and soft line breaks three in 76. Raw octets of 8 bits stay, as does an equals
// sign that codes nothing; other controls than TAB, CR and LF are left out, as is
// white space at the end of a line.
func quotedPrintable(body []byte, limit int) []byte {
	body = body[:min(len(body), 4*limit)]
	out := make([]byte, 0, min(len(body), limit+2))
	for len(body) > 0 && len(out) < limit {
		line, rest, ended := bytes.Cut(body, []byte("\n"))
		body = rest
		end := "\n"
		if !ended {
			end = ""
		} else if bytes.HasSuffix(line, []byte("\r")) {
			end = "\r\n"
		}
		// As bytes.TrimRight does, which costs more than all else on lines of one sign.
		for n := len(line); n > 0 && (line[n-1] == '\r' || line[n-1] == ' ' || line[n-1] == '\t'); n-- {
			line = line[:n-1]
		}
		if before, soft := bytes.CutSuffix(line, []byte("=")); soft {
			line, end = before, ""
		}
		for i := 0; i < len(line) && len(out) < limit; i++ {
			c := line[i]
			if c == '=' && i+2 < len(line) {
				high, ok := unhex(line[i+1])
				low, ok2 := unhex(line[i+2])
				if ok && ok2 {
					out = append(out, high<<4|low)
					i += 2
					continue
				}
			}
			if c >= ' ' || c == '\t' || c == '\r' {
				out = append(out, c)
			}
		}
		out = append(out, end...)
	}
	return out[:min(len(out), limit)]
}

// unhex returns the value of a hexadecimal digit. Lower case is not allowed, but occurs.
func unhex(c byte) (byte, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	}
	return 0, false
}

// named finds an encoding by a label of the WHATWG list, or by another label that mail programs
// write. It returns nil for UTF-8 and for unknown labels.
func named(label string) encoding.Encoding {
	label = strings.ToLower(strings.TrimSpace(label))
	switch label {
	case "", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "x-unknown":
		return nil
	case "cp932", "ms-932", "windows-932":
		label = "shift_jis"
	case "cp936", "ms936", "gb_2312":
		label = "gbk"
	case "cp949", "ms949":
		label = "euc-kr"
	case "cp950", "ms950":
		label = "big5"
	case "ansi", "ansi_x3.110-1983", "latin-1", "8859-1", "iso8859":
		label = "windows-1252"
	case "hz-gb-2312":
		return simplifiedchinese.HZGB2312
	case "big5-hkscs":
		return traditionalchinese.Big5
	case "utf-32":
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		// "cp1252", "cp-1251" and kin.
		if n := strings.TrimPrefix(strings.TrimPrefix(label, "cp"), "-"); n != label {
			e, err = htmlindex.Get("windows-" + n)
		}
	}
	if err != nil {
		return nil
	}
	if name, _ := htmlindex.Name(e); name == "utf-8" || name == "replacement" {
		return nil
	}
	return e
}

// decodeCharset converts b to UTF-8. Text with an unknown or missing label is UTF-8 if it is valid
// as such, and windows-1252 otherwise.
func decodeCharset(b []byte, label string) string {
	if named(label) == nil && bytes.Contains(b, []byte("\x1b$")) {
		label = "iso-2022-jp" // in 7 bits, and nothing else has these escapes
	}
	if isUTF8(b, label) {
		label = ""
	}
	if e := named(label); e != nil {
		if t, err := e.NewDecoder().Bytes(b); err == nil {
			return strings.ToValidUTF8(string(t), "\ufffd")
		}
	}
	if valid(b) {
		return strings.ToValidUTF8(string(b), "")
	}
	t, err := charmap.Windows1252.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\ufffd")
	}
	return string(t)
}

// isUTF8 reports whether a text is UTF-8, whatever its label says: some gateways declare the
// charset of their country. Text of another charset is hardly ever valid by chance, except for
// pairs of octets in the charsets of East Asia.
func isUTF8(b []byte, label string) bool {
	e := named(label)
	if e == nil || !utf8.Valid(b) {
		return false
	}
	if _, single := e.(*charmap.Charmap); single {
		return bytes.ContainsFunc(b, func(r rune) bool { return r >= utf8.RuneSelf })
	}
	return !bytes.Contains(b, []byte{0x1b}) && bytes.ContainsFunc(b, func(r rune) bool { return utf8.RuneLen(r) > 2 })
}

// utf7 decodes UTF-7 (RFC 2152). What is broken stays as it is.
func utf7(b []byte) string {
	var out strings.Builder
	for len(b) > 0 {
		before, after, shifted := bytes.Cut(b, []byte("+"))
		out.Write(before)
		if !shifted {
			break
		}
		end := bytes.IndexFunc(after, func(r rune) bool {
			return !(r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '/')
		})
		if end < 0 {
			end = len(after)
		}
		code := after[:end]
		if b = after[end:]; len(b) > 0 && b[0] == '-' {
			b = b[1:]
			if len(code) == 0 {
				out.WriteByte('+')
			}
		}
		raw := make([]byte, base64.RawStdEncoding.DecodedLen(len(code)))
		n, _ := base64.RawStdEncoding.Decode(raw, code)
		units := make([]uint16, 0, n/2)
		for i := 0; i+1 < n; i += 2 {
			units = append(units, uint16(raw[i])<<8|uint16(raw[i+1]))
		}
		out.WriteString(string(utf16.Decode(units)))
	}
	return out.String()
}

// valid reports whether b is UTF-8, except for a last rune that a limit cut in two.
func valid(b []byte) bool {
	if utf8.Valid(b) {
		return true
	}
	for i := len(b) - 1; i >= 0 && i > len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			return !utf8.FullRune(b[i:]) && utf8.Valid(b[:i])
		}
	}
	return false
}
