package servertest

import "turnpost/mail/handler"

// Hears makes a channel of what the server tells of one sort, which keeps so many at most.
func (w *World) Hears(most int, what handler.ObservationKind, label string) <-chan struct{} {
	heard := make(chan struct{}, most)
	w.Server.Observe = func(o handler.Observation) {
		if o.What == what && o.Label == label {
			select {
			case heard <- struct{}{}:
			default:
			}
		}
	}
	return heard
}
