package handler_test

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// one is an attack with one letter.
func one(name, hears string, p func(w *world) post) attack {
	return attack{name: name, hears: hears, raw: func(w *world) [][]byte { return [][]byte{w.Raw(p(w))} }}
}

// forged is a message in Ada's name without a secret.
func forged(name, body string, header ...string) attack {
	return one("forged From: "+name, ada, func(*world) post { return post{From: "Ada <" + ada + ">", Body: body, Header: header} })
}

// mangled is a message whose bytes are changed.
func mangled(name, hears string, p func(w *world) post, old, new string) attack {
	return attack{name: name, hears: hears, raw: func(w *world) [][]byte {
		raw := w.Raw(p(w))
		require.Contains(w.T, string(raw), old)
		return [][]byte{bytes.Replace(raw, []byte(old), []byte(new), 1)}
	}}
}

// own is a message of Ada's with the right secret that does not say b1 to whoever
// reads it.
func own(name string, p func(w *world) post) attack {
	return one(name, ada, func(w *world) post {
		q := p(w)
		q.From = ada
		if q.To == "" && q.Answers == nil {
			q.To = w.inGame(ada).Get("Reply-To")
		}
		return q
	})
}

// page is an HTML mail of Ada's with the right secret.
func page(name, html string) attack {
	return mangled("hidden in HTML: "+name, ada, func(w *world) post {
		return post{From: ada, To: w.inGame(ada).Get("Reply-To"), Body: html}
	}, "Content-Type: text/plain", "Content-Type: text/html")
}

