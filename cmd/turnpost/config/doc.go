// Package config reads the configuration, turnpost.toml.
//
// [LoadToServe] reads the file, resolves relative paths from its folder, checks every value,
// and finds the passwords in the file, in other files, or in the environment. Variables of the
// environment replace keys, but not passwords. A file that others than its owner can write is
// refused, and by root one that was found, not named, and belongs to another user. [Remedy]
// says what to do about a mail server that fails. [Parse] only
// reads and checks a text. [Example] explains every key; a test checks that it shows the
// defaults.
//
// All problems of a file are reported at once, one sentence a problem, with its line, its key,
// and what to write instead. No password is ever printed, by any verb ([Secret]). Risky
// settings are warnings, not errors. Errors have exit statuses (package cli): 3 for a wrong
// configuration, 4 for a missing password.
//
// The package connects to nothing and opens no database. Package daemon gives the values their
// meaning.
package config
