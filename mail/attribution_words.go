package mail

import "strings"

// The words by which mail clients introduce a quote, language by language.

// verbsOf are the verbs of attributions, which stand as words of their own, by
// their first octets; joinedVerbs may stand within a word.
var (
	verbsOf = byFirst([]string{
		"wrote", "writes", "said", // English
		"a écrit", "a ecrit", "écrivait", "ecrivait", // French
		"schrieb", "hat geschrieben", "schrieben", // German
		"escribió", "escribio", "ha escrito", // Spanish
		"ha scritto", "scrive", "scriveva", // Italian
		"escreveu",                                               // Portuguese
		"schreef", "heeft geschreven", "het volgende geschreven", // Dutch
		"skrev", "skreiv", // Swedish, Danish, Norwegian
		"kirjoitti",                                  // Finnish
		"napisał", "napisała", "napisał(a)", "pisze", // Polish
		"napsal", "napsala", "napsal(a)", // Czech
		"napísal", "napísala", "napísal(a)", // Slovak
		"ezt írta", "írta", // Hungarian
		"a scris",                                                       // Romanian
		"написал", "написала", "написал(а)", "пишет", "писал", "писала", // Russian
		"написав", "написала", "пише", "писав", // Ukrainian
		"yazdı", "şunu yazdı", "şunları yazdı", // Turkish
		"έγραψε", "έγραψαν", // Greek
		"va escriure", "ha escrit", "escrigué", // Catalan
		"je napisao", "je napisala", "napisao je", "napisao/la je", "napisala je", "je napisao/la", "piše", // Croatian
		"је написао", "је написала", // Serbian
		"je napisal", "je napisala", // Slovene
		"написа",         // Bulgarian
		"rašė", "parašė", // Lithuanian
		"rakstīja",        // Latvian
		"kirjutas",        // Estonian
		"idatzi du",       // Basque
		"skrifaði",        // Icelandic
		"escribiu",        // Galician
		"đã viết", "viết", // Vietnamese
		"menulis", // Indonesian, Malay
		"כתב", "כתבה", "כתב/ה", "מאת",
		"كتب", "كتبت",
		"نوشت",
		"ने लिखा",
	})
	joinedVerbs = byFirst([]string{
		"さんは書きました", "さんが書きました", "のメール", "님이 작성", "님이 씀", "写道", "寫道", "写到", "เขียนว่า", "เขียน",
	})
)

// attributionWords begin an attribution: prepositions, weekdays, months.
var attributionWords = words(`
	on at le am um el il op em den dne dnia w v în in la las los la ja pe på d. den den. dňa dátum date datum data
	στις τη την в во у на від от от: za a em: em a dia: no na od il/la ke pr pa i í ngày vào pada tarihinde el/la
	בתאריך ב- ב في فی در
	mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday
	lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche
	mo di mi do fr sa so montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag
	mié jue vie sáb dom lunes martes miércoles jueves viernes sábado domingo
	gio sab lunedì martedì mercoledì giovedì venerdì sabato domenica
	seg ter qua qui sex segunda terça quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira
	ma wo vr za zo maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
	mån tis ons tors fre lör sön måndag tisdag onsdag torsdag fredag lördag söndag
	man tir tor lør søn mandag tirsdag lørdag søndag
	ma ti ke to pe la su maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
	pon wt śr czw pt sob niedz poniedziałek wtorek środa czwartek piątek sobota niedziela
	po út st čt pá so ne pondělí úterý středa čtvrtek pátek neděle ut št pi
	h k sze cs p szo v hétfő kedd szerda csütörtök péntek szombat vasárnap
	lun mie joi vin dum luni marți miercuri joi vineri sâmbătă duminică
	пн вт ср чт пт сб вс нд понедельник вторник среда четверг пятница суббота воскресенье
	понеділок вівторок середа четвер пʼятниця субота неділя
	pzt sal çar per cum cmt paz pazartesi salı çarşamba perşembe cuma cumartesi pazar
	δευ τρί τετ πέμ παρ σάβ κυρ
	sre čet pet ned
	jan feb apr may jun jul aug sep oct nov dec january february march april june july august september october november december
`)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[strings.TrimRight(w, ".,:")] = true
	}
	return m
}

// quoteLabel is a line of the header block that Outlook and its kin put above the
// old mail.
type quoteLabel int

// labelOf is what a word labels, in lower case and in any language.
func labelOf(word string) quoteLabel { return labels[word] }

// opensAttribution reports whether a word, in lower case and without punctuation,
// begins attributions.
func opensAttribution(word string) bool { return attributionWords[word] }

// isForwardMark reports whether words, in lower case, stand between dashes above old
// mail.
func isForwardMark(words string) bool { return forwardMarks[words] }

// The labels.

const (
	noLabel quoteLabel = iota
	fromLabel
	sentLabel
	toLabel
	CcLabel
	subjectLabel
)

