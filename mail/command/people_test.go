package command

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// readAs checks what lines are in the language of a row: "en line = what do shows", one a line.
func readAs(t *testing.T, rows string, show func(do any) string) {
	t.Helper()
	r, tried := intentsReader(t), map[string]int{}
	for _, row := range strings.Split(strings.TrimSpace(rows), "\n") {
		row = strings.TrimSpace(row)
		lang, rest, _ := strings.Cut(row, " ")
		text, want, ok := strings.Cut(rest, " = ")
		require.True(t, ok, row)
		c := r.ReadAll([]string{text}, lang)[0]
		got := show(c.Do)
		if got == "" {
			got = "-"
		}
		assert.Equal(t, want, got, row)
		tried[lang]++
	}
	t.Logf("replies | lines read | %v", tried)
}

func TestRepliesChallengesByName(t *testing.T) {
	t.Parallel()
	readAs(t, challengesByName, func(do any) string {
		c, ok := do.(Challenge)
		if !ok || c.Name == "" {
			return ""
		}
		out := c.Name + " " + c.Proposed.Game.Name + " " + c.Proposed.Side.String()
		if c.Wrong != nil {
			out += " " + c.Wrong.Code
		}
		return out
	})
}

// challengesByName are lines and the name, game and side that they challenge to; "-": nobody by name.
const challengesByName = `
	en challenge Dan turro = Dan turro none
	en challenge dan turro as black pace slow = dan turro black
	en Challenge Dan to a game of turro = Dan turro none
	en challenge Dan at turro, as white = Dan turro white
	en challenge Dan to turro unrated. = Dan turro none
	en challenge Anna Maria turro = Anna Maria turro none
	en challenge "Anna Maria" turro rated = Anna Maria turro none
	en challenge “Anna Maria” Le Rooya as white = Anna Maria rooya white
	en challenge 'Will Of The Wisp' roses = Will Of The Wisp roses none
	en challenge O'Brien roses = O'Brien roses none
	en challenge O’Brien roses = O’Brien roses none
	en challenge Zoé chess = Zoé chess none
	en challenge José María Aznar López draughts as black = José María Aznar López draughts black
	en challenge Иван Петров chess = Иван Петров chess none
	en challenge 山田 turro = 山田 turro none
	en challenge Dan, turro, as black = Dan turro black
	en challenge Dan L. turro = Dan L. turro none
	en challenge Dan 2 turro = Dan 2 turro none
	en invite Dan turro = Dan turro none
	en challenge Le Roi rooya = Le Roi rooya none
	en challenge Von Neumann turro = Von Neumann turro none
	en challenge de Gaulle turro = de Gaulle turro none
	en challenge Dan turro pace 3x = Dan turro none bad-pace
	en challenge Dan turro as green = Dan turro none bad-side
	en challenge Dan Guerre des deux roses = Dan roses none
	en CHALLENGE DAN TURRO = DAN turro none
	en challenge nobody turro = nobody turro none
	en challenge bob@example.org turro = -
	en challenge anyone turro = -
	en challenge robot turro = -
	en challenge ladder turro = -
	en challenge accepted = -
	en challenge accepted, my friend = -
	en challenge Dan = -
	en challenge Dan sometime = -
	en challenge me to chess = -
	en challenge you to turro = -
	en challenge my brother to chess = -
	en challenge the champion to chess = -
	en challenge a@b@c turro = -
	en challenge him to chess = -
	en I want to challenge Dan at turro = -
	en Challenge Cup final today = -
	en Challenges are fun = -
	fr défie Dan au turro = Dan turro none
	fr Défier Dan turro = Dan turro none
	fr défier Dan à une partie de turro = Dan turro none
	fr défier dan turro en noir = dan turro black
	fr Défie Zoé au turro avec les blancs = Zoé turro white
	fr défier Anne Marie Le Rooya amicale = Anne Marie rooya none
	fr défier « Anne Marie » turro = Anne Marie turro none
	fr défier Jean-Luc turro cadence lente = Jean-Luc turro none
	fr inviter Dan à jouer une partie de turro = Dan turro none
	fr défi Dan turro = Dan turro none
	fr DÉFIER DAN TURRO = DAN turro none
	fr defier Helene turro = Helene turro none
	fr invite D'Artagnan au turro = D'Artagnan turro none
	fr défier Le Corbusier turro en blanc = Le Corbusier turro white
	fr défier la Marquise turro = la Marquise turro none
	fr défier François roses classée = François roses none
	fr défiez Dan au turro = Dan turro none
	fr invitez Dan à turro = Dan turro none
	fr défier quiconque turro = -
	fr défier robot turro = -
	fr défier échelle turro = -
	fr défi relevé = -
	fr défier Dan = -
	fr invite ta mère au cinéma = -
	fr défier bob@example.org turro = -
	fr défier vous au turro = -
	fr je voudrais défier Dan au turro = -
	fr défi accepté, merci = -
	fr défier des montagnes = -
	fr défier le temps = -
	it sfida Dan a turro = Dan turro none
	it sfida Dan turro con il nero = Dan turro black
	it Sfido Dan a una partita di turro = Dan turro none
	it sfidare Anna Maria turro = Anna Maria turro none
	it sfida "Anna Maria" turro = Anna Maria turro none
	it sfida Niccolò rooya col bianco = Niccolò rooya white
	it invita Dan a giocare una partita di turro = Dan turro none
	it invito Dan a turro = Dan turro none
	it sfida D'Annunzio turro amichevole = D'Annunzio turro none
	it sfida Di Stefano turro = Di Stefano turro none
	it sfida La Rosa rooya cadenza lenta = La Rosa rooya none
	it sfida dan TURRO = dan turro none
	it sfida José turro = José turro none
	it invitare Dan turro = Dan turro none
	it sfida Gian Luigi roses classificata = Gian Luigi roses none
	it sfida Dan al turro = Dan al turro none
	it sfida chiunque turro = -
	it sfida computer turro = -
	it sfida scala turro = -
	it sfida accettata = -
	it sfida Dan = -
	it sfida bob@example.org turro = -
	it sfida ti a turro = -
	it vorrei sfidare Dan a turro = -
	it sfida accettata, grazie = -
	it sfida del secolo = -
	it sfida con me stesso = -
	it invito a cena = -
	it invita gli amici = -
	it sfida interessante questa = -
	de fordere Dan zu turro heraus = Dan turro none
	de herausfordern Dan turro = Dan turro none
	de Fordere Dan zu einer Partie Turro heraus = Dan turro none
	de herausfordern dan turro als schwarz = dan turro black
	de einladen Jürgen Müller turro = Jürgen Müller turro none
	de lade Jürgen Müller zu Turro ein = Jürgen Müller turro none
	de herausfordern „Anna Maria“ turro = Anna Maria turro none
	de herausfordern Groß rooya als weiß = Groß rooya white
	de herausfordern von Neumann turro = von Neumann turro none
	de herausfordern Hans-Peter turro bedenkzeit langsam = Hans-Peter turro none
	de HERAUSFORDERN DAN TURRO = DAN turro none
	de fordern Dan turro heraus = Dan turro none
	de herausfordern Zu Guttenberg turro = Zu Guttenberg turro none
	de herausfordern Dan roses ungewertet = Dan roses none
	de herausforderung Dan turro = Dan turro none
	de lade Dan zu turro = Dan turro none
	de herausfordern Alle turro = -
	de herausfordern alle turro = -
	de herausfordern roboter turro = -
	de herausfordern leiter turro = -
	de Herausforderung angenommen = -
	de herausfordern Dan = -
	de fordere dich zu turro heraus = -
	de ich fordere Dan zu turro heraus = -
	de herausfordern bob@example.org turro = -
	de lade die Waschmaschine = -
	de lade dich zum Essen ein = -
	de einladen wollte ich dich auch = -
	de fordere nicht zu viel = -
	de Herausforderung des Tages = -`

