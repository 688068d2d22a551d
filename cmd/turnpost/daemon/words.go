package daemon

import (
	"github.com/prometheus/client_golang/prometheus"

	"turnpost/templates"
)

// countWords adds to the metrics how often letters said something in English for
// want of a translation.
func (m *metrics) countWords(words *templates.Set) {
	for _, lang := range templates.Languages() {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Namespace: "turnpost", Name: "messages_untranslated_total",
			Help:        "Messages that letters said in English because their language lacks them.",
			ConstLabels: prometheus.Labels{"lang": lang},
		}, func() float64 { return float64(words.Fallbacks()[lang]) }))
	}
}
