package handler_test

import (
	"fmt"
	netmail "net/mail"
	"strings"
	"testing"
	"unicode"

	"turnpost/db/dbtest/skiptest"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/mail/club"
	"turnpost/mail/server/servertest"
	"turnpost/templates"
)

// impostors are names that pass for a player called Pat Noon, a person whose name nobody else
// may bear, or for the server, by class.
var impostors = map[string][]string{
	"whole-script confusables of a player": {
		"Ρat ΝΟΟΝ", "ΡΑΤ ΝΟΟΝ", "ραт", "ᏢᎪᎢ", "ꓑꓮꓔ", "ꓑꓮꓔ ꓠꓳꓳꓠ", "РАТ", "ΡΑΤ", "ᑭᗩ", "Рат", "рат", "PАT", "ΡAT",
		"𝐏𝐚𝐭", "𝑃𝑎𝑡", "𝒫𝒶𝓉", "𝓟𝓪𝓽", "𝔓𝔞𝔱", "ℙ𝕒𝕥", "𝕻𝖆𝖙", "𝖯𝖺𝗍", "𝗣𝗮𝘁", "𝘗𝘢𝘵", "𝙋𝙖𝙩", "𝙿𝚊𝚝", "Ｐａｔ", "Ⓟⓐⓣ", "🄿🄰🅃", "ᴘᴀᴛ", "ᵖᵃᵗ",
	},
	"mixed scripts": {
		"Рat", "Pаt", "Paτ", "Pат", "Ραt", "ρat", "Рat Noon", "Pat Nооn", "Pat Νoon", "Pat Noоn", "Ꮲat", "Pꭺt", "ꓑat", "Paꓔ",
		"Pat Иван", "Иван Pat", "Ada Аня", "Նoon", "Pat ნ", "PaᎢ", "Pat שלום", "Pat سلام", "Paт", "Pαt", "Раt Nооn", "Аlice",
		"Вob", "Сarol", "Еve", "Нenry", "Кarl", "Мary", "Оscar", "Тom", "Хavier", "Ηenry", "Ιan", "Κarl", "Μary",
	},
	"the server and its bots": {
		"Turnpost", "TURNPOST", "turn post", "Turn-Post", "Turnp0st", "Tůrnpost", "Türnpöst", "Turnpost Team", "The Turnpost Server",
		"ᴛurnpost", "Τurnpost", "Тurnpost", "ꓔꓴꓣꓠꓑꓳꓢꓔ", "TurnPost2", "5turnpost", "Turn.post", "T u r n p o s t",
		"robot 8", "Ɽobot 8", "rob ot 8", "робот 8", "r o b o t", "R0B0T", "Ro-bot", "Robòt 3", "Róbot", "ROBOT level 3", "ŘOBOT",
		"Roboter 5", "Robot livello 2", "Robot niveau 7", "Le robot", "Il robot 4", "der Roboter", "Ρομπότ", "РОБОТ", "ロボット", "机器人", "로봇",
	},
	"services": {
		"MAILER-DAEMON", "Mailer Daemon", "mailerdaemon", "Mail Delivery System", "Mail Delivery Subsystem", "postmaster", "Post master",
		"P0stmaster", "hostmaster", "webmaster", "Webmaster 2", "admin", "Admin Bob", "The Admin", "Adm1n", "аdmin", "ADMIN", "Administrator",
		"administrateur", "Amministratore", "Administratorin", "operator", "Operator 1", "0perator", "opérateur", "Betreiber", "operatore",
		"moderator", "Modérateur", "root", "daemon", "abuse", "security", "support", "help desk", "noreply", "No-Reply", "do not reply",
		"system", "Système", "sistema", "sysadmin", "Админ", "администратор", "管理员", "organiser", "Schiedsrichter", "arbitre",
	},
	"nobody": {
		"somebody", "Somebody", "SOMEBODY", "some body", "someone", "anyone", "Any one", "anybody", "everybody", "nobody", "no one",
		"somebody 2", "Anyone 7", "quelqu'un", "Quelqu’un", "personne", "n'importe qui", "tout le monde", "qualcuno", "nessuno", "chiunque",
		"jemand", "Irgendjemand", "niemand", "Jeder", "unknown", "Inconnu", "sconosciuto", "unbekannt", "player", "Joueur", "giocatore",
		"Spieler", "opponent", "Your opponent", "adversaire", "avversario", "Gegner", "you", "anonymous", "White", "black", "Weiß", "Noir", "bianco",
	},
	"lines of messages": {
		"Your move ply 4", "Your move", "Your second move", "Draw offered", "offers a draw", "You have won", "You won", "You have lost", "You lost",
		"Game over", "The game is a draw", "White to move", "Black wins", "White resigned", "Time is over", "A reminder ply 7",
		"Turro 12", "Rooya 4 Ada Bob", "Move 4", "Reply yes to accept", "Accept the draw", "Please resign", "Click here",
		"Delivery failed", "Undelivered mail", "Final reminder", "Your invitation", "Ada invites you", "It is your turn", "Last warning",
		"À vous de jouer", "Votre coup", "Nulle proposée", "Propose la nulle", "Vous avez gagné", "Vous avez perdu", "Partie terminée",
		"Les blancs abandonnent partie", "Temps écoulé", "Rappel à vous jouer", "Acceptez la nulle", "Votre tour",
		"La tua mossa", "Tocca a te giocare", "Patta proposta", "Offre patta", "Hai vinto la partita", "Hai perso la partita", "Partita finita",
		"Tempo scaduto", "Accetta la patta", "Il tuo turno", "Invito alla partita",
		"Dein Zug", "Ihr Zug", "Sie sind am Zug", "Remis angeboten", "Bietet Remis an", "Du hast gewonnen", "Du hast verloren", "Partie beendet",
		"Weiß gibt auf", "Zeit abgelaufen", "Nimm Remis an bitte", "Letzte Erinnerung",
	},
	"invisible characters": nil, // made below
	"words and addresses": {
		"You are stupid and I hate you", "a b c d e f", "this is what I think of you", "meet me at eight in London",
		"call me 0171 2345678", "visit www example com", "evil dot com", "eve at evil dot com", "punto com evil punto it", "Ada evil.example",
		"http://evil.example", "eve@evil.example", "evil。example", "192.0.2.1", "+44 171 2345678", "Ada 1234567", "one two three four five six",
		"tu es bête et je te hais", "sei stupido e ti odio molto davvero", "du bist dumm und ich hasse dich", "mailto:eve@evil.example",
		"tel:123", "javascript:alert", "evil[.]example", "www.evil.example", "Ada (eve@evil.example)", "x.y.z.w.co", "bit.ly", "t.me", "ada.lovelace.example",
	},
}

