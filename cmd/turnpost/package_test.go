package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"turnpost/mail/mailtest"
)

// bootable tries what testdata/service.sh needs of the machine, in a folder that it leaves empty.
const bootable = `cd "$1"; mkdir try; mount -t tmpfs none try; mkdir try/upper try/work try/all try/cgroup
mount -t overlay none -o lowerdir=/,upperdir=try/upper,workdir=try/work try/all; mount -t cgroup2 none try/cgroup
mkdir try/cgroup/turnpost-test; rmdir try/cgroup/turnpost-test; umount try/cgroup try/all try; rmdir try`

// From nothing to a service, by the ten commands of 'turnpost help operating start', from a package and
// from source: installed, configured, started by a systemd of its own, and with mail from a Postfix, on a
// copy of this machine's files that is thrown away. The package is then upgraded and removed. Only two
// things are not as on a new machine: dpkg stands for apt, and the mail servers are those of the test.
func TestFromNothingToAService(t *testing.T) {
	t.Parallel()
	mailtest.Need(t, "packages", "systemd and postfix", "unshare", "nsenter", "setpriv", "dpkg-deb", "systemd-sysusers", "postconf")
	dir := t.TempDir()
	if out, err := exec.Command("unshare", "--mount", "bash", "-ec", bootable, "bash", dir).CombinedOutput(); err != nil {
		t.Skipf("this machine does not let a test start a systemd (a container without privileges?): %v: %s", err, out)
	}
	out, err := exec.Command("bash", filepath.Join(top, ".ci", "package", "build"), "1.2.3", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	debs, err := filepath.Glob(filepath.Join(dir, "turnpost_1.2.3_*.deb"))
	require.NoError(t, err)
	require.Len(t, debs, 1)

	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	_, found := pages(operatingText)
	require.Equal(t, "start", found[0].name)
	var steps []string
	for line := range strings.Lines(found[0].text) {
		line = strings.TrimSpace(line)
		switch first, _, _ := strings.Cut(line, " "); first {
		case "apt", "turnpost", "usermod", "postconf", "echo", "systemctl":
			steps = append(steps, line)
		}
	}
	require.Len(t, steps, 10)
	all := strings.NewReplacer("apt install ", "dpkg --force-unsafe-io --no-triggers -i ", "turnpost init", "turnpost init --address games@example.org --imap "+d.IMAPAddr+" --smtp "+p.SMTPAddr+
		" --password-stdin --no-doctor <<<"+mailtest.Password, "turnpost install", "turnpost install --yes").
		Replace(strings.Join(steps, "\n"))
	for from, text := range map[string]string{
		"package": all,
		"source":  strings.NewReplacer("\nturnpost ", "\n./turnpost ").Replace(strings.SplitAfterN(all, ".deb", 2)[1]),
	} {
		t.Run(from, func(t *testing.T) {
			t.Parallel()
			in := t.TempDir()
			var commands strings.Builder
			for line := range strings.Lines(strings.ReplaceAll(text, "games@example.org", from+"@test.example")) {
				commands.WriteString("system bash -c '" + strings.TrimSpace(line) + "'\n")
			}
			require.NoError(t, os.WriteFile(filepath.Join(in, "steps"), []byte(commands.String()), 0o600))
			out, err := exec.Command("unshare", "--mount", "bash", filepath.Join("testdata", "service.sh"), from, in,
				debs[0]).CombinedOutput()
			require.NoError(t, err, "%s", out)
			t.Logf("%s", out)
			want := []string{"Everything is in place.\n", "ok: a message from Postfix is answered", "ok: a backup", "ok: a message from a program", "ok: another level of the log",
				`msg=starting version="turnpost v1.2.3`}
			if from == "package" {
				want = append(want, `msg=starting version="turnpost v1.2.2`, "ok: removed")
			} else {
				want = append(want, "ok: an archive")
			}
			for _, line := range want {
				require.Contains(t, string(out), line)
			}
			require.NotContains(t, string(out), mailtest.Password)
		})
	}
}
