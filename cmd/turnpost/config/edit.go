package config

import (
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
				"%q is not KEY=VALUE with a key of the configuration, such as smtp.host=mail.example.org", cli.OneLine(s))
		}
		text = Set(text, key, value)
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
	return Replace(path, text, info.Mode().Perm(), uid, gid)
}

// Replace writes a file in one step: no other user ever sees a secret in it, and a crash leaves
// either the old file or the new one. A uid of -1 leaves it to the user that runs the program.
func Replace(path string, text []byte, mode fs.FileMode, uid, gid int) error {
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
// text must be a correct configuration. A key that is not there is added to its section.
func Set(text []byte, key, value string) []byte {
	section, last := key[:strings.LastIndexByte(key, '.')], key[strings.LastIndexByte(key, '.')+1:]
	t, _ := typeOf(key)
	written := []byte(valueOf(value, t))
	if at, ok := valueRange(text, key); ok {
		return slices.Concat(text[:at.Offset], written, text[at.Offset+at.Length:])
	}
	line := slices.Concat([]byte(last+" = "), written, []byte("\n"))
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(slices.Clone(text), '\n')
	}
	if head, ok := keyLines(text)[section]; ok {
		at := 0
		for i := range text {
			if text[i] == '\n' {
				if head--; head == 0 {
					at = i + 1
					break
				}
			}
		}
		return slices.Insert(slices.Clone(text), at, line...)
	}
	return slices.Concat(text, []byte("\n["+section+"]\n"), line)
}

// valueRange finds the value of a key.
func valueRange(text []byte, key string) (unstable.Range, bool) {
	var p unstable.Parser
	p.Reset(text)
	section := ""
	for p.NextExpression() {
		e := p.Expression()
		var names []string
		for it := e.Key(); it.Next(); {
			names = append(names, string(it.Node().Data))
		}
		name := strings.Join(names, ".")
		switch e.Kind {
		case unstable.Table:
			section = name + "."
		case unstable.KeyValue:
			if section+name != key {
				continue
			}
			// The parser knows where texts and numbers are, but not lists.
			start := int(e.Raw.Offset) + strings.IndexByte(string(text[e.Raw.Offset:]), '=') + 1
			start += len(text[start:]) - len(strings.TrimLeft(string(text[start:]), " \t"))
			if text[start] == '[' {
				end := start + strings.IndexByte(string(text[start:]), ']') + 1 // no list has a bracket in a text
				return unstable.Range{Offset: uint32(start), Length: uint32(end - start)}, true
			}
			if r := e.Value().Raw; r.Length > 0 {
				return r, true
			}
			return p.Range(e.Value().Data), true
		}
	}
	return unstable.Range{}, false
}