// inviting are characters that nobody sees.
var unseen = []rune{0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e,
	0x200f, 0x202a, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x2069, 0x206f, 0x3164, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xe0001, 0xe0041, 0xe0100}

// Nobody bears a name that could be taken for another player's, the server's, a service's or
// nobody's, or that is a message: neither by command nor by signature.
func TestAbuseNames(t *testing.T) {
	t.Parallel()
	for _, r := range unseen {
		impostors["invisible characters"] = append(impostors["invisible characters"], "Pa"+string(r)+"t")
	}
	w := newWorld(t)
	const pat, eve = "pat@example.net", "eve@example.org"
	w.Send(post{From: "Pat <" + pat + ">", Proven: true, Body: "help"})
	w.Send(post{From: "Pat Noon <noon@example.net>", Proven: true, Body: "help"})
	w.Send(post{From: eve, Proven: true, Body: "help"})
	require.Equal(t, []string{"Pat", "Pat Noon", "Eve"}, []string{w.nameOf(pat), w.nameOf("noon@example.net"), w.nameOf(eve)})
	n := 0
	for class, names := range impostors {
		require.GreaterOrEqual(t, len(names), 30, class)
		passed := []string{}
		for _, name := range skiptest.EveryFourth(names) {
			messages := w.Send(post{From: eve, Proven: true, Body: "name " + name})
			require.LessOrEqual(t, len(messages), 1, name)
			if w.nameOf(eve) != "Eve" {
				passed = append(passed, name)
				w.Send(post{From: eve, Proven: true, Body: "name Eve"})
			}
			n++
			from := fmt.Sprintf("new%d@example.org", n)
			messages = w.Send(post{From: (&netmail.Address{Name: name, Address: from}).String(), Proven: true, Body: "help"})
			require.Len(t, messages, 1)
			if got := w.nameOf(from); clashes(got, name, class) {
				passed = append(passed, "signed "+name+" -> "+got)
			}
			w.Now = w.Now.Add(25 * 60 * 60e9)
		}
		t.Logf("abuse | names, %s: %d | none is borne | %d %q", class, len(names), len(passed), passed)
		require.Empty(t, passed, class)
	}
}

