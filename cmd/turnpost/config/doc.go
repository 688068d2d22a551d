// Package config reads the operator's file, turnpost.toml.
//
// [LoadToServe] is all that a daemon needs: it reads the file, takes relative paths
// from the file's own folder, checks every value, and finds the passwords where
// the file says they are: in it, in another file, or in the environment. [Parse]
// does no more than read and check a text. [Example] is the file that explains
// itself; a test holds its comments to the defaults.
//
// The package promises that everything wrong with a file is told at once, one
// sentence a problem, each with the line and the key and what to write instead;
// that no password is ever printed, by whatever verb ([Secret]); and that what is
// unwise and not wrong is a warning and no error. An error has the exit status
// that is meant (package cli): 3 for what is wrong, 4 for a password that is
// missing.
//
// It connects to nothing, opens no database, and knows nothing of the rest of the
// program: what the values mean to the daemon stands in package daemon.
package config
