package auth_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail"
	"turnpost/mail/auth"
)

// fuzzKey is a key that no input knows.
var fuzzKey = []byte("the key of the fuzz targets: 32.")

// FuzzToken holds the secret's parser and its check to these facts, whatever
// text a message brings:
//
//   - nothing panics, and what is read prints to a text that reads back to the
//     same token;
//   - a text that somebody without the key wrote never verifies, for anybody;
//   - a reply token of ours verifies from its text, in any case of letters, under its
//     key whether that is the newest or an older one, for its player, its game
//     and its ply;
//   - and with one letter, the player, the game, the ply or the key changed, or
//     before the plies were taken back after which it was made, it does not.
func FuzzToken(f *testing.F) {
	real := auth.NewReplyToken(fuzzKey, 3, auth.SeenGame{Game: 12, Ply: 7, Undone: 1}, mail.AskedQuestion{})
	for _, s := range []string{
		real.String()[:20], "", ".", "12.7.", "12.7.k3v9q2", "12.7." + strings.Repeat("a", auth.SecretLength), "12.7." + strings.Repeat("A", auth.SecretLength),
		"012.07." + strings.Repeat("2", auth.SecretLength), "-1.7." + strings.Repeat("a", auth.SecretLength), "999999999999999999.999999999999." + strings.Repeat("z", auth.SecretLength),
		"9999999999999999999.1." + strings.Repeat("a", auth.SecretLength), "12.7." + strings.Repeat("a", auth.SecretLength) + "\n", "12.7." + strings.Repeat("ſ", auth.SecretLength),
		"12.7." + strings.Repeat("K", auth.SecretLength), "games+12.7.aaaaaaaaaaaaaaaaaaaa@turnpost.example", "[12.7.aaaaaaaaaaaaaaaaaaaa]",
	} {
		f.Add(s, int64(3), int64(12), int64(7), uint8(1), uint8(5))
	}
	f.Add("0.1795168800."+strings.Repeat("q", auth.SecretLength), int64(1), int64(0), int64(1795168800), uint8(0), uint8(0))
	mailbox := auth.ServerAddress{Address: "Games@turnpost.example", Plus: true}
	f.Fuzz(func(t *testing.T, text string, player, game, ply int64, undone, at uint8) {
		keys := [][]byte{[]byte("a newer key"), fuzzKey}
		if read, ok := auth.ParseReplyToken(text); ok {
			again, ok := auth.ParseReplyToken(read.String())
			require.True(t, ok)
			require.Equal(t, read, again)
			for _, p := range []int64{player, 0, 1, 3, read.Game} {
				forged := read
				require.False(t, forged.Verify(keys, p, int(undone)), "forged: %q", text)
				require.False(t, forged.Verify(nil, p, int(undone)), "without keys: %q", text)
			}
		}
		for _, read := range mailbox.ReplyTokens([]string{text, "games+" + text + "@turnpost.example"}, []string{text + "@turnpost.example"}, []string{text, text + ".nonce@turnpost.example"}) {
			require.False(t, read.Verify(keys, player, int(undone)), "forged by a carrier: %q", text)
		}
		if game < 0 || game > 1e17 || ply < 0 || ply > 1e11 {
			return
		}
		made := auth.NewReplyToken(fuzzKey, player, auth.SeenGame{Game: game, Ply: ply, Undone: int(undone)}, mail.AskedQuestion{})
		s := made.String()
		for _, written := range []string{s, strings.ToUpper(s)} {
			read, ok := auth.ParseReplyToken(written)
			require.True(t, ok, written)
			require.True(t, read.Verify(keys, player, int(undone)), written)
			require.Equal(t, made, read)
			require.True(t, read.Verify(keys, player, int(undone)+2), "after more plies were taken back")
			require.Equal(t, int(undone), read.Undone)
			require.False(t, read.Verify(keys, player, int(undone)-1), "before its plies were taken back")
			require.False(t, read.Verify(keys[:1], player, int(undone)), "under another key")
			require.False(t, read.Verify(keys, player+1, int(undone)), "for another player")
		}
		for _, other := range []auth.ReplyToken{{Game: game + 1, Ply: ply, Secret: made.Secret}, {Game: game, Ply: ply + 1, Secret: made.Secret}, {Game: ply, Ply: game, Secret: made.Secret}} {
			if other.Game != game || other.Ply != ply {
				require.False(t, other.Verify(keys, player, int(undone)), "moved to %s", other)
			}
		}
		i := int(at) % auth.SecretLength
		changed := auth.ReplyToken{Game: game, Ply: ply, Secret: made.Secret[:i] + string("abcdefghijklmnopqrstuvwxyz234567"[at/8]) + made.Secret[i+1:]}
		require.Equal(t, changed.Secret == made.Secret, changed.Verify(keys, player, int(undone)), "letter %d changed: %s", i, changed)

		found := mailbox.ReplyTokens([]string{"x@y", "GAMES+" + s + "@turnpost.example"}, nil, nil)
		require.Len(t, found, 1)
		found = append(found, mailbox.ReplyTokens(nil, []string{s + ".nonce@turnpost.example"}, []string{s + ".other@turnpost.example", s + ".x@elsewhere.example"})...)
		require.Len(t, found, 3)
		for _, c := range found {
			require.True(t, c.Verify(keys, player, int(undone)))
		}
	})
}