// clashes reports whether a newcomer got a name that passes for what its class says.
func clashes(got, name, class string) bool {
	if strings.ContainsFunc(got, func(r rune) bool {
		return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
	}) || len(strings.Fields(got)) > 5 {
		return true
	}
	if strings.Contains(class, "player") || strings.Contains(class, "invisible") {
		key, _ := db.NameKeys(got)
		return key == "pat" || key == "patnoon"
	}
	return got == name
}

// persons are names of people, which everybody may bear.
var persons = []string{
	"José", "Müller", "李明", "Иван", "O'Brien", "Jean-Luc de la Tour", "Nguyễn Văn A", "Søren Kierkegaard", "Zoë", "Łukasz Żółć", "Đặng Thị Hồng",
	"Björk Guðmundsdóttir", "Þór", "Αλέξανδρος Παπαδόπουλος", "Юлія Ґалаґан", "Ђорђе Петровић", "Ґрета", "Наталія", "山田 太郎", "田中 さくら",
	"サラ・コナー", "김민준", "محمد علي", "דוד כהן", "राम कुमार", "ஸ்ரீதர்", "สมชาย ใจดี", "გიორგი", "Արամ Խաչատրյան", "አበበ", "山田 Taro", "王 Wang",
	"María José García López", "Ana María de la Cruz", "Maria da Silva e Souza", "João Conceição", "D’Arcy Wretzky", "Siobhán Ní Dhomhnaill",
	"J.R.R. Tolkien", "Ludwig van Beethoven", "Karl-Heinz von der Heide", "Ali ibn Sina", "Abdul bin Rashid", "Jack Black", "Barry White",
	"Anna Turro", "Will Smith", "Will Day", "George Best", "Mark Stone", "May Turner", "Grace Moves", "Della Costa", "Vincenzo Passoni",
	"Robotham", "Ada Robotti", "Rob Otis", "Robert", "Roberta Bot", "Admira", "Edgar Guest", "Elihu Root", "Adam In", "Montserrat Gal·la",
	"Ōtani Shōhei", "Țuțea", "Șerban", "Ceylan Çağlar", "İbrahim Işık", "Əli Məmmədov", "Ġorġ Ħanna", "Ķēniņš", "Ümit", "Ørjan Ås", "Æsa",
	"Franz Weiß", "Paul Schwarz", "Bianca Neri", "Pierre Leblanc", "Luca Bianco", "Secondo Pia", "Ernst Zug", "Jean Partie", "Marc Coup",
	"Li", "Vu An", "Le Van An", "Won Bin", "Tu Nguyen", "Ng", "Pat 2", "R2D2", "Anna 1985", "Sinéad O'Connor", "François-Xavier", "Ольга Смирнова",
	"Franziska Lang", "Dieter Brief", "Petra Platz", "Sara Leggi", "Rosa Passo", "Tour de France", "Chiara Tocci", "Aldo Moro",
}

func TestNamesOfPeople(t *testing.T) {
	t.Parallel()
	c := club.New(nil, nil)
	words, err := templates.New()
	require.NoError(t, err)
	c.Lines = words.Heads()
	for _, name := range persons {
		got, refusal := c.CheckName(name)
		require.Nil(t, refusal, "%s: %v", name, refusal)
		want := strings.ReplaceAll(name, "’", "'")
		require.Equal(t, want, got)
		require.Equal(t, want, c.NameOf(name, "x@example.org"))
	}
	t.Logf("names of people | %d | all are borne", len(persons))
	// What messages call nobody in particular is nobody's name, in any language.
	for _, lang := range templates.Languages() {
		for _, id := range []string{"name.somebody", "name.anyone", "name.unnamed"} {
			text, err := words.Say(lang, id)
			require.NoError(t, err)
			_, refusal := c.CheckName(text)
			require.NotNil(t, refusal, text)
		}
		heads, passed := 0, []string{}
		for _, head := range words.Heads()[lang] {
			words := strings.FieldsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) })
			text := strings.Join(words[:min(len(words), 5)], " ")
			if _, refusal := c.CheckName(text); len(words) >= 3 {
				if heads++; refusal == nil {
					passed = append(passed, text)
				}
			}
		}
		t.Logf("abuse | names that are a first line, %s: %d | hardly one is borne | %d %q", lang, heads, len(passed), passed)
		require.Less(t, len(passed), heads/20, "%q", passed)
	}
}

