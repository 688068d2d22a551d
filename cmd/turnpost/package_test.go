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

// mountable makes what testdata/package.sh needs, in a folder that it leaves empty.
const mountable = `cd "$1"; mkdir try; mount -t tmpfs none try; mkdir try/upper try/work try/all
mount -t overlay none -o lowerdir=/,upperdir=try/upper,workdir=try/work try/all
bwrap --bind try/all / --dev /dev --proc /proc --tmpfs /run true; umount try/all try; rmdir try`

// From a package to a service, by the commands of 'turnpost help operating start': installed,
// configured, started under the restrictions of its unit, upgraded and removed, on a copy of this
// machine's files that is thrown away. A machine without systemd as its first process cannot run the
// unit itself; its filter of system calls is the part that is not tried.
func TestThePackageBecomesAService(t *testing.T) {
	t.Parallel()
	mailtest.Need(t, "packages", "bubblewrap, systemd, python3 and postfix", "unshare", "bwrap", "dpkg-deb", "systemd-sysusers",
		"python3", "postconf")
	dir := t.TempDir()
	if out, err := exec.Command("unshare", "--mount", "bash", "-ec", mountable, "bash", dir).CombinedOutput(); err != nil {
		t.Skipf("this machine does not let a test lay files over its own (a container without privileges?): %v: %s", err, out)
	}
	out, err := exec.Command("bash", filepath.Join(top, ".ci", "package", "build"), "1.2.3", dir).CombinedOutput()
	require.NoError(t, err, "%s", out)

	d := mailtest.StartDovecot(t, mailtest.DovecotConfig{})
	p := mailtest.StartPostfix(t, mailtest.PostfixConfig{Domains: []string{"test.example"}, Dovecot: d, Login: true})
	_, found := pages(operatingText)
	require.Equal(t, "start", found[0].name)
	var steps []string
	for line := range strings.Lines(found[0].text) {
		first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch line = strings.TrimSpace(line); first {
		case "apt":
			steps = append(steps, "system dpkg --force-unsafe-io --no-triggers -i /packages/old.deb")
		case "turnpost":
			line = strings.Replace(line, "turnpost init", "turnpost init --address games@test.example --imap "+d.IMAPAddr+
				" --smtp "+p.SMTPAddr+" --password-stdin --no-doctor <<<"+mailtest.Password, 1)
			steps = append(steps, "system "+strings.Replace(line, "turnpost install", "turnpost install --yes", 1))
		case "usermod", "postconf", "echo":
			steps = append(steps, "system bash -c '"+line+"'")
		}
	}
	require.Len(t, steps, 8, "and systemctl twice")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "steps"), []byte(strings.Join(steps, "\n")), 0o600))
	out, err = exec.CommandContext(t.Context(), "unshare", "--mount", "bash", filepath.Join("testdata", "package.sh"), dir).
		CombinedOutput()
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
	for _, line := range []string{"turnpost v1.2.2", `msg=starting version="turnpost v1.2.2`, `msg=starting version="turnpost v1.2.3`,
		"ok: a message by LMTP", "ok: a backup", "Everything is in place.\n", "ok: removed"} {
		require.Contains(t, string(out), line)
	}
	require.NotContains(t, string(out), mailtest.Password)
}
