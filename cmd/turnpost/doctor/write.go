package doctor

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// fileValues is the content of the configuration.
type fileValues struct {
	address      string
	provider     provider
	places       places
	login        foundLogin
	passwordFile string       // an existing one
	oauth        config.OAuth // ClientID is empty with a password
}

//go:embed turnpost.toml.tmpl
var fileText string

var fileTemplate = template.Must(
	template.New("turnpost.toml").Funcs(template.FuncMap{"quote": config.Quote}).Parse(fileText))

// text returns the configuration, after parsing it.
func (m fileValues) text() (string, error) {
	var b strings.Builder
	err := fileTemplate.Execute(&b, map[string]any{
		"Address": m.address, "IMAP": m.places.imap, "SMTP": m.places.smtp, "User": m.login.user, "Free": m.login.free,
		"PasswordFile": m.passwordFile, "OAuth": m.oauth, "Limits": m.provider.limits,
		"AuthservID": m.provider.authservID,
		"Own":        m.provider.name == ownServer,
	})
	if err != nil {
		return "", err
	}
	if _, err := config.Parse([]byte(b.String())); err != nil {
		return "", cli.WithStatus(cli.ExitConfig, err)
	}
	return b.String(), nil
}

// write writes the configuration, and the password if it has no file yet: both or neither.
func (s *InitWizard) write(m fileValues) error {
	folder := filepath.Dir(s.Path)
	fresh := m.oauth.ClientID == "" && m.passwordFile == ""
	if fresh {
		m.passwordFile = secretName
	}
	// Paths in a configuration start from its folder, those of flags from the working
	// directory.
	for _, path := range []*string{&m.passwordFile, &m.oauth.ClientSecretFile} {
		if *path == "" || fresh && path == &m.passwordFile {
			continue
		}
		var err error
		if *path, err = relativeTo(folder, *path); err != nil {
			return cli.WithStatus(cli.ExitConfig, err)
		}
	}
	text, err := m.text()
	if err != nil {
		return err
	}
	if fresh {
		if err := createFile(s.secretPath(), m.login.password+"\n"); err != nil {
			return err
		}
	}
	if err := createFile(s.Path, text); err != nil {
		if fresh {
			err = errors.Join(err, os.Remove(s.secretPath()))
		}
		return err
	}
	s.say("Written: %s", s.Path)
	if fresh {
		s.say("Written: %s, the password, which only you can read", filepath.Join(folder, secretName))
	}
	return nil
}

// relativeTo returns a path relative to a folder.
func relativeTo(folder, path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return "", err
	}
	if below, err := filepath.Rel(folder, absolute); err == nil && filepath.IsLocal(below) {
		return below, nil
	}
	return absolute, nil
}

// createFile makes a file that only its owner can read. It does not overwrite.
func createFile(path, text string) (err error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return cli.WithStatus(cli.ExitConfig, err)
	}
	if _, err = f.WriteString(text); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		err = errors.Join(err, os.Remove(path))
	}
	return cli.WithStatus(cli.ExitConfig, err)
}
