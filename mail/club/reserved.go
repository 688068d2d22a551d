package club

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"turnpost/db"
)

// servants are words that stand in no person's name: those of bots, of the server, and of the
// people and programs who run mail servers.
var servants = strings.Fields(`
	turnpost robot robots roboter robote robotics chatbot gamebot
	robotlevel robotniveau robotstufe roboterstufe robotlivello
	robô робот роботы ρομπότ ρομποτ ロボット 机器人 機器人 로봇 روبوت रोबोट רובוט
	admin admins administrator administrators administrateur administratrice amministratore amministratrice administratorin
	админ администратор διαχειριστής διαχειριστησ 管理员 管理員 管理者 관리자
	sysadmin sysop superuser systemadministrator webmaster hostmaster listmaster postmaster postmeister
	moderator moderators modérateur modératrice moderatore moderatrice moderatorin модератор
	operator operators opérateur opératrice operatore operatrice betreiber betreiberin оператор
	mailerdaemon maildaemon daemon noreply donotreply mailserver server serveur
	organiser organizer organisateur organisatrice organizzatore organizzatrice veranstalter spielleitung
	turnierleitung arbiter referee arbitre arbitro schiedsrichter
`)

// titles are what is nobody's name, though its words may stand in one: what messages call people
// who are not named, addresses of roles, and the words that begin a line of a message.
var titles = strings.Split(`
	somebody|someone|anybody|anyone|everybody|everyone|nobody|no one|not shown|non affiché|non montré|non mostrato|nicht gezeigt|unknown|unnamed|anonymous|anon|
	white|black|blanc|blancs|noir|noirs|bianco|nero|weiß|schwarz|ladder|
	you|me|player|opponent|your opponent|the opponent|a player|user|guest|member|winner|loser|
	quelqu'un|personne|quiconque|n'importe qui|tout le monde|inconnu|anonyme|vous|moi|joueur|joueuse|adversaire|votre adversaire|
	qualcuno|nessuno|chiunque|tutti|sconosciuto|anonimo|voi|giocatore|giocatrice|avversario|avversaria|il tuo avversario|
	jemand|irgendjemand|irgendwer|niemand|jeder|alle|unbekannt|anonym|ich|spieler|spielerin|gegner|gegnerin|dein gegner|
	root|bot|bots|abuse|security|support|help desk|helpdesk|info|contact|kontakt|system|système|sistema|service|
	mail|mailer|mail delivery system|mail delivery subsystem|e-mail|email|newsletter|news|list|sender|
	staff|team|the team|équipe|squadra|club|the club|
	move|ply|draw|turn|reminder|digest|invitation|resign|accept|decline|yes|no|ok|okay|stop|help|undo|
	coup|nulle|partie|rappel|oui|non|abandon|aide|
	mossa|patta|partita|promemoria|invito|sì|aiuto|
	zug|halbzug|remis|erinnerung|einladung|ja|nein|hilfe
`, "|")

// lineWords are words of lines that messages do not have, but people who imitate them would use,
// by language. Club.Lines holds those that they have.
var lineWords = map[string]string{
	"en": `your you please click press reply confirm verify accept accepts accepted offer offers offered resign resigns
		resigned draw drawn move moves moved ply plies turn turns game games over won wins win lost loses lose winner loser
		white black time timeout left expired due reminder warning notice alert message mail letter delivery failed failure
		undeliverable undelivered returned sender account password urgent important final last invitation invites invited
		yes no here now to play`,
	"fr": `votre vos vous veuillez cliquez répondez confirmez acceptez accepte accepter acceptée proposée propose proposer
		offerte offre nulle abandonne abandonné partie coup coups tour jouer jouez terminée finie gagne gagné gagnez perd perdu
		blancs noirs temps écoulé dépassé rappel avertissement message courrier échec remise expéditeur compte urgent invitation
		invite invité oui non ici maintenant`,
	"it": `tuo tua tocca per favore clicca rispondi conferma accetta accettata accettato offerta offre offerto proposta propone
		patta abbandona abbandonato partita mossa mosse turno gioca giocare finita vince vinto perde perso bianco nero tempo
		scaduto promemoria avviso messaggio posta consegna fallita mittente urgente invito invita invitato sì qui adesso`,
	"de": `dein deine ihr ihre sie bitte klicke antworte bestätige annehmen angenommen nimmt angebot angeboten bietet anbieten
		remis aufgegeben gibt auf partie spiel zug züge halbzug zieh ziehen zieht dran beendet vorbei gewonnen gewinnt verloren
		verliert weiß schwarz zeit abgelaufen erinnerung warnung nachricht zustellung fehlgeschlagen absender konto dringend
		einladung lädt eingeladen ja nein hier jetzt`,
}

