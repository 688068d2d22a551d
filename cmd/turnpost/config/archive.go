package config

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"turnpost/mail/club"
	"turnpost/templates"
)

// Publicity is what people other than players may see.
type Publicity struct {
	HTTP      HTTP                 `toml:"http"`
	Archive   Archive              `toml:"archive"`
	Calendar  Calendar             `toml:"calendar"`
	Following club.FollowingPolicy `toml:"following"`
}

// Archive configures the public archive.
type Archive struct {
	Dir   string   `toml:"dir"` // "": nowhere
	Every Duration `toml:"every"`
	// Command is run by the shell after something was written.
	Command string `toml:"command"`
	// Lang is the language of the pages; empty: that of newcomers.
	Lang string `toml:"lang"`
	// URL is the public URL of Dir, for links in feeds.
	URL string `toml:"url"`
	// Records adds a file of records for each month.
	Records bool `toml:"records"`
}

// Calendar configures the files of players' deadlines.
type Calendar struct {
	Dir string `toml:"dir"` // "": there are none
	URL string `toml:"url"` // the public URL of Dir
}

func (c *Calendar) check(p *problems) {
	const form = `give the URL of the folder, such as "https://games.example.org/deadlines"`
	switch u := strings.TrimSuffix(c.URL, "/"); {
	case u == "" && c.Dir != "":
		p.say("calendar.url", "is missing, so players would get no address; "+form)
	case u != "" && !isFolderURL(u):
		p.say("calendar.url", "is %q; "+form, c.URL)
	case u != "" && c.Dir == "":
		p.say("calendar.dir", "is missing, so the addresses would lead nowhere; give the folder of calendar.url")
	}
}

// isFolderURL reports whether a text is the URL of a folder on the web.
func isFolderURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http") && u.RawQuery == "" &&
		u.Fragment == "" && u.User == nil
}

// shell runs [Archive].Command.
const shell = "/bin/sh"

// leastArchiveEvery is the shortest interval: each run lists all games.
const leastArchiveEvery = time.Minute

func (c *Archive) check(p *problems) {
	switch {
	case c.Every.wrong != "":
		p.say("archive.every", `is %q; give a time such as "1h" or "30m"`, c.Every.wrong)
	case c.Every.Duration < leastArchiveEvery:
		p.say("archive.every", `is %v; each run lists all games: give "1m" or more`, c.Every.Duration)
	}
	if langs := templates.Languages(); c.Lang != "" && !slices.Contains(langs, c.Lang) {
		p.say("archive.lang", "is %q; there are %s", c.Lang, strings.Join(langs, ", "))
	}
	if c.URL != "" && !isFolderURL(c.URL) {
		p.say("archive.url", `is %q; give the URL of the folder, such as "https://games.example.org/archive"`, c.URL)
	}
}

// checkFolders reports folders that cannot be used. That of backups must exist: on a disk that is not
// mounted, the server would fill the one below.
func (c *Config) checkFolders() error {
	var p problems
	if dir := c.Database.Backup.Dir; dir != "" {
		if info, err := os.Stat(dir); err != nil {
			p.say("database.backup.dir", "cannot be used: %v", err)
		} else if !info.IsDir() {
			p.say("database.backup.dir", "is not a folder")
		}
	}
	if dir := c.Calendar.Dir; dir != "" && dir == c.Archive.Dir {
		p.say("calendar.dir", "is the folder of the archive, which lists its files; give another one")
	}
	for key, dir := range map[string]string{"archive.dir": c.Archive.Dir, "calendar.dir": c.Calendar.Dir} {
		if info, err := os.Stat(dir); dir != "" && err == nil && !info.IsDir() {
			p.say(key, "is not a folder")
		}
	}
	return p.err()
}
