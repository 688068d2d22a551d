# From a package to a service, for TestThePackageBecomesAService.
#
#   unshare --mount bash package.sh FOLDER
#
# FOLDER has turnpost_1.2.3_ARCH.deb, and "steps": commands of the help, which are run by
# "system". Everything happens on an overlay over this machine's files.
set -euo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
dir=$1 system=$dir/system
mkdir "$dir/disk" "$system"
mount -t tmpfs none "$dir/disk"
mkdir "$dir/disk/upper" "$dir/disk/work" "$dir/disk/run"
mount -t overlay none -o "lowerdir=/,upperdir=$dir/disk/upper,workdir=$dir/disk/work" "$system"
mkdir -p "$system/root/here" "$system/packages"

# The older version is the same package under another number.
dpkg-deb -R "$dir"/turnpost_1.2.3_*.deb "$dir/disk/old"
sed -i 's/^Version: .*/Version: 1.2.2/' "$dir/disk/old/DEBIAN/control"
sed -i 's/v1\.2\.3/v1.2.2/g' "$dir/disk/old/usr/bin/turnpost"
dpkg-deb --root-owner-group -Znone -b "$dir/disk/old" "$dir/old.deb" >/dev/null
rm -r "$dir/disk/old"
mv "$dir"/turnpost_1.2.3_*.deb "$dir/new.deb"

within=(--dev /dev --proc /proc --perms 1777 --tmpfs /tmp --tmpfs /run --bind "$dir/disk/run" /run/turnpost --die-with-parent)
# system runs a command on the copy, as root.
system() { bwrap --bind "$system" / "${within[@]}" --ro-bind "$dir" /packages --chdir /root/here "$@"; }
as() { echo setpriv "--reuid=$1" "--regid=$1" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all; }

# serve does what the unit says: its user, its folders, its command, no privileges.
unit=$system/usr/lib/systemd/system/turnpost.service
serve() {
	local path writable=()
	for path in /var/lib/turnpost $(sed -n 's/^ReadWritePaths=//p' "$unit" | sed 's/\(^\| \)-/\1/g'); do
		[ ! -d "$system$path" ] || writable+=(--bind "$system$path" "$path")
	done
	chown --reference="$system/var/lib/turnpost" "$dir/disk/run"
	chmod 750 "$dir/disk/run"
	: >"$dir/log"
	# shellcheck disable=SC2046
	bwrap --ro-bind "$system" / "${within[@]}" "${writable[@]}" --tmpfs /home --tmpfs /root --perms 1777 --tmpfs /var/tmp \
		--unshare-ipc --unshare-uts --chdir /var/lib/turnpost \
		$(as turnpost) $(sed -n 's/^ExecStart=//p' "$unit") >"$dir/log" 2>&1 &
	server=$!
	until grep -q msg=serving "$dir/log"; do
		kill -0 "$server" || { cat "$dir/log" >&2; return 1; }
		sleep 0.05
	done
}
stop() {
	pkill -TERM -P "$server" # its child: bwrap passes no signal on
	wait "$server" || true
	cat "$dir/log"
}

. "$dir/steps"

system turnpost version
system turnpost install --yes
systemd-analyze verify --man=no --root="$system" turnpost.service
[ -s "$system/usr/share/man/man5/turnpost.toml.5.gz" ] && [ -s "$system/usr/share/bash-completion/completions/turnpost" ]
serve
# A mail server's user in the group turnpost may deliver, but read no password; nobody else may.
echo 'import smtplib
with smtplib.LMTP("/run/turnpost/lmtp") as s:
    s.sendmail("anna@test.example", ["games@test.example"], """From: anna@test.example
To: games@test.example
Message-ID: <1@test.example>
Subject: help

help
""")' >"$dir/lmtp.py"
system $(as postfix) python3 /packages/lmtp.py
echo "ok: a message by LMTP"
! system $(as nobody | sed 's/--regid=nobody/--regid=nogroup/') python3 /packages/lmtp.py 2>"$dir/refused"
grep -q PermissionError "$dir/refused"
for secret in turnpost.secret turnpost.toml; do
	[ -s "$system/etc/turnpost/$secret" ]
	! system $(as postfix) cat "/etc/turnpost/$secret" 2>/dev/null
done
until compgen -G "$system/var/backups/turnpost/turnpost*" >/dev/null; do sleep 0.05; done
echo "ok: a backup"
system $(as turnpost) turnpost stats
stop

cp "$system/etc/turnpost/turnpost.toml" "$dir/before.toml"
system dpkg --force-unsafe-io --no-triggers -i /packages/new.deb
cmp "$system/etc/turnpost/turnpost.toml" "$dir/before.toml"
serve
stop
system $(as turnpost) turnpost verify

system dpkg --no-triggers -r turnpost
[ ! -e "$system/usr/bin/turnpost" ] && [ ! -e "$unit" ]
[ -s "$system/var/lib/turnpost/turnpost.db" ] && [ -s "$system/etc/turnpost/turnpost.toml" ]
echo "ok: removed"
