package examine

import "turnpost/db"

// Budget is what an operator looks at: how many letters were sent of all classes,
// what waits of each, and how the account stands.
type Budget struct {
	Minute, Hour, Day, FirstContacts int
	Strangers                        int // of Hour, those to strangers
	Waiting                          [db.Classes]int
	Account                          db.Account
	Deferred                         bool
}

// BudgetOf tells how the sending stands.
func BudgetOf(tx *db.Tx) (b Budget, err error) {
	sent, err := tx.Sent()
	if err != nil {
		return b, err
	}
	b.FirstContacts, b.Strangers = sent.FirstContacts, sent.Hour[db.ClassStranger]
	for class := range db.Classes {
		b.Minute += sent.Minute[class]
		b.Hour += sent.Hour[class]
		b.Day += sent.Day[class]
	}
	if b.Waiting, err = tx.WaitingByClass(); err != nil {
		return b, err
	}
	b.Account, err = tx.Account()
	b.Deferred = tx.Deferred(b.Account)
	return b, err
}