func TestRepliesBreaks(t *testing.T) {
	t.Parallel()
	readAs(t, `
	en break 7d = 168h0m0s
	en break 7 days = 168h0m0s
	en Break for 7 days = 168h0m0s
	en break of 2 weeks = 336h0m0s
	en break 1w = 168h0m0s
	en break 12h = 12h0m0s
	en break 1d12h = 36h0m0s
	en break 1 day 12 hours = 36h0m0s
	en BREAK 3D = 72h0m0s
	en break 3d. = -
	en break 0d = -
	en break = -
	en break a leg = -
	en break it up = -
	en break time! = -
	en break for lunch = -
	en break for 7 = -
	en break even after 7 days = -
	en break 7d please, I am away = -
	en break the ice = -
	en break off the attack = -
	en I need a break = -
	en I need a break of 7d = -
	en give me a break = -
	en Give me a break! = -
	en a break of 7 days would be nice = -
	en Let us have a break = -
	en break my heart = -
	en Breaking news = -
	en break? = -
	fr suspendre 7j = 168h0m0s
	fr suspendre 7 jours = 168h0m0s
	fr suspendre pour 7 jours = 168h0m0s
	fr Suspendre pendant 2 semaines = 336h0m0s
	fr trêve 3j = 72h0m0s
	fr treve de 3 jours = 72h0m0s
	fr suspendez 12h = 12h0m0s
	fr suspendre 1j12h = 36h0m0s
	fr suspendre = -
	fr trêve de plaisanterie = -
	fr suspendre le linge = -
	fr une trêve de 7 jours ? = -
	fr il faudrait suspendre 7 jours = -
	fr trêve des confiseurs = -
	fr suspendre mon vol = -
	it sospendi 7g = 168h0m0s
	it sospendi 7 giorni = 168h0m0s
	it sospendere per 7 giorni = 168h0m0s
	it Sospensione di 2 settimane = 336h0m0s
	it tregua 3g = 72h0m0s
	it sospendi 12h = 12h0m0s
	it sospendi 12 ore = 12h0m0s
	it sospendi 1g12h = 36h0m0s
	it sospendi = -
	it tregua! = -
	it sospendi il giudizio = -
	it una tregua di 7 giorni? = -
	it tregua di Natale = -
	it sospensione della patente = -
	it vorrei sospendere 7 giorni = -
	de unterbrechen 7t = 168h0m0s
	de unterbrechen 7 Tage = 168h0m0s
	de Unterbrechen für 7 Tage = 168h0m0s
	de Unterbrechung von 2 Wochen = 336h0m0s
	de unterbreche 3T = 72h0m0s
	de unterbrechen 12h = 12h0m0s
	de unterbrechen 12 Stunden = 12h0m0s
	de unterbrechen 1t12h = 36h0m0s
	de unterbrechen = -
	de unterbrechen wir mal = -
	de Unterbrechung wegen Regen = -
	de unterbreche mich nicht = -
	de ich muss 7 Tage unterbrechen = -
	de eine Unterbrechung von 7 Tagen? = -
	de unterbrechen kostet 7 Euro = -`,
		func(do any) string {
			if b, ok := do.(Break); ok {
				return fmt.Sprint(b.Time)
			}
			return ""
		})
}

