package seed

import (
	"fmt"
	"strings"

	"turnpost/mail"
)

// How many octets the texts of letters have, by 'turnpost db size' of real games.
const (
	outSize = 16_500
	inSize  = 4_000
)

// outText is the text of a letter out: of the size of one, and no page for a reader.
func outText(letter int64, messageID string) []byte {
	return filled(fmt.Sprintf("From: %s\r\nMessage-ID: <%s>\r\nSubject: Letter %d\r\n\r\n", Config().Robot.Address, messageID, letter), outSize)
}

// inText is the text of a letter in.
func inText(sender int64, messageID string) []byte {
	return filled(fmt.Sprintf("From: Player %d <player%d@example.net>\r\nTo: %s\r\nMessage-ID: <%s>\r\n\r\n1\r\n\r\n", sender, sender, Config().Robot.Address, messageID), inSize)
}

// inDigest is that of inText.
func inDigest(sender int64, messageID string) []byte {
	_, digest := mail.Identity(inText(sender, messageID))
	return digest
}

func filled(text string, size int) []byte {
	const line = "> The quick brown fox plays d3-d4, and waits for what the lazy dog has to say.\r\n"
	return []byte(text + strings.Repeat(line, max(0, size-len(text))/len(line)))
}