// A player who blocked or muted another reads, in whatever message, the name that the other had
// then. Others read the new one, and a blocked player is told nothing of it.
func TestAbuseTalkByName(t *testing.T) {
	t.Parallel()
	said := []string{
		"Stupid Cow", "Coward", "Proud Peacock", "Sore Nag", "Vieux Cochon", "Pauvre Type", "Brutto Asino", "Dumme Kuh", "Ti odio", "Feigling",
	}
	for _, refuse := range []string{"block " + bob, "mute #1"} {
		passed, read := 0, 0
		for _, name := range skiptest.EveryFourth(said) {
			w := theGame(t)
			w.Send(post{From: ada, Proven: true, Body: refuse})
			w.Send(post{From: bob, Proven: true, Body: "name " + name})
			require.Equal(t, name, w.nameOf(bob), "his own name is his")
			w.Reply(ada, "b1")
			w.Reply(bob, "b2")
			w.Send(post{From: bob, Proven: true, Body: "vacation 2027-03-01 to 2027-03-04"})
			w.Send(post{From: bob, Proven: true, Body: "name " + name + " X"})
			for _, line := range []string{"games", "#1 history", "#1 board", "#1 export", "settings", "player bob", "ratings", "digest now", "#1 if * then c3", "#1 preview c3",
				"mute #1", "block " + bob} {
				w.Send(post{From: ada, Proven: true, Body: line})
			}
			w.Reply(bob, "resign")
			for _, o := range w.Outgoing(db.OutgoingQueued) {
				text := string(servertest.ReadMessage(t, servertest.Whole(t, o.Raw)).Text)
				if o.Recipient == ada {
					read++
					if strings.Contains(text, name) {
						passed++
						t.Log(text)
					}
				}
			}
			w.Send(post{From: "Carol <carol@example.org>", Proven: true, Body: "player " + name + " X"})
			require.Contains(t, w.Last("carol@example.org").Text, name+" X: results", "others read it")
		}
		t.Logf("abuse | talk by name after %q, %d names | none is read | %d of %d messages", refuse, len(said), passed, read)
		require.Zero(t, passed)
	}
}

// A newcomer whose name is taken, or is none, is told which one they have, and how to change it.
func TestNewcomersAreToldTheirName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	says := func(from, body string) string {
		messages := w.Send(post{From: from, Proven: true, Body: body})
		require.Len(t, messages, 1)
		return strings.Join(strings.Fields(messages[0].Text), " ")
	}
	require.NotContains(t, says("Pat <one@example.org>", "help"), "name NAME")
	require.Contains(t, says("Pat <two@example.org>", "help"), "Somebody else here is called Pat, or something very similar. To tell you apart, your name here is Pat 2.")
	require.Contains(t, says("PAT <three@example.org>", "games"), "your name here is PAT 3.")
	require.Contains(t, says("pat@example.org", "games"), "your name here is Pat 4.")
	require.Contains(t, says("Pat Наталья <four@example.org>", "help"), "Yours is Four.")
	require.Contains(t, says("Postmaster <five@example.org>", "help"), "so your name here is Five.")
	require.Contains(t, says("Draw offered <six@example.org>", "help"), "so your name here is Six.")
	require.Contains(t, says("a b c d e f g <seven@example.org>", "help"), "so yours is a b c d e.")
	require.NotContains(t, says("\"eight@example.org\" <eight@example.org>", "help"), "name NAME")
	require.NotContains(t, says("\"Lovelace, Ada (IBM)\" <nine@example.org>", "help"), "name NAME")
	require.Contains(t, says("two@example.org", "name Pat"), "The name Pat is taken, or a very similar one; Pat 2 is free: write name Pat 2")
	require.Contains(t, says("two@example.org", "name pat"), "The name pat is taken")
	require.Contains(t, says("two@example.org", "name somebody"), "That name is reserved")
	require.Contains(t, says("one@example.org", "name PAT"), "Changed, PAT", "one's own name is free")
	require.Contains(t, says("three@example.org", "name Patricia"), "Changed, Patricia")
	require.NotContains(t, says("three@example.org", "help"), "name NAME", "once")
	// An invitation by a name takes it from nobody.
	w.Send(post{From: "one@example.org", Proven: true, Body: "challenge Zoe <zoe@example.org> turro"})
	require.NotContains(t, says("Zoe <other@example.org>", "help"), "name NAME")
}