func TestRepliesForgiving(t *testing.T) {
	t.Parallel()
	readAs(t, `
	en undo yours = yours
	en Undo yours. = yours
	en UNDO YOURS! = yours
	en undo theirs = yours
	en undo your move = yours
	en undo your last move = yours
	en undo your last turn = yours
	en #12 undo yours = yours
	en cancel yours = yours
	en take back your move = yours
	en you can take it back = yours
	en You may take that back. = yours
	en please take your move back = yours
	en undo = undo
	en undo. = undo
	en undo #12 = undo
	en undo yours truly = -
	en yours truly = -
	en undo your settings = -
	en undo yours and mine = -
	en undo it all = -
	en undo yours? = -
	en can I take it back = -
	en undo my last turn = -
	en Yours, Ada = -
	en undo the damage = -
	en you can take it back to the shop = -
	en I will not take it back = -
	fr reprendre votre = yours
	fr reprendre le vôtre = yours
	fr reprendre votre coup = yours
	fr reprendre votre dernier coup = yours
	fr Reprendre ton coup. = yours
	fr annuler votre coup = yours
	fr reprenez votre coup = yours
	fr reprends ton coup = yours
	fr vous pouvez reprendre votre coup = yours
	fr tu peux reprendre ton coup = yours
	fr reprendre = undo
	fr reprendre votre souffle = -
	fr reprendre votre coup ? = -
	fr reprendre le travail = -
	fr votre coup = -
	fr reprendre contact = -
	it annulla tuo = yours
	it annulla il tuo = yours
	it annulla il tuo turno = yours
	it annulla la tua mossa = yours
	it annulla la tua ultima mossa = yours
	it Annulla la tua ultima mossa. = yours
	it puoi annullare la tua mossa = yours
	it annulla = undo
	it annulla il tuo ordine = -
	it annulla tuo? = -
	it tuo = -
	it annulla tutto = -
	it puoi annullare la prenotazione = -
	de zurücknehmen deinen = yours
	de zurücknehmen deinen Zug = yours
	de zurücknehmen deinen letzten Zug = yours
	de Nimm deinen Zug zurück = yours
	de nimm deinen letzten Zug zurück. = yours
	de du kannst deinen Zug zurücknehmen = yours
	de du darfst zurücknehmen = yours
	de zurücknehmen = undo
	de zurücknehmen deinen Zug? = -
	de nimm deinen Hund zurück = -
	de deinen Zug = -
	de zurücknehmen kann ich nichts = -
	de Rücknahme deiner Bestellung = -`,
		func(do any) string {
			switch do.(type) {
			case Forgive:
				return "yours"
			case Undo:
				return "undo"
			}
			return ""
		})
}

