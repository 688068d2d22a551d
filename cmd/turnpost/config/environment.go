package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"turnpost/db"
)

// Where the configuration is, if no flag says so. [Find] looks in this order.
const (
	pathVariable = "TURNPOST_CONFIG"
	DefaultPath  = "turnpost.toml"
	SystemPath   = "/etc/turnpost/turnpost.toml"
)

// ServerUser is the user that the server runs as, where it is a service.
const ServerUser = "turnpost"

// Find returns the path of the configuration: the value of TURNPOST_CONFIG, or turnpost.toml in the
// working directory, or /etc/turnpost/turnpost.toml if only that exists.
func Find() string {
	if path := os.Getenv(pathVariable); path != "" {
		return path
	}
	if _, err := os.Stat(DefaultPath); err != nil {
		if _, err := os.Stat(SystemPath); err == nil {
			return SystemPath
		}
	}
	return DefaultPath
}

// environment is the settings of environment variables: smtp.host is TURNPOST_SMTP_HOST. They replace
// those of the file. Passwords are not among them, because every process of the user can read
// them and children inherit them: TURNPOST_SMTP_PASSWORD_FILE names a file.
type environment map[string]string

const variablePrefix = "TURNPOST_"

// variable returns the name of the variable of a key.
func variable(key string) string {
	return variablePrefix + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// Environment returns the names of all variables with settings, sorted as the example.
func Environment() (names []string) {
	walkKeys(reflect.TypeFor[Config](), "", func(key string, t reflect.Type) {
		if t != reflect.TypeFor[Secret]() || key == urlKey {
			names = append(names, variable(key))
		}
	})
	return names
}

// urlKey is the only key of the type Secret that may be in a variable: without a password it is
// no secret.
const urlKey = "database.url"

// walkKeys calls f for each key of a section.
func walkKeys(section reflect.Type, prefix string, f func(key string, t reflect.Type)) {
	for _, name := range keysOf(section) {
		t, _ := fieldOf(section, name)
		if len(keysOf(t)) > 0 {
			walkKeys(t, prefix+name+".", f)
		} else {
			f(prefix+name, t)
		}
	}
}

// processEnvironment returns the variables of this process that may be settings.
func processEnvironment() environment {
	env := environment{}
	for _, v := range os.Environ() {
		if name, value, _ := strings.Cut(v, "="); strings.HasPrefix(name, variablePrefix) && name != pathVariable {
			env[name] = value
		}
	}
	return env
}

// settle puts the settings of env into c. It returns the keys that it set. An empty value empties a
// setting.
func (env environment) settle(c *Config) (keys []string, problems []error) {
	used := []string{c.IMAP.PasswordEnv, c.SMTP.PasswordEnv, c.Database.PasswordEnv}
	for _, key := range []string{"imap.password_env", "smtp.password_env", "database.password_env"} {
		used = append(used, env[variable(key)])
	}
	passwords := slices.Clone(used) // variables that have a password, and are named for it
	sections := map[string]bool{}
	walkKeys(reflect.TypeFor[Config](), "", func(key string, t reflect.Type) {
		section, _, _ := strings.Cut(key, ".")
		sections[variable(section)+"_"] = true
		name := variable(key)
		value, ok := env[name]
		used = append(used, name)
		if !ok {
			return
		}
		if key == urlKey {
			withPassword := Database{URL: Secret(value)}
			if db.IsURL(value) && withPassword.hasPassword() {
				problems = append(problems,
					fmt.Errorf("the URL in the environment variable %s has a password; put it into a file, and "+
						"name that by %s",
						name, variable("database.password_file")))
			}
		} else if t == reflect.TypeFor[Secret]() {
			if !slices.Contains(passwords, name) {
				problems = append(problems,
					fmt.Errorf("the environment variable %s has a password; put it into a file, and name that by "+
						"%s_FILE",
						name, name))
			}
			return
		}
		section, last := key[:strings.LastIndexByte(key, '.')], key[strings.LastIndexByte(key, '.')+1:]
		document := fmt.Sprintf("[%s]\n%s = %s\n", section, last, valueOf(value, t))
		if err := toml.Unmarshal([]byte(document), c); err != nil {
			problems = append(problems, fmt.Errorf("the environment variable %s must be %s", name, inVariable(t)))
			return
		}
		keys = append(keys, key)
	})
	for name := range env {
		for section := range sections {
			if strings.HasPrefix(name, section) && !slices.Contains(used, name) {
				c.warn("the environment variable %s sets no key; 'turnpost help configuration' lists the names", name)
			}
		}
	}
	slices.Sort(c.Warnings)
	env.alone(c, keys)
	switch path, url := variable("database.path"), variable(urlKey); {
	case env[url] != "" && env[path] != "":
		problems = append(problems, fmt.Errorf(
			"the environment variables %s and %s name two databases; take one of them away", path, url))
	case env[url] != "":
		c.Database.Path = ""
	case env[path] != "" && c.Database.URL != "":
		// A server that quietly turns to a new file answers its players as if they had no games.
		problems = append(problems, fmt.Errorf(
			"the environment variable %s names a file, and database.url another database; take one of them away", path))
	}
	return keys, problems
}

// alone empties settings of the file that a variable replaces although it has another key, such as
// imap.password by TURNPOST_IMAP_PASSWORD_FILE.
func (env environment) alone(c *Config, keys []string) {
	for _, group := range []map[string]*string{
		{"imap.password": (*string)(&c.IMAP.Password), "imap.password_file": &c.IMAP.PasswordFile,
			"imap.password_env": &c.IMAP.PasswordEnv},
		{"smtp.password": (*string)(&c.SMTP.Password), "smtp.password_file": &c.SMTP.PasswordFile,
			"smtp.password_env": &c.SMTP.PasswordEnv},
		{"database.password_file": &c.Database.PasswordFile, "database.password_env": &c.Database.PasswordEnv},
		{"oauth.client_secret": (*string)(&c.OAuth.ClientSecret),
			"oauth.client_secret_file": &c.OAuth.ClientSecretFile},
	} {
		given := func(key string) bool { return slices.Contains(keys, key) && env[variable(key)] != "" }
		some := false
		for key := range group {
			some = some || given(key)
		}
		for key, value := range group {
			if some && !given(key) {
				*value = ""
			}
		}
	}
}

// valueOf writes the text of a variable as TOML writes a value of a type. Lists have commas.
func valueOf(text string, t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		b, err := strconv.ParseBool(text)
		if err == nil {
			return strconv.FormatBool(b)
		}
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, 64)
		if err == nil {
			return strconv.FormatInt(n, 10)
		}
	case reflect.Slice:
		var items []string
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				items = append(items, Quote(item))
			}
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	return Quote(text)
}

// inVariable is the kind of text that a variable of a type needs.
func inVariable(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	}
	return "a text"
}

// Quote quotes a text as a basic string of TOML, which has fewer escapes than Go.
func Quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
