package club

import (
	"crypto/sha256"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"

	"turnpost/db"
)

// dailyCount is what is counted for an origin in a day.
type dailyCount string

const (
	countChallenges dailyCount = "challenges" // invitations, and questions to addresses
	countBots       dailyCount = "robots"     // games with bots
)

// originOfPlayer returns the digest of a player's origin, and how many invitations and
// questions to addresses may come from there in a day, or games with bots: three times the
// limit of one person, since the owner of a domain has any number of addresses.
func originOfPlayer(tx *Tx, player int64, what dailyCount) (from []byte, most int, err error) {
	folded, err := tx.DB.AddressKey(player)
	if err != nil {
		return nil, 0, err
	}
	key, shared := originOf(folded, tx.Club.Policy.Shared)
	switch most = tx.Club.Policy.Challenges; {
	case what == countBots:
		key, most = "robots of "+key, 3*tx.Club.Policy.BotGamesADay
	case !shared:
		most = max(most, tx.Club.Policy.ChallengesOfDomain)
	}
	return originDigest(key), most, nil
}

// withinOrigin refuses if all players of an origin together have reached the limit of the day.
// from is the origin's digest.
func withinOrigin(tx *Tx, player int64, what dailyCount) (from []byte, err error) {
	from, n, most, err := originToday(tx, player, what)
	if err == nil && n >= most {
		return nil, Refuse(string(what)+"-domain", most)
	}
	return from, err
}

// originToday returns how many invitations all players of an origin together have made in the last day, and how
// many they may. from is the origin's digest.
func originToday(tx *Tx, player int64, what dailyCount) (from []byte, n, most int, err error) {
	if from, most, err = originOfPlayer(tx, player, what); err == nil {
		n, err = tx.DB.InvitationsFrom(from, tx.Now().Add(-day))
	}
	return from, n, most, err
}

// providers give an address to anybody, so that their customers have nothing to do with each
// other.
var providers = []string{
	"gmail.com", "googlemail.com", "outlook.com", "outlook.fr", "outlook.de", "outlook.it", "outlook.es",
	"hotmail.com", "hotmail.co.uk", "hotmail.fr", "hotmail.de", "hotmail.it", "hotmail.es", "live.com",
	"live.co.uk", "live.fr", "live.de", "live.it", "live.nl", "msn.com",
	"yahoo.com", "yahoo.co.uk", "yahoo.fr", "yahoo.de", "yahoo.it", "yahoo.es", "yahoo.ca", "yahoo.co.jp",
	"yahoo.co.in", "yahoo.com.br", "yahoo.com.au", "ymail.com", "rocketmail.com", "aol.com", "aim.com",
	"icloud.com", "me.com", "mac.com", "proton.me", "protonmail.com", "protonmail.ch", "pm.me", "fastmail.com",
	"fastmail.fm", "hey.com",
	"zoho.com", "zohomail.com", "zohomail.eu", "mail.com", "email.com", "tuta.com", "tuta.io", "tutanota.com",
	"tutanota.de", "tutamail.com",
	"gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.com", "gmx.fr", "web.de", "t-online.de", "freenet.de",
	"arcor.de", "posteo.de", "posteo.net", "mailbox.org", "online.de", "vodafone.de",
	"orange.fr", "wanadoo.fr", "free.fr", "laposte.net", "sfr.fr", "neuf.fr", "bbox.fr", "numericable.fr",
	"libero.it", "virgilio.it", "tiscali.it", "alice.it", "tin.it", "tim.it", "fastwebnet.it", "inwind.it",
	"iol.it", "aruba.it",
	"bluewin.ch", "hispeed.ch", "sunrise.ch", "skynet.be", "telenet.be", "ziggo.nl", "kpnmail.nl", "xs4all.nl",
	"comcast.net", "verizon.net", "att.net", "sbcglobal.net", "bellsouth.net", "cox.net", "charter.net",
	"earthlink.net", "optonline.net",
	"btinternet.com", "sky.com", "virginmedia.com", "ntlworld.com", "talktalk.net", "shaw.ca", "rogers.com",
	"sympatico.ca", "bigpond.com", "optusnet.com.au",
	"seznam.cz", "wp.pl", "o2.pl", "onet.pl", "interia.pl", "yandex.ru", "yandex.com", "mail.ru", "bk.ru",
	"inbox.ru", "list.ru", "rambler.ru", "ukr.net",
	"qq.com", "163.com", "126.com", "sina.com", "naver.com", "daum.net", "hanmail.net", "rediffmail.com",
	"uol.com.br", "bol.com.br", "terra.com.br",
}

// originOf returns the origin of a folded address: its registered domain, so that thirty
// addresses of one domain do not count as thirty people. If the domain is one of providers or
// more, the origin is the mailbox, and shared is true.
func originOf(folded string, more []string) (key string, shared bool) {
	local, domain, _ := strings.Cut(folded, "@")
	if registered, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
		domain = registered
	}
	same := func(provider string) bool { return strings.EqualFold(provider, domain) }
	if slices.Contains(providers, domain) || slices.ContainsFunc(more, same) {
		return db.MailboxOf(local + "@" + domain), true
	}
	return domain, false
}

// originDigest is what is stored of an origin for a day. It names nobody, but anybody with the
// database can test guesses.
func originDigest(key string) []byte {
	sum := sha256.Sum256([]byte(key))
	return sum[:16]
}
