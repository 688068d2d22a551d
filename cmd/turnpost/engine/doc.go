// Package engine is the commands below 'turnpost engine': players that search,
// matches between them, what they say of a game, and exact values of a solved one. It
// needs no mail and no database.
//
// What 'turnpost engine value' writes is a contract with programs.
package engine