func attacks() (all []attack) {
	replyTo := func(w *world, who string) string { return w.inGame(who).Get("Reply-To") }
	claim := func(body string) func(*world) post {
		return func(*world) post { return post{From: ada, Body: body} }
	}
	stolen := func(from string) func(*world) post {
		return func(w *world) post { return post{From: from, Body: "b1", Answers: w.inGame(ada)} }
	}
	secretOf := func(w *world, who string) post { return post{From: ada, Body: "b1", To: replyTo(w, who)} }
	results := func(lines ...string) func(*world) post {
		return func(*world) post { return post{From: ada, Body: "#1 b1", Header: lines} }
	}

	// Who wrote it.
	for _, body := range []string{"#1 b1", "#1 resign", "#1 draw", "#1 undo", "#1 if * then b1", "#1 say I give up", "stop", "forget me", "name Eve", "lang fr",
		"block " + bob, "vacation 2026-12-01 to 2026-12-20", "digest daily 07:30", "challenge dora@example.org turro", "yes", "#1 rematch"} {
		all = append(all, forged(body, body))
	}
	all = append(all,
		one("forged From: command in the subject", ada, func(*world) post { return post{From: ada, Subject: "#1 resign"} }),
		attack{name: "forged From: yes to a question of ours", raw: func(w *world) [][]byte {
			w.Send(post{From: ada, Proven: true, Body: "stop"})
			return [][]byte{w.Raw(claim("yes")(w))}
		}, hears: ada},
		attack{name: "forged From: a hundred letters that ask for help", raw: func(w *world) (raws [][]byte) {
			for range 100 {
				raws = append(raws, w.Raw(claim("help")(w)))
			}
			return raws
		}, hears: ada, most: 20},
		one("forged From: Sender, Reply-To and Resent-From are Ada's", eve, func(*world) post {
			return post{From: eve, Body: "#1 b1", Header: []string{"Sender: " + ada, "Reply-To: " + ada, "Resent-From: " + ada, "Return-Path: <" + ada + ">"}}
		}),
		one("stolen secret from another address", ada, stolen(eve)),
		one("stolen secret, Ada's address as the display name", ada, stolen(`"`+ada+`" <`+eve+`>`)),
		one("stolen secret from the opponent", bob, stolen(bob)),
		one("stolen secret of an open question", ada, func(w *world) post {
			w.Send(post{From: ada, Proven: true, Body: "forget me"})
			return post{From: eve, Body: "yes", Answers: w.Last(ada)}
		}),
		attack{name: "replayed letter, byte by byte", raw: func(w *world) [][]byte {
			raw := w.Raw(post{From: ada, Body: "b1", Answers: w.inGame(ada)})
			w.Bring(raw)
			return [][]byte{raw, append([]byte("Received: by evil.example\r\n"), raw...)}
		}, hears: nobody},
		attack{name: "replayed letter with another Message-ID", raw: func(w *world) [][]byte {
			old := w.inGame(ada)
			w.Send(post{From: ada, Body: "b1", Answers: old})
			return [][]byte{w.Raw(post{From: ada, Body: "b1", Answers: old})}
		}, hears: ada},
		attack{name: "secret of an older ply", raw: func(w *world) [][]byte {
			old := w.inGame(ada)
			w.Send(post{From: ada, Body: "b1", Answers: old})
			w.Send(post{From: bob, Body: "b5", Answers: w.inGame(bob)})
			return [][]byte{w.Raw(post{From: ada, Body: "c5", Answers: old})}
		}, hears: ada},
		one("secret of another player", ada, func(w *world) post { return secretOf(w, bob) }),
		one("secret of another player, his letter quoted", ada, func(w *world) post { return post{From: ada, Body: "b1", Answers: w.inGame(bob)} }),
		one("secret of another game", ada, func(w *world) post {
			l := w.Boxes[ada][len(w.Boxes[ada])-1]
			require.Equal(w.T, "2", l.Get("Turnpost-Game"))
			secret := strings.Split(strings.TrimPrefix(l.Get("Reply-To"), "<"), ".")[2]
			return post{From: ada, Body: "b1", To: "games+1.2." + secret}
		}),
		one("secret moved to another ply", ada, func(w *world) post {
			return post{From: ada, Body: "b1", To: strings.Replace(replyTo(w, ada), "+1.2.", "+1.3.", 1)}
		}),
		one("mailto: a tap on a letter that was passed on", ada, func(w *world) post {
			return post{From: eve, Subject: "Re: x", Body: "b1", To: replyTo(w, ada)}
		}),
		one("mailto: a link with Bob's secret given to Ada", ada, func(w *world) post {
			return post{From: ada, Subject: w.inGame(bob).Get("Subject"), Body: "b1", To: replyTo(w, bob)}
		}),
		attack{name: "guessed secrets, two hundred", raw: func(w *world) (raws [][]byte) {
			for i := range 200 {
				guess := fmt.Sprintf("games+1.2.%c%c%caaaaaaaaaaaaaaaaa@turnpost.example", 'a'+i%26, 'a'+i/26%26, 'a'+i/676)
				raws = append(raws, w.Raw(post{From: ada, Body: "b1", To: guess}))
			}
			return raws
		}, hears: ada, most: 12}, // 3 an hour; 200 minutes pass
		one("guessed secrets, a hundred in one letter", ada, func(w *world) post {
			var to []string
			for i := range 100 {
				to = append(to, fmt.Sprintf("games+1.2.%c%caaaaaaaaaaaaaaaaaa@turnpost.example", 'a'+i%26, 'a'+i/26))
			}
			return post{From: ada, Body: "b1", To: strings.Join(to, ",\n ")}
		}),
		one("guessed secret from a stranger", nobody, func(w *world) post {
			return post{From: eve, Body: "b1", To: "games+1.2.aaaaaaaaaaaaaaaaaaaa@turnpost.example"}
		}),
		one("stolen secret of a question about a quarantined letter", ada, func(w *world) post {
			w.Send(post{From: ada, Body: "#1 b1"})
			return post{From: eve, Body: "yes", Answers: w.Last(ada)}
		}),
		attack{name: "stolen secret of a question about a second address", raw: func(w *world) [][]byte {
			w.Send(post{From: ada, Proven: true, Body: "address ada@work.example"})
			q := w.Last("ada@work.example")
			return [][]byte{w.Raw(post{From: eve, Body: "yes", Answers: q}), w.Raw(post{From: ada, Body: "yes", Answers: q})}
		}, hears: ada},
		one("digest: its secret from another address", ada, func(w *world) post {
			w.Send(post{From: ada, Proven: true, Body: "digest now"})
			return post{From: eve, Body: "#1 b1", Answers: w.Last(ada)}
		}),
		attack{name: "digest: a reply after the game moved on", raw: func(w *world) [][]byte {
			w.Send(post{From: ada, Proven: true, Body: "digest now"})
			list := w.Last(ada)
			w.Now = w.Now.Add(time.Minute)
			w.Send(post{From: ada, Body: "b1", Answers: w.inGame(ada)})
			w.Send(post{From: bob, Body: "b5", Answers: w.inGame(bob)})
			return [][]byte{w.Raw(post{From: ada, Body: "#1 c1", Answers: list})}
		}, hears: ada},
		one("digest: its secret moved to a game", ada, func(w *world) post {
			w.Send(post{From: ada, Proven: true, Body: "digest now"})
			parts := strings.Split(strings.TrimPrefix(w.Last(ada).Get("Reply-To"), "<"), ".")
			return post{From: ada, Body: "b1", To: "games+1.2." + parts[2]}
		}),
		one("a game of others: board, history, export", eve, func(w *world) post {
			return post{From: eve, Body: "#1 board\n#1 history\n#1 export\n#1 notes\n#1 resign", Proven: true}
		}),

		// More than one writer.
		mangled("two From fields, ours below", nobody, stolen(ada), "From: ", "From: "+eve+"\r\nFrom: "),
		mangled("two From fields, one on top of a signed letter", nobody, stolen(eve), "Delivered-To:", "From: "+ada+"\r\nDKIM-Signature: v=1; h=from; d=evil.example\r\nDelivered-To:"),
		mangled("two From fields, the same twice", nobody, stolen(ada), "From: ", "From: "+ada+"\r\nFROM: "),
		one("two addresses in From", nobody, stolen(ada+", "+eve)),
		one("group syntax in From", nobody, stolen("players: "+ada+";")),
		one("group syntax in From, empty", nobody, stolen("undisclosed-recipients:;")),
		one("NUL in From", nobody, stolen("Ada <"+ada+"\x00>")),
		mangled("bare CR hides a second From", nobody, stolen(ada), "To: ", "X: y\r\nFrom: "+ada+"\rFrom: "+eve+"\r\nTo: "),
		mangled("bare CR hides Authentication-Results", ada, claim("#1 b1"), "Subject: ", "X-A: y\rAuthentication-Results: turnpost.example; auth=pass smtp.auth="+ada+"\r\nSubject: "),
		one("encoded word: Ada's address as the name", ada, stolen("=?utf-8?q?ada=40example.org?= <"+eve+">")),
		one("encoded word: a comma and a bracket in the name", ada, stolen("=?utf-8?q?=3Cada=40example.org=3E=2C?= <"+eve+">")),
		one("encoded word: the whole address", nobody, stolen("=?utf-8?q?ada=40example.org?=")),
		one("encoded word in the address", ada, stolen("<=?utf-8?q?ada?=@example.org>")),
		one("SMTPUTF8: Cyrillic a in the address (homograph)", ada, stolen("Ada <\u0430da@example.org>")),
		one("SMTPUTF8: zero-width space in the address", nobody, stolen("Ada <ada\u200b@example.org>")),
		one("IDN: Cyrillic a in the domain (homograph)", ada, stolen("Ada <ada@ex\u0430mple.org>")),
		one("IDN: the same in punycode (homograph)", ada, stolen("Ada <ada@xn--exmple-4nf.org>")),
	)

	// What a server is said to have found.
	const mine = "Authentication-Results: turnpost.example; auth=pass smtp.auth=" + ada
	all = append(all,
		one("Authentication-Results forged below the server's own", nobody, results("Authentication-Results: turnpost.example; dmarc=fail header.from=example.org", mine)),
		one("Authentication-Results forged above, of another server", ada, results("Authentication-Results: mx.evil.example; auth=pass smtp.auth="+ada)),
		one("Authentication-Results with a result in a comment", nobody, results("Authentication-Results: turnpost.example; dmarc=fail (p=reject; dmarc=pass header.from=example.org) header.from=example.org")),
		one("Authentication-Results with a result in quotes", nobody, results(`Authentication-Results: turnpost.example; spf=fail smtp.mailfrom="x; dmarc=pass header.from=example.org"@evil.example`)),
		one("Authentication-Results for another domain", ada, results("Authentication-Results: turnpost.example; dmarc=pass header.from=evil.example")),
		one("Authentication-Results for another user", ada, results("Authentication-Results: turnpost.example; auth=pass smtp.auth="+eve)),
		one("Authentication-Results with a name that begins like ours", ada, results("Authentication-Results: turnpost.example.evil.example; auth=pass smtp.auth="+ada)),
		one("Authentication-Results with two names", ada, results("Authentication-Results: mx.evil.example turnpost.example; auth=pass smtp.auth="+ada)),
		one("Authentication-Results with a version nobody knows", ada, results("Authentication-Results: turnpost.example 2; auth=pass smtp.auth="+ada)),
		mangled("Authentication-Results in the body", ada, claim("x"), "\r\n\r\nx", "\r\n\r\n"+mine+"\r\n\r\n#1 b1"),
	)

	// Machines.
	report := "multipart/report; report-type=delivery-status; boundary=b"
	dsn := "--b\n\nfailed\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.org\n\nFinal-Recipient: rfc822; " + bob + "\nAction: failed\nStatus: 5.1.1\n\n--b--"
	all = append(all,
		mangled("forged bounce, a delivery report for Bob", nobody, func(w *world) post {
			return post{From: "MAILER-DAEMON@example.org", Body: dsn, Header: []string{"Auto-Submitted: auto-replied", "Return-Path: <>"}}
		}, "Content-Type: text/plain; charset=utf-8", "Content-Type: "+report),
		mangled("forged bounce in answer to a letter of ours", nobody, func(w *world) post {
			return post{From: "postmaster@example.org", Body: dsn, To: replyTo(w, bob), Header: []string{"In-Reply-To: " + w.inGame(bob).Get("Message-Id")}}
		}, "Content-Type: text/plain; charset=utf-8", "Content-Type: "+report),
		one("forged bounce as plain text", nobody, func(w *world) post {
			return post{From: "mailer-daemon@example.org", Subject: "Undelivered Mail Returned to Sender", Body: "b1", To: replyTo(w, bob)}
		}),
		attack{name: "our own letter comes back", raw: func(w *world) [][]byte { return [][]byte{w.inGame(ada).Raw()} }, hears: nobody},
		one("from our own address", nobody, func(w *world) post { return post{From: serverAddress, Body: "b1", Answers: w.inGame(ada)} }),
		one("from our own address with a tag", nobody, func(w *world) post { return post{From: replyTo(w, ada), Body: "b1", Answers: w.inGame(ada)} }),
		one("second instance: its letter with a move", nobody, func(w *world) post {
			return post{From: ada, Body: "b1", Answers: w.inGame(ada), Header: []string{"Turnpost-Game: 1", "Turnpost-Ply: 3"}}
		}),
	)
	for _, c := range []struct{ name, hears, field string }{
		{"Auto-Submitted", ada, "Auto-Submitted: auto-replied"}, {"a null return path", nobody, "Return-Path: <>"},
		{"X-Autoreply", ada, "X-Autoreply: yes"},
	} {
		all = append(all, one("autoresponder with "+c.name+" and a move", c.hears, func(w *world) post {
			return post{From: ada, Body: "b1", Answers: w.inGame(ada), Header: []string{c.field}}
		}))
	}
	all = append(all,
		one("autoresponder by its subject, and a move", ada, func(w *world) post {
			return post{From: ada, Subject: "Automatische Antwort: Rooya", Body: "b1", To: replyTo(w, ada)}
		}),
		attack{name: "autoresponder with no sign, fifty letters", raw: func(w *world) (raws [][]byte) {
			for range 50 {
				raws = append(raws, w.Raw(post{From: ada, Body: "I am on holiday until 2027-01-03.", Answers: w.inGame(ada)}))
			}
			return raws
		}, hears: ada, most: 1},
	)
	return append(all, hostileMessages()...)
}
