// Package engine is the commands below 'turnpost engine': exact values of a solved
// game, and the solving itself. It needs no mail and no database.
//
// What 'turnpost engine value' writes is a contract with programs.
package engine
