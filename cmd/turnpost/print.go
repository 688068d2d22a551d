package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"turnpost/cmd/turnpost/cli"
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

  turnpost print man /usr/local/share/man/man1
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
			"Print a Containerfile that builds a small image from the sources: one static\nprogram, no shell, an unprivileged user, and a health check.", printContainer),
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
	var binary, config string
	cmd := &cobra.Command{
		Use:   "systemd",
		Short: "Print a hardened unit for systemd",
		Long: `Print a hardened unit for systemd, with a watchdog. 'turnpost install' puts it in place, with
the user, the configuration and the folders that it needs.

  turnpost print systemd > /etc/systemd/system/turnpost.service`,
		Args: arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			text, err := unit(binary, config)
			if err == nil {
				_, err = fmt.Fprint(a.Out, text)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&binary, "binary", localProgram, "the path of the program")
	cmd.Flags().StringVar(&config, "config", configPath, "the path of the configuration")
	return cmd
}

// unit returns the unit of a program and a configuration.
func unit(program, configuration string) (string, error) {
	for what, path := range map[string]string{"program": program, "configuration": configuration} {
		if !filepath.IsAbs(path) || strings.ContainsAny(path, " \t\n\"'\\%$;") {
			return "", cli.Errorf(cli.ExitUsage, "the path of the %s, %q, is not an absolute path without special characters",
				what, path)
		}
	}
	return strings.NewReplacer("{{.Binary}}", program, "{{.Config}}", configuration).Replace(printSystemd), nil
}

// manCommand is `turnpost print man`.
func manCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write a manual page for every command",
		Long: `Write a manual page (troff) for every command into a folder, which is made if it does not
exist. Older pages are replaced.

  turnpost print man /usr/local/share/man/man1
  man turnpost-serve`,
		Args: arguments(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			// Without today's date, so that pages only change when commands do.
			root.DisableAutoGenTag = true
			verbatim(root)
			header := doc.GenManHeader{Section: "1", Source: "Turnpost", Manual: "Turnpost"}
			if err := doc.GenManTree(root, &header, args[0]); err != nil {
				return fmt.Errorf("the manual: %w", err)
			}
			pages, err := filepath.Glob(filepath.Join(args[0], "turnpost*.1"))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(a.Out, "%d pages in %s\n", len(pages), args[0])
			return err
		},
	}
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