func TestRepliesRatingWindows(t *testing.T) {
	t.Parallel()
	readAs(t, `
	en challenge anyone turro rating 200 = 200
	en challenge anyone turro rating within 200 = 200
	en challenge anyone turro as black rating 150, pace slow = 150
	en challenge anyone rating 300 turro = 300
	en challenge anyone turro rating ±200 = 200
	en challenge anyone turro rating +/-200 = 200
	en challenge anyone turro elo 200 unrated = 200
	en challenge anyone turro rating = -1
	en challenge anyone turro rating high = bad-word
	en challenge anyone turro rating 5000 = 5000
	en challenge bob@example.org turro rating 200 = 200
	en challenge Dan turro rating 200 = 200
	en challenge anyone turro = 0
	en challenge anyone turro rated = 0
	fr défier quiconque turro cote 200 = 200
	fr défier quiconque turro en noir cote 200 cadence lente = 200
	fr défier quiconque turro cote à 200 près = bad-word
	fr défier quiconque turro elo 100 = 100
	fr défier quiconque turro cote = -1
	fr défier quiconque turro classée = 0
	it sfida chiunque turro punteggio 200 = 200
	it sfida chiunque turro punteggio entro 200 = 200
	it sfida chiunque turro con il nero punteggio 200 = 200
	it sfida chiunque turro elo 200 = 200
	it sfida chiunque turro punteggio = -1
	it sfida chiunque turro classificata = 0
	de herausfordern alle turro wertung 200 = 200
	de herausfordern alle turro wertungszahl 200 als weiß = 200
	de herausfordern alle turro elo 200 bedenkzeit schnell = 200
	de herausfordern alle turro wertung bis 200 = 200
	de herausfordern alle turro wertung = -1
	de herausfordern alle turro gewertet = 0`,
		func(do any) string {
			c, _ := do.(Challenge)
			if c.Wrong != nil {
				return c.Wrong.Code
			}
			return fmt.Sprint(c.Proposed.Within)
		})
}

func TestRepliesChallengesSetting(t *testing.T) {
	t.Parallel()
	readAs(t, `
	en challenges on = true
	en challenges off = false
	en Challenges ON. = true
	en challenges = -
	en challenges are fun = -
	en challenges on every corner = -
	en Challenges accepted = -
	fr défis oui = true
	fr défis non = false
	fr DEFIS OUI = true
	fr défis = -
	fr défis relevés = -
	it sfide sì = true
	it sfide si = true
	it sfide no = false
	it sfide = -
	it sfide difficili = -
	de herausforderungen an = true
	de herausforderungen aus = false
	de Herausforderungen ja = true
	de herausforderungen = -
	de Herausforderungen gibt es genug = -`,
		func(do any) string {
			if s, ok := do.(SwitchSetting); ok && s.What == VerbChallenges {
				return fmt.Sprint(s.On)
			}
			return ""
		})
}

// Lines with the word for block or mute are for a player if somebody has the name, and else what they were.
func TestRepliesBlocksByName(t *testing.T) {
	t.Parallel()
	r := intentsReader(t)
	at := "at=1:turro after= mine numbered others=turro"
	for _, row := range strings.Split(strings.TrimSpace(`
		en block Eve = block Eve
		en block eve. = block eve
		en Block "Eve Adams"! = block Eve Adams
		en mute Eve = mute Eve
		en unmute Eve = unmute Eve
		en mute Eve Adams = mute Eve Adams
		fr bloquer Eve = block Eve
		fr bloque « Eve » = block Eve
		fr sourdine Eve = mute Eve
		fr réécouter Eve = unmute Eve
		it blocca Eve = block Eve
		it silenzia Eve = mute Eve
		it riattiva Eve = unmute Eve
		de sperren Eve = block Eve
		de sperre Eve = block Eve
		de blockiere Eve Adams = block Eve Adams
		de stumm Eve = mute Eve
		de lautschalten Eve = unmute Eve
		en block the road = -
		en block him = -
		en block e4 = -
		en block Bob = -
		en block Eve's attack = -
		en block it out = -
		en Block party tonight = -
		en block eve@example.org = -
		en mute the phone = -
		en mute #1 = -
		en block Eve? = -
		en block Eve now before she sees my plan = -
		fr bloquer la route = -
		it blocca la torre = -
		de sperre die Straße = -
		de blockieren wir ihn = -`), "\n") {
		lang, rest, _ := strings.Cut(strings.TrimSpace(row), " ")
		text, want, _ := strings.Cut(rest, " = ")
		ctx := contextOf(t, r, lang+" "+at)
		ctx.Called = func(_ Verb, name string) bool {
			return strings.EqualFold(name, "Eve") || strings.EqualFold(name, "Eve Adams")
		}
		got := "-"
		for _, in := range r.Classify(r.ReadAll([]string{text}, lang), ctx) {
			if do, ok := in.(Do); ok {
				switch what := do.Line.Do.(type) {
				case Block:
					if what.Name != "" {
						got = "block " + what.Name
					}
				case Mute:
					if what.Name != "" {
						got = map[bool]string{false: "mute ", true: "unmute "}[what.Off] + what.Name
					}
				}
			}
		}
		assert.Equal(t, want, got, row)
	}
}
