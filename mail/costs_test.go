package mail_test

import (
	"slices"
	"testing"

	"turnpost/mail"
	"turnpost/mail/mailtest"
)

// BenchmarkRead reads messages that were made to cost time, and tells how much of
// the processor each takes.
func BenchmarkRead(b *testing.B) {
	for _, c := range slices.Concat(mailtest.CostlyMessages(), mailtest.HugeMessages()) {
		raw := c.Raw("ada@example.org", "games@turnpost.example", "1@example.org")
		b.Run(c.Name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			defer mailtest.ReportProcessor(b)()
			for b.Loop() {
				if _, err := mail.Read(raw); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkIdentity does what is done with a mail before it is kept.
func BenchmarkIdentity(b *testing.B) {
	for _, c := range slices.Concat(mailtest.CostlyMessages(), mailtest.HugeMessages()) {
		raw := c.Raw("ada@example.org", "games@turnpost.example", "1@example.org")
		b.Run(c.Name, func(b *testing.B) {
			defer mailtest.ReportProcessor(b)()
			for b.Loop() {
				mail.Identity(raw)
				_, _ = mail.ReadHead(raw)
				_, _ = mail.ReadReport(raw)
			}
		})
	}
}
