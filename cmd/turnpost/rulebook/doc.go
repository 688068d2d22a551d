// Package rulebook is the commands below 'turnpost rules', and what they do with the
// rules alone: play plies as people and programs write them, count, draw, and say whose
// game it was. It needs no mail and no database.
//
// What is written for programs (the JSON of [Replay]) is a contract; what is written
// for people is not.
package rulebook
