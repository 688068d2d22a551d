package config

import (
	"io/fs"
	"os"
	"strings"

	"turnpost/cmd/turnpost/cli"
)

// findSecret fills in Secret from wherever the section says it is. The error
// says where it looked; warn hears of what is unwise and not wrong.
func (s *Server) findSecret(section string, warn func(format string, args ...any)) error {
	switch {
	case s.User == "" || s.Auth == AuthOAuth:
		return nil
	case s.Password != "":
		s.Secret = s.Password
		return nil
	case s.PasswordEnv != "":
		value, ok := os.LookupEnv(s.PasswordEnv)
		if !ok || value == "" {
			return cli.Errorf(cli.ExitSecret, "%s.password_env: there is no password in the environment variable %s", section, s.PasswordEnv)
		}
		s.Secret = Secret(value)
		return nil
	case s.PasswordFile != "":
		return s.readSecret(section, warn)
	}
	return cli.Errorf(cli.ExitSecret, "there is no password for %s in [%s]; give password_file, password_env or password", s.User, section)
}

func (s *Server) readSecret(section string, warn func(format string, args ...any)) error {
	secret, err := secretIn(s.PasswordFile, section+".password_file", "password", warn)
	s.Secret = secret
	return err
}

// secretIn reads a file that holds one secret, which a key names; what says what
// kind of secret it is.
func secretIn(path, key, what string, warn func(format string, args ...any)) (Secret, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", cli.Errorf(cli.ExitSecret, "%s: cannot read the %s: %w", key, what, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", cli.Errorf(cli.ExitSecret, "%s: cannot read the %s: %w", key, what, err)
	}
	if othersCanRead(info) {
		warn("%s: everyone on this machine can read %s; run: chmod o-r %s", key, path, path)
	}
	// An editor ends the file with a newline that is not part of the password;
	// a space at its end may be.
	secret := strings.TrimRight(string(text), "\r\n")
	if secret == "" {
		return "", cli.Errorf(cli.ExitSecret, "%s: there is no %s in %s", key, what, path)
	}
	if strings.ContainsAny(secret, "\r\n") {
		return "", cli.Errorf(cli.ExitConfig, "%s: %s has more than one line; it holds the %s alone", key, path, what)
	}
	return Secret(secret), nil
}

// othersCanRead reports whether the mode lets users outside owner and group
// read a file.
func othersCanRead(info fs.FileInfo) bool { return info.Mode().Perm()&0o004 != 0 }
