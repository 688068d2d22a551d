package config

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"

	"github.com/pelletier/go-toml/v2/unstable"

	"turnpost/cmd/turnpost/cli"
)

// Change sets keys of a configuration file, each given as KEY=VALUE. It changes nothing if one is
// wrong. The file keeps its owner and mode.
func Change(path string, settings []string) error {
	text, _, err := ReadFile(path)
	if err != nil {
		return err
	}
	for _, s := range settings {
		key, value, ok := strings.Cut(s, "=")
		if _, known := typeOf(key); !ok || !known {
			return cli.Errorf(cli.ExitUsage,
				"%q is not KEY=VALUE with a key of the configuration, such as smtp.host=mail.example.org",
				cli.OneLine(s))
		}
		if text, err = Set(text, key, value); err != nil {
			return cli.WithStatus(cli.ExitConfig, inFile(path, err))
		}
	}
	if _, err := Parse(text); err != nil {
		return cli.WithStatus(cli.ExitConfig, fmt.Errorf("nothing was changed: %w", err))
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	uid, gid := -1, -1
	if s, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		uid, gid = int(s.Uid), int(s.Gid)
	}
	return ReplaceFile(path, text, info.Mode().Perm(), uid, gid)
}

// ReplaceFile writes a file in one step: no other user ever sees a secret in it, and a crash leaves
// either the old file or the new one. A uid of -1 leaves it to the user that runs the program.
func ReplaceFile(path string, text []byte, mode fs.FileMode, uid, gid int) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".turnpost-")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if uid >= 0 {
		err = errors.Join(err, f.Chown(uid, gid))
	}
	if err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}

// typeOf returns the type of a key with its section.
func typeOf(key string) (found reflect.Type, ok bool) {
	walkKeys(reflect.TypeFor[Config](), "", func(k string, t reflect.Type) {
		if k == key {
			found, ok = t, true
		}
	})
	return found, ok
}

// Set returns a configuration with a key set to a value; comments and other keys stay as they are.
// text must be a correct configuration. A key that is not there is added to its section. A section in
// one line, { … }, is refused.
func Set(text []byte, key, value string) ([]byte, error) {
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(slices.Clone(text), '\n')
	}
	p, err := placeOf(text, key)
	if err != nil {
		return nil, err
	}
	section, last := splitKey(key)
	t, _ := typeOf(key)
	written := valueOf(value, t)
	if p.length == 0 {
		written = p.dotted + last + " = " + written + "\n"
	}
	if !p.there {
		written = "\n[" + section + "]\n" + written
	}
	return slices.Concat(text[:p.offset], []byte(written), text[p.offset+p.length:]), nil
}

// splitKey splits the key of a section: "database.backup.dir" is dir of database.backup.
func splitKey(key string) (section, last string) {
	at := strings.LastIndexByte(key, '.')
	return key[:at], key[at+1:]
}

// place is where the value of a key is, or, if length is 0, where a line for it belongs.
type place struct {
	offset, length int
	there          bool   // its section
	dotted         string // what the line begins with, such as "smtp.", where keys are written so
}

// placeOf finds the place of a key in a text whose last line is ended.
func placeOf(text []byte, key string) (place, error) {
	section, _ := splitKey(key)
	found := place{offset: len(text)}
	var p unstable.Parser
	p.Reset(text)
	table := ""
	for p.NextExpression() {
		e := p.Expression()
		var names []string
		offset := 0
		for it := e.Key(); it.Next(); {
			names, offset = append(names, string(it.Node().Data)), int(it.Node().Raw.Offset)
		}
		name := strings.Join(names, ".")
		switch e.Kind {
		case unstable.Table:
			table = name + "."
			if name == section {
				found = place{offset: offset + bytes.IndexByte(text[offset:], '\n') + 1, there: true}
			}
		case unstable.KeyValue:
			dotted := strings.TrimSuffix(name, names[len(names)-1])
			switch {
			case table+name == key:
				start, end := valueRange(&p, e, text)
				return place{offset: start, length: end - start, there: true}, nil
			case strings.HasPrefix(key, table+name+"."):
				return place{},
					fmt.Errorf("line %d: %s is in one line, { … }, which cannot be changed: write it as [%s], with "+
						"a line for each key",
						p.Shape(e.Raw).Start.Line, table+name, table+name)
			case !found.there && dotted != "" && table+dotted == section+".":
				found = place{offset: bytes.LastIndexByte(text[:e.Raw.Offset], '\n') + 1, there: true, dotted: dotted}
			}
		}
	}
	return found, nil
}

// valueRange returns where the value of a key is.
func valueRange(p *unstable.Parser, e *unstable.Node, text []byte) (start, end int) {
	// The parser knows where texts and numbers are, but not lists.
	start = int(e.Raw.Offset) + bytes.IndexByte(text[e.Raw.Offset:], '=') + 1
	start += len(text[start:]) - len(bytes.TrimLeft(text[start:], " \t"))
	if text[start] == '[' {
		return start, start + bytes.IndexByte(text[start:], ']') + 1 // no list has a bracket in a text
	}
	r := e.Value().Raw
	if r.Length == 0 {
		r = p.Range(e.Value().Data)
	}
	return int(r.Offset), int(r.Offset + r.Length)
}
