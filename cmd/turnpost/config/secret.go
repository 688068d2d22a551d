package config

import (
	"io/fs"
	"os"
	"strings"

	"turnpost/cmd/turnpost/cli"
)

// findSecret sets Secret from where the section says it is. The error says where it looked;
// warn gets warnings.
func (s *MailServer) findSecret(section string, warn func(format string, args ...any)) error {
	switch {
	case s.User == "" || s.Auth == AuthOAuth:
		return nil
	case s.Password != "":
		s.Secret = s.Password
		return nil
	case s.PasswordEnv != "":
		value, ok := os.LookupEnv(s.PasswordEnv)
		if !ok || value == "" {
			return cli.Errorf(cli.ExitSecret, "%s.password_env: there is no password in the environment variable %s",
				section, s.PasswordEnv)
		}
		s.Secret = Secret(value)
		return nil
	case s.PasswordFile != "":
		return s.readSecret(section, warn)
	}
	return cli.Errorf(cli.ExitSecret,
		"there is no password for %s in [%s]; give password_file, password_env or password", s.User, section)
}

func (s *MailServer) readSecret(section string, warn func(format string, args ...any)) error {
	secret, err := secretIn(s.PasswordFile, section+".password_file", "password", warn)
	s.Secret = secret
	return err
}

// secretIn reads a file with one secret. key names the file in the configuration, and what the
// kind of secret.
func secretIn(path, key, what string, warn func(format string, args ...any)) (Secret, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", cli.Errorf(cli.ExitSecret, "%s: cannot read the %s: %w; %s", key, what, err,
			RemedyForFile(err, "make a file with only the "+what))
	}
	info, err := os.Stat(path)
	if err != nil {
		return "", cli.Errorf(cli.ExitSecret, "%s: cannot read the %s: %w", key, what, err)
	}
	if othersCanRead(info) {
		warn("%s: everybody on this machine can read %s; run: chmod o-r %s", key, path, path)
	}
	// Editors add a newline at the end, which is not part of the password; a space may be.
	secret := strings.TrimRight(string(text), "\r\n")
	if secret == "" {
		return "", cli.Errorf(cli.ExitSecret, "%s: there is no %s in %s", key, what, path)
	}
	if strings.ContainsAny(secret, "\r\n") {
		return "", cli.Errorf(cli.ExitConfig, "%s: %s has more than one line; it must have only the %s", key, path,
			what)
	}
	return Secret(secret), nil
}

// othersCanRead reports whether users outside owner and group can read a file.
func othersCanRead(info fs.FileInfo) bool { return info.Mode().Perm()&0o004 != 0 }
