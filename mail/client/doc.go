// Package client knows what mail programs write around what people write, in the
// languages that they speak: the verbs, dates and labels above a quote, the words
// between dashes above old mail, and the lines that phones and webmail add.
//
// It reads single texts and says what signs they hold. It knows nothing of the lines
// around them: what a sign means for a letter is decided by package mail. All work is
// linear in the text.
package client
