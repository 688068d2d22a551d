package daemon

import (
	"github.com/prometheus/client_golang/prometheus"

	"turnpost/templates"
)

// countWords counts how often messages contained English text for lack of a translation.
func (m *metrics) countWords(words *templates.Catalogues) {
	for _, lang := range templates.Languages() {
		m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
			Namespace: "turnpost", Name: "messages_untranslated_total",
			Help:        "Texts that messages contained in English because their language lacks them.",
			ConstLabels: prometheus.Labels{"lang": lang},
		}, func() float64 { return float64(words.Fallbacks()[lang]) }))
	}
}
