package mail

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// charsets is the list of encodings and their labels of the WHATWG Encoding
// Standard, section 4.2, each with a character and its octets there; "-" where a
// browser refuses to decode.
const charsets = `
é c3a9 utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8
д a4 866 cp866 csibm866 ibm866
ł b3 csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
ħ b1 csisolatin3 iso-8859-3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3
š b9 csisolatin4 iso-8859-4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4
д d4 csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
ب c8 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987
α e1 csisolatingreek ecma-118 elot_928 greek greek8 iso-8859-7 iso-ir-126 iso8859-7 iso88597 iso_8859-7 iso_8859-7:1987 sun_eu_greek
א e0 csiso88598e csisolatinhebrew hebrew iso-8859-8 iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 iso_8859-8:1988 visual
א e0 csiso88598i iso-8859-8-i logical
š ba csisolatin6 iso-8859-10 iso-ir-157 iso8859-10 iso885910 l6 latin6
š f0 iso-8859-13 iso8859-13 iso885913
ŵ f0 iso-8859-14 iso8859-14 iso885914
€ a4 csisolatin9 iso-8859-15 iso8859-15 iso885915 iso_8859-15 l9
Ș aa iso-8859-16
д c4 cskoi8r koi koi8 koi8-r koi8_r
є a4 koi8-u koi8-ru
é 8e csmacintosh mac macintosh x-mac-roman
ก a1 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
ł b3 cp1250 windows-1250 x-cp1250
д e4 cp1251 windows-1251 x-cp1251
€ 80 ansi_x3.4-1968 ascii cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 latin1 us-ascii windows-1252 x-cp1252
α e1 cp1253 windows-1253 x-cp1253
ğ f0 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
א e0 cp1255 windows-1255 x-cp1255
ب c8 cp1256 windows-1256 x-cp1256
š f0 cp1257 windows-1257 x-cp1257
đ f0 cp1258 windows-1258 x-cp1258
д e4 x-mac-cyrillic x-mac-ukrainian
你 c4e3 chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030
你 a741 big5 big5-hkscs cn-big5 csbig5 x-x-big5
あ a4a2 cseucpkdfmtjapanese euc-jp x-euc-jp
あ 1b244224221b2842 csiso2022jp iso-2022-jp
あ 82a0 csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
가 b0a1 cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
é 00e9 utf-16be unicodefffe
é e900 csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16 utf-16le
` + "\uf780" + ` 80 x-user-defined
- 21 csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr replacement
`

// TestRepliesInEveryCharset: a reply is read in whatever of these its label
// names, in any case of letters, and its ply always is.
func TestRepliesInEveryCharset(t *testing.T) {
	t.Parallel()
	labels := 0
	for row := range strings.Lines(strings.TrimPrefix(charsets, "\n")) {
		fields := strings.Fields(row)
		octets, err := hex.DecodeString(fields[1])
		require.NoError(t, err)
		for _, label := range fields[2:] {
			labels++
			body := append([]byte("d3-d4 "), octets...)
			switch fields[1] {
			case "00e9":
				body = append([]byte("\x00d\x003\x00-\x00d\x004\x00 "), octets...)
			case "e900":
				body = append([]byte("d\x003\x00-\x00d\x004\x00 \x00"), octets...)
			}
			want := "d3-d4 " + fields[0]
			if fields[0] == "-" {
				want = "d3-d4 !" // ASCII is the same in all of these
			}
			for _, written := range []string{label, `"` + strings.ToUpper(label) + `"`, " " + label + " "} {
				l := read(t, "From: ada@example.net\nContent-Type: text/plain; charset="+quotedLabel(written)+"\nContent-Transfer-Encoding: base64", base64.StdEncoding.EncodeToString(body))
				require.Equal(t, []string{want}, l.Lines, label)
			}
		}
	}
	t.Logf("%d labels of the WHATWG list", labels)
	require.Greater(t, labels, 220)
}

// quotedLabel quotes a label that is no token (RFC 2045, 5.1).
func quotedLabel(label string) string {
	if strings.ContainsAny(label, `: `) && !strings.HasPrefix(label, `"`) {
		return `"` + label + `"`
	}
	return label
}

// TestUTF7: plain text in UTF-7 is read, and marks that it hides are seen.
func TestUTF7(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"utf-7", "UTF-7", "unicode-1-1-utf-7"} {
		l := read(t, "From: ada@example.net\nContent-Type: text/plain; charset="+label, "d3+AC0-d4 +2D3cTQ-\r\n+AD4- b2+AC0-b3\r\n1 +- 1 +broken")
		require.Equal(t, []string{"d3-d4 \U0001f44d", "1 + 1"}, []string{l.Lines[0], l.Lines[1][:5]}, label)
		require.NotContains(t, l.Lines, "b2-b3")
	}
}

// TestUTF7IsNotRead: what a label names that is no charset of the list is
// refused by reading the octets as they are. UTF-7 would bring in marks and
// tags that no program in between saw.
func TestUTF7IsNotRead(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"csUTF7", "x-unicode-2-0-utf-7", "utf-8-7", "x-nonsense", "utf-32le"} {
		l := read(t, "From: ada@example.net\nContent-Type: text/plain; charset="+label, "d3-d4\r\n+AD4- b2+AC0-b3\r\n")
		require.Equal(t, []string{"d3-d4", "+AD4- b2+AC0-b3"}, l.Lines, label)
		l = read(t, "From: ada@example.net\nContent-Type: text/html; charset="+label, "<p>d3-d4</p>+ADw-p+AD4-b2-b3+ADw-/p+AD4-\r\n")
		require.Equal(t, "d3-d4", l.Lines[0], label)
		require.NotContains(t, l.Lines, "b2-b3", label)
		l = read(t, "From: ada@example.net\nSubject: =?"+label+"?Q?d3+AC0-d4?=", "")
		require.NotEqual(t, "d3-d4", l.Subject, label)
	}
}
