package notify

import (
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/db"
	"turnpost/templates"
	"turnpost/templates/sample"
)

// TestTopics: each section that may open a message gives it a subject in each language, which is
// more than our name, and sections of different subjects have different threads.
func TestTopics(t *testing.T) {
	t.Parallel()
	m := &Messages{notifier: newNotifier(t)}
	for _, lang := range templates.Languages() {
		threads := map[int64]string{}
		for _, l := range sample.Letters() {
			var opens templates.Section = &templates.Receipt{}
			if len(l.Message.Sections) > 0 {
				opens = l.Message.Sections[0]
			}
			topic := topicOf(opens)
			require.Equal(t, templates.Kind(opens) == "receipt", topic.subject == "subject.answer", l.Name)
			subject, err := m.subjectOf(db.Player{Lang: lang}, topic)
			require.NoError(t, err, l.Name)
			require.NotEmpty(t, subject, l.Name)
			require.NotEqual(t, m.notifier.Name, subject, l.Name)
			if before, ok := threads[topic.thread()]; ok {
				require.Equal(t, before, subject, l.Name)
			}
			threads[topic.thread()] = subject
			require.Less(t, topic.thread(), int64(db.ThreadShares))
		}
		require.Greater(t, len(threads), 20)
	}
}
