// Package clock counts the time of players: how long a turn may take, which hours
// count, when a clock runs out, which days a vacation has and at which moment a
// daily letter is due. It is arithmetic on moments, spans and days of the
// calendar.
//
// A Pace says how much time a game leaves its players. Hours say which time
// counts: none in a pause and, if the pace says so, none on weekends, which begin
// and end at midnight where the player to move lives. A Clock is both together
// for the turn of one side: it says how much of the turn's time is used, when it
// will be over, and when the next reminder is due. Spans are time.Duration and
// count to the nanosecond; a zero time.Time as an answer means never, as things
// stand.
//
// A Date is a day of the calendar. It has as many hours as its timezone gives it,
// and need not have a midnight: the tests have the places where it has none or
// two.
//
// The package reads no clock: the caller says what moment it is. It stores
// nothing, and knows neither games nor players. What a player may take, such as
// how many days of vacation in a year, is for the caller to say.
package clock
