package main

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"turnpost/cmd/turnpost/cli"
	"turnpost/cmd/turnpost/exit"
	"turnpost/cmd/turnpost/manual"
)

// What is printed for the programs around a daemon. A test holds the alerts and
// the dashboard to metrics that there are, and the unit to systemd's own check.
var (
	//go:embed print_alerts.yaml
	printAlerts string
	//go:embed print_dashboard.json
	printDashboard string
	//go:embed print_turnpost.service
	printSystemd string
	//go:embed print_container
	printContainer string
)

// printCommand is `turnpost print` and all below it.
func printCommand(a *app) *cobra.Command {
	cmd := cli.Group(&cobra.Command{
		Use:   "print",
		Short: "Print what an installation needs beside the program",
		Long: `Print what an installation needs beside the program: files for systemd, containers,
Prometheus and Grafana, which say where they go, and manual pages.

  turnpost print man /usr/local/share/man/man1
  turnpost print systemd > /etc/systemd/system/turnpost.service
  turnpost print container > Containerfile
  turnpost print alerts > /etc/prometheus/turnpost.yaml
  turnpost print dashboard > turnpost.json`,
	})
	plain := func(use, short, long, text string) *cobra.Command {
		return &cobra.Command{Use: use, Short: short, Long: long, Args: cli.Arguments(0, 0), RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.Out, text)
			return err
		}}
	}
	cmd.AddCommand(
		plain("alerts", "Print alert rules for Prometheus",
			"Print alert rules for Prometheus (YAML). They expect that the job which scrapes\nTurnpost is named turnpost.", printAlerts),
		plain("dashboard", "Print a dashboard for Grafana",
			"Print a dashboard for Grafana (JSON): in Grafana, Dashboards, New, Import.", printDashboard),
		plain("container", "Print a Containerfile that builds a small image",
			"Print a Containerfile that builds a small image from the sources: one static\nprogram, no shell, a user without rights, and a health check.", printContainer),
		printSystemdCommand(a),
		manual.Command(a.Env),
	)
	return cmd
}

// printSystemdCommand is `turnpost print systemd`.
func printSystemdCommand(a *app) *cobra.Command {
	var binary, config string
	cmd := &cobra.Command{
		Use:   "systemd",
		Short: "Print a hardened unit for systemd",
		Long: `Print a hardened unit for systemd, with a watchdog. Its first lines say what the
configuration must hold.

  turnpost print systemd > /etc/systemd/system/turnpost.service`,
		Args: cli.Arguments(0, 0),
		RunE: func(*cobra.Command, []string) error {
			for flag, path := range map[string]string{"--binary": binary, "--config": config} {
				if !filepath.IsAbs(path) || strings.ContainsAny(path, " \t\n\"'\\%$;") {
					return exit.Errorf(exit.Usage, "%s: %q is no absolute path that systemd takes as it is", flag, path)
				}
			}
			t, err := template.New("").Parse(printSystemd)
			if err != nil {
				return err
			}
			return t.Execute(a.Out, struct{ Binary, Config, Folder string }{binary, config, filepath.Dir(config)})
		},
	}
	cmd.Flags().StringVar(&binary, "binary", "/usr/local/bin/turnpost", "where the program lies")
	cmd.Flags().StringVar(&config, "config", "/etc/turnpost/turnpost.toml", "where the configuration lies")
	return cmd
}