// TestAQuestionHasItsOwnToken: nothing else answers it, and its token is
// nothing else's.
func TestAQuestionHasItsOwnToken(t *testing.T) {
	keys := [][]byte{[]byte("a newer key"), fuzzKey}
	q := auth.TokenQuestion{Kind: auth.AboutQuarantine, Number: 5}
	asked := auth.NewQuestionToken(fuzzKey, 3, q, 1795168800)
	read, ok := auth.ParseReplyTokenLine("  " + asked.Line() + " ")
	require.True(t, ok)
	require.Equal(t, asked, read)
	require.True(t, read.Answers(keys, 3, q))
	require.False(t, read.Answers(keys[:1], 3, q), "under another key")
	require.False(t, read.Answers(keys, 4, q), "of another player")
	for _, other := range []auth.TokenQuestion{{Kind: auth.AboutAddress, Number: 5}, {Kind: auth.AboutQuarantine, Number: 6}, {Kind: auth.AboutQuarantine, Number: 5, Asked: 1}} {
		require.False(t, read.Answers(keys, 3, other), "%v", other)
	}
	require.False(t, read.Verify(keys, 3, 9), "it is no letter's about a game")
	plain := auth.NewReplyToken(fuzzKey, 3, auth.SeenGame{Ply: 1795168800}, mail.AskedQuestion{})
	require.False(t, plain.Answers(keys, 3, q))
	read.Ply++
	require.False(t, read.Answers(keys, 3, q), "of another moment")
	for _, line := range []string{"", "[", "[]", asked.String(), "[" + asked.String(), "[" + asked.String() + "] x"} {
		_, ok := auth.ParseReplyTokenLine(line)
		require.False(t, ok, line)
	}
}

// TestTokensOfADamagedGame: where its row says that plies were taken back a billion times,
// nobody looks at each.
func TestTokensOfADamagedGame(t *testing.T) {
	t.Parallel()
	key := [][]byte{[]byte("key")}
	made := auth.NewReplyToken(key[0], 3, auth.SeenGame{Game: 12, Ply: 7, Undone: 1}, mail.AskedQuestion{})
	require.True(t, made.Verify(key, 3, auth.MaxUndone))
	require.False(t, made.Verify(key, 3, 1_796_681_761_000))
}

// TestTheFormOfTokens: what was sent out years ago has to verify still.
func TestTheFormOfTokens(t *testing.T) {
	key := []byte("key")
	mailbox := auth.ServerAddress{Address: "games@turnpost.example", Plus: true}
	made := auth.NewReplyToken(key, 3, auth.SeenGame{Game: 12, Ply: 7, Undone: 1}, mail.AskedQuestion{})
	require.Equal(t, "12.7.3sbgfqz7pkizo62ksrpy", made.String())
	require.Equal(t, "games+"+made.String()+"@turnpost.example", mailbox.ReplyTo(made))
	require.Equal(t, "games@turnpost.example", auth.ServerAddress{Address: mailbox.Address}.ReplyTo(made))
	require.Equal(t, made.String()+".nonce@turnpost.example", mailbox.MessageID(made, "nonce"))
	require.Equal(t, "0.1795168800.xxkng5pk5mo6j2q7s5ft", auth.NewQuestionToken(key, 3, auth.TokenQuestion{Kind: auth.AboutAddress, Number: 5, Asked: 2}, 1795168800).String())
	require.Equal(t, "games+b.12.dkc67xu3sywidb4ckkrp@turnpost.example", mailbox.ReturnPath(key, 12))
	require.Equal(t, "3.ttpg5byrkjzmuuwzfrl3", auth.NewUnsubscribeToken(key, 3).String())
}

func TestToken(t *testing.T) {
	keys := [][]byte{[]byte("a newer key"), fuzzKey}
	made := auth.NewUnsubscribeToken(fuzzKey, 3)
	read, ok := auth.ParseUnsubscribeToken(made.String())
	require.True(t, ok)
	require.Equal(t, made, read)
	require.True(t, read.Verify(keys))
	require.False(t, read.Verify(keys[:1]))
	read.Player++
	require.False(t, read.Verify(keys))
	for _, text := range []string{"", "3.", strings.ToUpper(made.String()), made.String() + "a", "-" + made.String(), "9999999999999999999." + made.Secret} {
		_, ok := auth.ParseUnsubscribeToken(text)
		require.False(t, ok, text)
	}
}
