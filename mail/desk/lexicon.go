package desk

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// lexicon is the command words of one language, folded: in lower case and
// without accents. They are understood whatever language a player reads; the
// English ones are the names of the verbs themselves.
type lexicon struct {
	lang  string
	verbs map[string]string            // word -> name of the verb
	args  map[string]map[string]string // name of the verb -> word behind it -> the English word; "-": none
}

// lexicons are those of the languages besides English. A word that two
// languages use differently stands here as the first one has it; see verbCalled.
func lexicons() []lexicon {
	return []lexicon{
		{
			lang: "fr",
			verbs: entries(`
				coup,jouer: move; apercu: preview; si: if; nulle: draw; reprendre: undo; oui: yes; non: no;
				abandonner,abandonne: resign; defier,defi: challenge; accepter,accepte: accept; refuser,refuse: decline;
				retirer,retire: withdraw; revanche: rematch; bloquer,bloque: block; plateau: board; historique: history;
				exporter: export; parties: games; classement: standings; joueur: player; regles,regle: rules; aide: help;
				dire: say; publier: publish; nom: name; langue: lang; fuseau: timezone; resume: digest; lettres: letters;
				vacances,conges: vacation; adresse: address; reglages: settings; arreter: stop; oubliez,oublie: forget`),
			args: map[string]map[string]string{
				"challenge": entries(`quiconque: anyone; avec: as; les,le: -; noir,noirs: black; blanc,blancs: white; hasard: random;
					rythme: pace; rapide: fast; normale: normal; lent,lente: slow; ouvrables: weekdays; amicale: unrated; classee: rated`),
				"if":       entries(`si: if; alors: then; et: and; non: off`),
				"preview":  entries(`et: and; puis: then`),
				"board":    entries(`mots: words`),
				"games":    entries(`ouvertes,ouverte: open`),
				"player":   entries(`moi: me`),
				"digest":   withDays(`quotidien,quotidienne: daily; hebdomadaire: weekly; maintenant: now; non: off`, "lundi mardi mercredi jeudi vendredi samedi dimanche"),
				"letters":  entries(`toutes: every; miennes: mine; resume: digest`),
				"vacation": entries(`du: from; au,a: to; non: off`),
				"address":  entries(`non: off`),
				"forget":   entries(`moi: me`),
			},
		},
		{
			lang: "it",
			verbs: entries(`
				mossa: move; anteprima: preview; se: if; patta: draw; annulla: undo; si: yes; no: no;
				abbandono,abbandona: resign; sfida: challenge; accetta,accetto: accept; rifiuta,rifiuto: decline;
				ritira: withdraw; rivincita: rematch; blocca: block; tavoliere,scacchiera: board; storia: history;
				esporta: export; partite: games; classifica: standings; giocatore: player; regole: rules; aiuto: help;
				messaggio: say; nota: note; appunti: notes; pubblica: publish; nome: name; lingua: lang; fuso: timezone;
				riepilogo: digest; lettere: letters; vacanze,ferie: vacation; indirizzo: address; impostazioni: settings; basta: stop; dimentica: forget`),
			args: map[string]map[string]string{
				"challenge": entries(`chiunque: anyone; con: as; il,i: -; nero: black; bianco: white; caso: random;
					ritmo: pace; veloce: fast; normale: normal; lento: slow; feriali: weekdays; amichevole: unrated; classificata: rated`),
				"if":       entries(`se: if; allora: then; e: and; no: off`),
				"preview":  entries(`e: and; poi: then`),
				"board":    entries(`parole: words`),
				"games":    entries(`aperte,aperta: open`),
				"player":   entries(`io: me`),
				"publish":  entries(`appunti,note: notes`),
				"digest":   withDays(`giornaliero: daily; settimanale: weekly; adesso,ora: now; no: off`, "lunedi martedi mercoledi giovedi venerdi sabato domenica"),
				"letters":  entries(`tutte: every; mie: mine; riepilogo: digest`),
				"vacation": entries(`dal: from; al: to; no: off`),
				"address":  entries(`no: off`),
				"forget":   entries(`me,mi: me`),
			},
		},
	}
}

// entries reads "word,word: meaning; word: meaning".
func entries(text string) map[string]string {
	m := map[string]string{}
	for entry := range strings.SplitSeq(text, ";") {
		words, meaning, _ := strings.Cut(entry, ":")
		for word := range strings.SplitSeq(words, ",") {
			m[strings.TrimSpace(word)] = strings.TrimSpace(meaning)
		}
	}
	return m
}

// withDays reads entries, and the days of the week from Monday.
func withDays(text, days string) map[string]string {
	m := entries(text)
	english := []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
	for i, day := range strings.Fields(days) {
		m[day] = english[i]
	}
	return m
}

// plain folds a word: lower case, without accents, and without the apostrophe of
// "j'accepte".
func plain(word string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(word)) {
		if !unicode.Is(unicode.Mn, r) {
			b.WriteRune(r)
		}
	}
	return strings.TrimPrefix(b.String(), "j'")
}

// verbCalled returns the command that a first word calls, in any language, and
// the languages other than English in which it does. rest is what follows it:
// "si" is a French "if" before other words, and an Italian "yes" alone.
func (d *Desk) verbCalled(word, rest string) (v verb, langs []string, ok bool) {
	if v, ok = d.verb(word); ok {
		return v, nil, true
	}
	word = plain(word)
	for _, l := range d.lexicons {
		name, called := l.verbs[word]
		switch {
		case !called:
			continue
		case ok && (name == v.name || rest != ""):
		default:
			v, ok = d.verb(name)
		}
		if name == v.name {
			langs = append(langs, l.lang)
		}
	}
	return v, langs, ok
}

// argsOf puts the words behind a command into English where they are words of
// it, and names the languages of those that were not.
func (d *Desk) argsOf(v verb, args string) (english string, langs []string) {
	words := strings.Fields(args)
	for i, word := range words {
		core := strings.TrimFunc(word, func(r rune) bool { return strings.ContainsRune(`.,;:!"'`, r) })
		for _, l := range d.lexicons {
			meaning, ok := l.args[v.name][plain(core)]
			if meaning == "and" && !connects(plain(core), strings.Join(words[i+1:min(i+2, len(words))], "")) {
				continue
			}
			if ok && core != "" {
				words[i] = strings.TrimSuffix(strings.Replace(word, core, meaning, 1), "-")
				if meaning != core {
					langs = append(langs, l.lang)
				}
				break
			}
		}
	}
	if len(langs) == 0 {
		return args, nil
	}
	return strings.Join(strings.Fields(strings.Join(words, " ")), " "), langs
}
