package main

import (
	"cmp"
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand is `turnpost version`.
func versionCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of this program",
		Long:  "Print the version, the commit and the Go release that this program was built from.",
		Args:  arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintln(a.Out, version())
			return err
		},
	}
}

// released is the version of a release, such as "v1.2.3"; the linker sets it (.ci/package/build).
var released string

// version returns the program's version in one line, from its build information.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "turnpost (no build information)"
	}
	return versionLine(info)
}

func versionLine(info *debug.BuildInfo) string {
	setting := make(map[string]string)
	for _, s := range info.Settings {
		setting[s.Key] = s.Value
	}
	number := cmp.Or(released, info.Main.Version, "(devel)")
	line := "turnpost " + number
	if commit := setting["vcs.revision"]; commit != "" {
		line += " commit " + commit[:min(12, len(commit))]
		if at := setting["vcs.time"]; at != "" {
			line += " of " + at
		}
		if setting["vcs.modified"] == "true" {
			line += ", modified"
		}
	}
	return line + ", " + info.GoVersion
}
