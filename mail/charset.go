package mail

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode/utf32"
)

// named finds an encoding by a label of the WHATWG list, or by one of
// the labels outside it that mail programs write. It is nil for UTF-8 and for
// what is unknown.
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

// decodeCharset makes UTF-8 of b. Text with an unknown or missing label is
// UTF-8 if it is valid as such, and windows-1252 otherwise.
func decodeCharset(b []byte, label string) string {
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

// valid says whether b is UTF-8, but for a last rune that a limit cut in two.
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
