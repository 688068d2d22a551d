package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/config"
)

// The files for programs around the server. Tests check that the metrics of alerts and
// dashboard exist, and run systemd's own check of the unit.
var (
	//go:embed print_alerts.yaml
	printAlerts string
	//go:embed print_dashboard.json
	printDashboard string
	//go:embed print_turnpost.service
	printSystemd string
	//go:embed print_sysusers.conf
	printUser string
	//go:embed print_container
	printContainer string
)

// printCommand is `turnpost print` and its subcommands.
func printCommand(a *app) *cobra.Command {
	cmd := group(&cobra.Command{
		Use:   "print",
		Short: "Print files for systemd, containers, monitoring and man",
		Long: `Print files that an installation needs: for systemd, containers, Prometheus and Grafana,
which say where they go, and manual pages.

  turnpost print man /usr/local/share/man
  turnpost print systemd > /etc/systemd/system/turnpost.service
  turnpost print container > Containerfile
  turnpost print alerts > /etc/prometheus/turnpost.yaml
  turnpost print dashboard > turnpost.json`,
	})
	plain := func(use, short, long, text string) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Long: long, Args: arguments(0, 0),
			RunE: func(*cobra.Command, []string) error {
				_, err := fmt.Fprint(a.Out, text)
				return err
			}}
	}
	cmd.AddCommand(
		plain("alerts", "Print alert rules for Prometheus",
			"Print alert rules for Prometheus (YAML). They expect a scrape job\nnamed turnpost.", printAlerts),
		plain("dashboard", "Print a dashboard for Grafana",
			"Print a dashboard for Grafana (JSON): in Grafana, Dashboards, New, Import.", printDashboard),
		plain("container", "Print a Containerfile that builds a small image",
			"Print a Containerfile that builds a small image from the sources: one static\nprogram, no shell, an "+
				"unprivileged user, and a health check.", printContainer),
		plain("user", "Print the server's user for systemd-sysusers",
			"Print the server's user, for systemd-sysusers. 'turnpost install' makes it.\n\n"+
				"  turnpost print user > /etc/sysusers.d/turnpost.conf", printUser),
		printSystemdCommand(a),
		manCommand(a),
	)
	return cmd
}

// printSystemdCommand is `turnpost print systemd`.
func printSystemdCommand(a *app) *cobra.Command {
	var binary, configuration string
	cmd := &cobra.Command{
		Use:   "systemd",
		Short: "Print a hardened unit for systemd",
		Long: `Print a hardened unit for systemd, with a watchdog. 'turnpost install' puts it in place, with
the user, the configuration and the folders that it needs.

  turnpost print systemd > /etc/systemd/system/turnpost.service`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			text, err := unit(binary, configuration)
			if err == nil {
				_, err = fmt.Fprint(a.Out, text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&binary, "binary", localProgram, "the path of the program")
	cmd.Flags().StringVar(&configuration, "config", configPath, "the path of the configuration")
	return cmd
}

// unit returns the unit of a program and a configuration.
func unit(program, configuration string) (string, error) {
	for what, path := range map[string]string{"program": program, "configuration": configuration} {
		if !filepath.IsAbs(path) || strings.ContainsAny(path, " \t\n\"'\\%$;") {
			return "", cli.Errorf(cli.ExitUsage,
				"the path of the %s, %q, is not an absolute path without special characters",
				what, path)
		}
	}
	return strings.NewReplacer("{{.Binary}}", program, "{{.Config}}", configuration).Replace(printSystemd), nil
}

// manCommand is `turnpost print man`.
func manCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages for commands, topics and the configuration",
		Long: `Write manual pages (troff) into the folders man1, man5 and man7 of a folder, which is made if
it does not exist: each command, turnpost.toml(5), and the topics of 'turnpost help', such as
turnpost-operating(7). Older pages are replaced.

  turnpost print man /usr/local/share/man
  man turnpost-serve`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := manual(cmd.Root(), args[0])
			if err != nil {
				return fmt.Errorf("the manual: %w", err)
			}
			_, err = fmt.Fprintf(a.Out, "%d pages in %s\n", n, args[0])
			return err
		},
	}
}

// synopsis is that section of a manual page.
var synopsis = regexp.MustCompile(`(?s)\.SH SYNOPSIS\n.*?(\.SH )`)

// manual writes the manual pages into a folder, and returns how many they are.
func manual(root *cobra.Command, dir string) (pages int, err error) {
	add := func(section string, cmd *cobra.Command, name string) {
		folder := filepath.Join(dir, "man"+section)
		if err == nil {
			err = os.MkdirAll(folder, 0o755)
		}
		if err != nil {
			return
		}
		// Without today's date, so that pages only change when commands do.
		cmd.DisableAutoGenTag = true
		var page bytes.Buffer
		header := doc.GenManHeader{Title: strings.ToUpper(name), Section: section, Source: "Turnpost",
			Manual: "Turnpost"}
		if err = doc.GenMan(cmd, &header, &page); err == nil {
			text := page.Bytes()
			if section != "1" { // cobra takes it for a command
				text = synopsis.ReplaceAll(text, []byte("$1"))
			}
			err = os.WriteFile(filepath.Join(folder, name+"."+section), text, 0o644)
		}
		pages++
	}
	for _, t := range topicTexts {
		cmd := &cobra.Command{Use: "turnpost-" + t.name, Short: t.short, Long: whole(t.text)}
		verbatim(cmd)
		add("7", cmd, cmd.Use)
	}
	file := &cobra.Command{Use: "turnpost.toml", Short: "the configuration of Turnpost",
		Long: "Every key with its default. 'turnpost help configuration' says where the file is, and which\n" +
			"environment variables replace it.\n\n    " +
			strings.ReplaceAll(strings.TrimRight(config.Example, "\n"), "\n", "\n    ")}
	add("5", file, file.Use)
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.IsAdditionalHelpTopicCommand() {
			return
		}
		add("1", cmd, strings.ReplaceAll(cmd.CommandPath(), " ", "-"))
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	verbatim(root)
	visit(root)
	return pages, err
}

// verbatim turns the texts of all commands into Markdown, of which cobra makes manual
// pages: indented lines become code, and special characters of other lines are escaped.
func verbatim(cmd *cobra.Command) {
	var b strings.Builder
	code := false
	for line := range strings.Lines(cmd.Long) {
		indented := strings.HasPrefix(line, "  ")
		if indented != code && strings.TrimSpace(line) != "" {
			code = indented
			b.WriteString("\n")
		}
		if code {
			b.WriteString("    " + line)
		} else {
			b.WriteString(strings.NewReplacer("_", `\_`, "*", `\*`, "`", "\\`", "<", `\<`, "[", `\[`).Replace(line))
		}
	}
	cmd.Long = b.String()
	for _, sub := range cmd.Commands() {
		verbatim(sub)
	}
}
