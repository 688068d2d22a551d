// Package clock counts the time of players: how long a turn may take, which hours count, when a
// clock runs out, which days a vacation has, and when a daily message is due. It is arithmetic on
// moments, spans and calendar days.
//
// A [Pace] says how much time a game gives its players. [Hours] say which time counts: none in a
// pause and, if the pace says so, none on weekends, which begin and end at midnight in the timezone
// of the player to move. A [Clock] combines both for the turn of one side: it computes how much of
// the turn's time is used, when it ends, and when the next reminder is due. Spans are time.Duration
// and exact to the nanosecond; a zero time.Time as a result means that it never happens while a
// pause has no end.
//
// A [Date] is a calendar day. It has as many hours as its timezone gives it, and may have no
// midnight, or two; the tests name such places.
//
// The package reads no clock: the caller passes the time. It stores nothing, and knows neither games
// nor players. Limits such as the days of vacation in a year are the caller's.
package clock
