package main

import (
	"io/fs"
	"os"
	"strings"
)

// findSecret fills in Secret from wherever the section says it is. The error
// says where it looked; warn hears of what is unwise and not wrong.
func (s *ServerConfig) findSecret(section string, warn func(format string, args ...any)) error {
	switch {
	case s.User == "":
		return nil
	case s.Password != "":
		s.Secret = s.Password
		return nil
	case s.PasswordEnv != "":
		value, ok := os.LookupEnv(s.PasswordEnv)
		if !ok || value == "" {
			return exitf(exitSecret, "%s.password_env: there is no password in the environment variable %s", section, s.PasswordEnv)
		}
		s.Secret = Secret(value)
		return nil
	case s.PasswordFile != "":
		return s.readSecret(section, warn)
	}
	return exitf(exitSecret, "there is no password for %s in [%s]; give password_file, password_env or password", s.User, section)
}

func (s *ServerConfig) readSecret(section string, warn func(format string, args ...any)) error {
	text, err := os.ReadFile(s.PasswordFile)
	if err != nil {
		return exitf(exitSecret, "%s.password_file: cannot read the password: %w", section, err)
	}
	info, err := os.Stat(s.PasswordFile)
	if err != nil {
		return exitf(exitSecret, "%s.password_file: cannot read the password: %w", section, err)
	}
	if othersCanRead(info) {
		warn("%s.password_file: everyone on this machine can read %s; run: chmod o-r %s", section, s.PasswordFile, s.PasswordFile)
	}
	// An editor ends the file with a newline that is not part of the password;
	// a space at its end may be.
	secret := strings.TrimRight(string(text), "\r\n")
	if secret == "" {
		return exitf(exitSecret, "%s.password_file: there is no password in %s", section, s.PasswordFile)
	}
	if strings.ContainsAny(secret, "\r\n") {
		return exitf(exitConfig, "%s.password_file: %s has more than one line; it holds the password alone", section, s.PasswordFile)
	}
	s.Secret = Secret(secret)
	return nil
}

// othersCanRead reports whether the mode lets users outside owner and group
// read a file.
func othersCanRead(info fs.FileInfo) bool { return info.Mode().Perm()&0o004 != 0 }
