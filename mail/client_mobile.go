package mail

import (
	"regexp"
	"strings"
)

// isMobile reports whether a line is one of those that phones and webmail add: "Sent
// from my iPhone" and its kin. They are whole lines that name a device or a program:
// "Sent from my desk, is much easier" is the player's.
func isMobile(text string) bool {
	if len(text) < 8 || len(text) > 160 {
		return false
	}
	t := strings.ToLower(linkAtEnd.ReplaceAllString(text, ""))
	t = strings.Trim(t, " \t*_.!\u3002")
	for _, p := range mobilePrefixes {
		if rest, ok := strings.CutPrefix(t, p); ok && namesDevice(rest) {
			return true
		}
	}
	return mobileHint.MatchString(t) && mobileForm.MatchString(t)
}

// linkAtEnd is "<https://aka.ms/o0ukef>" and the like.
var linkAtEnd = regexp.MustCompile(` ?[<(\[]?https?://\S{0,100}$`)

func namesDevice(s string) bool {
	if strings.ContainsAny(s, ",;:!?") {
		return false
	}
	for _, d := range devices {
		if strings.Contains(s, d) {
			return true
		}
	}
	return false
}

// devices are what a mail can be sent from.
var devices = strings.Split("iphon|i phone|ipad|ipod|apple|android|samsung|galaxy|huawei|xiaomi|redmi|pixel|oneplus|nokia|motorola|htc|sony|xperia|lumia|blackberry|windows|phone|mobil|cell|handy|"+
	"telefon|téléphone|telefoon|teléfono|móvil|celular|puhelim|tablet|handheld|device|appareil|portable|terminal|gerät|dispositivo|outlook|mail|gmx|web.de|yahoo|proton|aol|fairphone|"+
	"телефон|смартфон|устройств|почт|пошт|айфон|κινητό|τηλέφων|手機|手机|スマートフォン|휴대폰", "|")

// mobilePrefixes come before the device.
var mobilePrefixes = func() []string {
	var ps []string
	for _, forms := range []string{
		"sent:from,via,with,using,on,through",
		"envoyé:de,d'un,depuis,du,avec,via,à partir de,à partir du",
		"gesendet:von,mit,über,aus,via", "von:meinem,meiner", "diese nachricht:wurde von",
		"enviado:desde,con,por,do,de,pelo,a partir do,a través de,via,com,des del,des de,amb",
		"inviato:da,dal,dalla,con,tramite,mediante",
		"verzonden:vanaf,met,via,vanuit,van", "verstuurd:vanaf,met,via,vanuit,van",
		"skickat:från,med,via", "skickades:från,med", "sendt:fra,med,via", "afsendt:fra,med",
		"wysłane:z,ze,za pomocą,przez", "wysłano:z,ze,za pomocą,przez",
		"odesláno:z,ze,pomocí", "odoslané:z,zo,pomocou", "poslano:s,sa,z,iz", "trimis:de pe,din,cu,de la",
		"отправлено:с,со,из,через,от", "отправлена:с,со,из", "послано:с,из", "надіслано:з,із,за допомогою,через", "відправлено:з,із",
		"изпратено:от", "послато:са,с", "στάλθηκε:από,μέσω", "εστάλη:από,μέσω", "απεστάλη:από,μέσω", "enviat:des del,des de,amb",
		"nosūtīts:no", "sūtīts:no", "saadetud:minu", "išsiųsta:iš",
	} {
		verb, preps, _ := strings.Cut(forms, ":")
		for p := range strings.SplitSeq(preps, ",") {
			ps = append(ps, verb+" "+p+" ")
		}
	}
	return ps
}()

var (
	// mobileHint is cheap and stands before mobileForm.
	mobileHint = regexp.MustCompile(`outlook|yahoo|proton|gmail|iphon|ipad|galaxy|android|küldve|gönderildi|送信|보냄|보냈습니다|[发發来來]自|傳送|发送|寄出|נשלח|رسل|gửi|dikirim|ส่งจาก|lähetetty`)
	mobileForm = regexp.MustCompile(`^(` + strings.Join([]string{
		`(get|download|try) (outlook|yahoo mail|proton ?mail|gmail)( app)? (for|on) .{2,40}`, `yahoo mail: search, organi[sz]e, conquer`,
		`(obtenez|télécharge[zr]) outlook pour .{2,40}`, `(holen sie sich|laden sie) outlook für .{2,40}`, `outlook (für|voor|for) (ios|android)`,
		`(obtener|obtén|descargar|obter|obtenha o?) ?outlook (para|for) .{2,40}`, `(ottieni|scarica) outlook per .{2,40}`, `download outlook voor .{2,40}`,
		`(hämta|skaffa) outlook för .{2,40}`, `(hent|få|last ned) outlook (til|for) .{2,40}`, `(hanki|lataa) outlook .{2,40}`,
		`(pobierz|uzyskaj) outlook (dla|na) .{2,40}`, `(získat|získajte|získejte) outlook pro .{2,40}`,
		`lähetetty .{0,40}(iphon|ipad|android|samsung|puhelim|outlook|laittee|mobiil|mail).{0,30}`,
		`elküldve .{0,60}`, `.{2,40}r[óő]l küldve`,
		`.{0,40}(iphon|ipad|android|samsung|outlook|telefon|cihaz).{0,20} gönderildi`, `(ios|android) için outlook.{0,40}`,
		`.{0,20}(iphone|ipad|android|スマートフォン|outlook).{0,10}(から|で)送信.{0,10}`,
		`.{0,10}(iphone|ipad|galaxy|휴대폰|스마트폰).{0,10}에서 보(냄|냈습니다)`,
		`[发發来來]自.{0,40}`, `從我的.{0,20}(傳送|寄出)`, `从我的.{0,20}发送`,
		`נשלח מ.{0,40}`, `أ?ُ?رسل.{0,3} من .{0,40}`, `(đã )?(được )?gửi từ .{0,40}`, `dikirim dari .{0,40}`, `ส่งจาก.{0,40}`,
	}, "|") + `)$`)
)