var labels = func() map[string]quoteLabel {
	m := map[string]quoteLabel{}
	for _, e := range []struct {
		label quoteLabel
		words string
	}{
		{fromLabel, "from|de|von|da|van|från|fra|lähettäjä|od|feladó|de la|expéditeur|от|от кого|від|від кого|kimden|gönderen|από|" +
			"差出人|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람|발신|מאת|من|dari|từ|người gửi|nuo|no|kellelt|saatja|remitente|mittente|remetente|afzender|absender|avsändare|afsender|avsender|nadawca|odesílatel|odosielateľ|expeditor|pošiljatelj|šalje|pošiljalac|шаље|пошилјач|подател|frá|nork|จาก"},
		{sentLabel, "sent|date|envoyé|envoyé le|date d'envoi|gesendet|datum|enviado|enviado el|enviado em|enviada em|fecha|data|inviato|data invio|verzonden|verzonden op|skickat|sendt|dato|lähetetty|päivämäärä|pvm|wysłano|wysłane|odesláno|odoslané|dátum|elküldve|küldve|trimis|trimisă|дата|отправлено|отправлена|надіслано|gönderildi|gönderme tarihi|gönderilen|tarih|" +
			"στάλθηκε|ημερομηνία|απεστάλη|送信日時|日時|日付|发送时间|时间|日期|寄件日期|傳送時間|보낸 날짜|날짜|보낸날짜|נשלח|תאריך|تاريخ|تاريخ الإرسال|أرسلت|dikirim|tanggal|đã gửi|ngày|enviat|изпратено|poslano|послато|enviat|išsiųsta|saadetud|kuupäev|nosūtīts|sent at|วันที่|ส่ง"},
		{toLabel, "to|à|a|an|para|aan|till|til|vastaanottaja|kenelle|do|komu|pro|címzett|către|catre|кому|kime|alıcı|προς|宛先|收件人|收件者|받는 사람|받는사람|수신|אל|إلى|kepada|đến|til:|за|до|prima|per a|kam|kellele|destinataire|destinatario|ถึง"},
		{CcLabel, "cc|bcc|kopie|kopia|copia|cópia|kopi|копия|копія|bilgi|κοιν|抄送|副本|참조|עותק|نسخة|kopio|másolat|dw|odp|reply-to|répondre à|antwort an|organization|importance|priority"},
		{subjectLabel,
			"subject|objet|sujet|betreff|betr|asunto|oggetto|assunto|onderwerp|ämne|emne|aihe|temat|předmět|predmet|tárgy|subiect|тема|konu|θέμα|" +
				"件名|主题|主題|主旨|제목|נושא|הנושא|الموضوع|موضوع|perihal|subjek|chủ đề|tiêu đề|относно|assumpte|zadeva|наслов|tema|teema|efni|gaia|re|หัวเรื่อง|เรื่อง"},
	} {
		for w := range strings.SplitSeq(e.words, "|") {
			if _, dup := m[w]; !dup {
				m[w] = e.label
			}
		}
	}
	return m
}()

// forwardMarks stand between dashes above the old mail.
var forwardMarks = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.SplitSeq(
		"original message|original email|original mail|original appointment|forwarded message|forwarded by|reply message|begin forwarded message|"+
			"message d'origine|message original|message initial|message transféré|e-mail d'origine|mail original|début du message réexpédié|début du message transféré|"+
			"ursprüngliche nachricht|originalnachricht|originale nachricht|original-nachricht|weitergeleitete nachricht|anfang der weitergeleiteten nachricht|ursprüngliche mail|"+
			"mensaje original|mensaje reenviado|correo original|inicio del mensaje reenviado|"+
			"messaggio originale|messaggio originario|messaggio inoltrato|inizio messaggio inoltrato|"+
			"mensagem original|mensagem encaminhada|mensagem reencaminhada|início da mensagem reencaminhada|"+
			"oorspronkelijk bericht|oorspronkelijke bericht|origineel bericht|doorgestuurd bericht|begin doorgestuurd bericht|"+
			"ursprungligt meddelande|originalmeddelande|vidarebefordrat meddelande|"+
			"oprindelig meddelelse|original meddelelse|videresendt meddelelse|opprinnelig melding|opprinnelig e-post|videresendt melding|"+
			"alkuperäinen viesti|välitetty viesti|"+
			"oryginalna wiadomość|wiadomość oryginalna|wiadomość pierwotna|przekazana wiadomość|wiadomość przekazana dalej|"+
			"původní zpráva|původní e-mail|přeposlaná zpráva|pôvodná správa|preposlaná správa|"+
			"eredeti üzenet|továbbított üzenet|mesaj original|mesajul original|mesaj redirecționat|"+
			"исходное сообщение|оригинальное сообщение|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения|"+
			"оригінальне повідомлення|початкове повідомлення|переслане повідомлення|"+
			"orijinal mesaj|özgün ileti|orijinal ileti|asıl ileti|iletilen mesaj|"+
			"αρχικό μήνυμα|προωθημένο μήνυμα|"+
			"元のメッセージ|オリジナルメッセージ|転送メッセージ|転送されたメッセージ|原始邮件|邮件原件|原邮件|转发的邮件|转发邮件|原始郵件|轉寄郵件|轉寄的郵件|원본 메시지|원본 메일|원본메시지|전달된 메시지|"+
			"הודעה מקורית|הודעה שהועברה|الرسالة الأصلية|رسالة معاد توجيهها|izvorna poruka|originalna poruka|оригинална порука|оригинално съобщение|izvirno sporočilo|originalus laiškas|missatge original|pesan asli|tin nhắn gốc|thư gốc", "|") {
		m[w] = true
	}
	return m
}()