// plain are words of messages that also stand in the names of people.
var plain = strings.Fields(`will best day good place record stand open week long della dei del des des den der die
	von van zur zum and les una ein eine und est per che con aux sur dal ben bin san sie son gut platz kann noch`)

// reservedWords and reservedTitles are what isReserved looks for, as reduced returns it.
var (
	reservedWords  = sync.OnceValue(func() []string { return allReduced(servants) })
	reservedTitles = sync.OnceValue(func() []string { return allReduced(titles) })
)

func allReduced(texts []string) (out []string) {
	for _, text := range texts {
		out = append(out, reduced(text, false)...)
	}
	return slices.DeleteFunc(out, func(s string) bool { return s == "" })
}

// isReserved reports whether a name is, or looks like, that of the server, a bot or a service,
// or what messages call people without a name: "Turnpost", "TURN-POST Support", "Turnp0st",
// "rob ot 8", "Robot-8", "somebody 2".
func (c *Club) isReserved(name string) bool {
	for _, whole := range reduced(name, true) {
		if slices.Contains(reservedTitles(), whole) {
			return true
		}
	}
	words := strings.FieldsFunc(norm.NFC.String(name), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
	ours := slices.Clone(reservedWords())
	var long []string // may not even be a part of a name
	for _, name := range append(slices.Clone(c.Ours), "Turnpost") {
		for _, key := range reduced(name, false) {
			if key == "" {
				continue
			}
			ours = append(ours, key)
			if len(key) >= 6 {
				long = append(long, key)
			}
		}
	}
	for i := range words {
		for j := i + 1; j <= len(words); j++ {
			for _, key := range reduced(strings.Join(words[i:j], ""), true) {
				if slices.Contains(ours, key) || slices.ContainsFunc(long, func(s string) bool { return strings.Contains(key, s) }) {
					return true
				}
			}
		}
	}
	return false
}

// reduced returns what a text looks like at a glance: its keys without marks, with digits that
// stand for letters, and also without the digits at its ends if these may be left out.
func reduced(text string, numbers bool) []string {
	texts := []string{text}
	if trimmed := strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }); numbers &&
		trimmed != text {
		texts = append(texts, trimmed)
	}
	var out []string
	for _, text := range texts {
		key, look := db.NameKeys(text)
		for _, k := range []string{key, look} {
			k = strings.Map(func(r rune) rune {
				switch {
				case r == '3':
					return 'e'
				case r == '5':
					return 's'
				case r == '7':
					return 't'
				case r == '4':
					return 'a'
				case unicode.IsMark(r):
					return -1
				}
				return r
			}, k)
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

// readsLikeLine reports whether a name reads like a subject or a first line of our messages: at
// least two of its words are words of these, in one language; or it holds the name of a game and
// a number behind it, as subjects do.
func (c *Club) readsLikeLine(name string) bool {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '.' || r == '-' || r == '·' || r == '・' })
	for i, word := range words {
		key, _ := db.NameKeys(word)
		words[i] = key
		if i == 0 || !unicode.IsDigit([]rune(word)[0]) {
			continue
		}
		for _, g := range c.games {
			for _, title := range []string{g.Name, g.Title} {
				if key, _ := db.NameKeys(title); strings.HasSuffix(strings.Join(words[:i], ""), key) {
					return true
				}
			}
		}
	}
	for _, vocabulary := range c.vocabularies() {
		n := 0
		for _, word := range words {
			if vocabulary[word] {
				n++
			}
		}
		if n >= 2 {
			return true
		}
	}
	return false
}

// vocabularies returns the words of our lines by language, as keys. Words of one or two letters
// are left out: they stand in many names. A key takes long to make, and most words stand in
// many lines.
func (c *Club) vocabularies() []map[string]bool {
	c.vocabulary.once.Do(func() {
		for lang := range lineWords {
			distinct := map[string]bool{}
			for _, line := range append(slices.Clone(c.Lines[lang]), lineWords[lang]) {
				for _, word := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) }) {
					distinct[strings.ToLower(word)] = true
				}
			}
			keys := map[string]bool{}
			for word := range distinct {
				if utf8.RuneCountInString(word) > 2 && !slices.Contains(plain, word) {
					key, _ := db.NameKeys(word)
					keys[key] = true
				}
			}
			c.vocabulary.words = append(c.vocabulary.words, keys)
		}
	})
	return c.vocabulary.words
}
