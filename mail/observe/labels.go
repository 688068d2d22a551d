package observe

import "turnpost/db"

// RestraintQuestion is the label of an answer to a writer whom nothing proves, who
// was answered or asked enough. What else is Restrained the database counts, too.
const RestraintQuestion = "question"

// Outcomes are the labels of In: all that can become of a letter.
func Outcomes() []string {
	return []string{"answered", "restrained", "address", "stranger", "too-large", "report", "automatic", "unknown", "nobody", "unreadable", "quarantined"}
}

// Restraints are the labels of Restrained: one that only told an error, one that
// showed something to a writer not proven, and RestraintQuestion.
func Restraints() []string {
	return []string{db.RestraintError, db.RestraintLook, RestraintQuestion}
}

// Severities are the labels of Bounced: hard if the address is at fault, soft if the
// letter was given up.
func Severities() []string { return []string{"hard", "soft"} }
