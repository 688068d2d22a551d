# From nothing to a service, for TestFromNothingToAService.
#
#   unshare --mount bash service.sh package|source FOLDER DEB
#
# DEB is turnpost 1.2.3. FOLDER has "steps": commands of the help, which are run by "system", under a
# systemd of their own, on an overlay over this machine's files.
set -euo pipefail
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
from=$1 dir=$2 deb=$3 disk=$2/disk system=$2/disk/system
mkdir "$disk"
mount -t tmpfs none "$disk"
mkdir "$disk/upper" "$disk/work" "$disk/cgroup" "$system"
mount -t overlay none -o "lowerdir=/,upperdir=$disk/upper,workdir=$disk/work" "$system"
mkdir -p "$system/root/here"
# Nothing of this machine is started, nor does its Postfix listen to others.
rm -rf "$system"/etc/systemd/system/*.wants
sed -i '/^smtp .*inet/d' "$system/etc/postfix/master.cf"
# Tests share the machine's ports, and systemd needs a group of its own.
mount -t cgroup2 none "$disk/cgroup"
group=$disk/cgroup/turnpost-test-$$
mkdir "$group"
cat >"$disk/boot" <<'END'
cd "$1"
mount -t proc none proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs none sys
mount -o remount,bind,ro sys
mount -t cgroup2 none sys/fs/cgroup
mount -t tmpfs none run
mount -t tmpfs -o mode=1777 none tmp
mount -t tmpfs -o mode=755 none dev
cp -a /dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty dev
mkdir dev/pts dev/shm before
mount -t devpts none dev/pts
ln -s pts/ptmx dev/ptmx
pivot_root . before
umount -l before
rmdir before
exec env -i container=test PATH="$PATH" /lib/systemd/systemd --unit=basic.target
END
(
	echo "$BASHPID" >"$group/cgroup.procs"
	exec setpriv --pdeathsig KILL unshare --mount --pid --ipc --uts --cgroup --fork --kill-child bash -e "$disk/boot" "$system"
) &
unshared=$!
ended() {
	[ $? -eq 0 ] || system journalctl -q -o cat -u turnpost >&2 || true
	echo 1 >"$group/cgroup.kill"
	until find "$group" -depth -type d -exec rmdir {} + 2>/dev/null; do sleep 0.05; done
}
trap ended EXIT

# await repeats a command until it succeeds, for a minute.
await() {
	local late=$((SECONDS + 60))
	while [ "$SECONDS" -lt "$late" ]; do
		if "$@"; then return; fi
		sleep 0.05
	done
	echo "in vain: $*" >&2
	return 1
}
# first is systemd, the only child of unshare.
booted() { first=$(cat "/proc/$unshared/task/$unshared/children") && first=${first% } && grep -qs systemd "/proc/$first/comm"; }
await booted
# system runs a command there, as root.
system() { nsenter --target "$first" --mount --pid --ipc --uts --root sh -c 'cd /root/here && exec "$@"' sh "$@"; }
as() { echo setpriv "--reuid=$1" "--regid=$2" --init-groups --no-new-privs; }
await system systemctl is-active --quiet basic.target 2>/dev/null
# said looks for a text in the output of a command.
said() { local text=$1; shift; "$@" | grep -q "$text"; }

case $from in
package) # The older version is the same package under another number.
	dpkg-deb -R "$deb" "$disk/old"
	sed -i 's/^Version: .*/Version: 1.2.2/' "$disk/old/DEBIAN/control"
	sed -i 's/v1\.2\.3/v1.2.2/g' "$disk/old/usr/bin/turnpost"
	dpkg-deb --root-owner-group -Znone -b "$disk/old" "$system/root/here/turnpost_VERSION_amd64.deb" >/dev/null
	rm -r "$disk/old"
	program=/usr/bin/turnpost
	;;
source) # What 'go build' has made.
	dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$system/root/here" --strip-components=3 ./usr/bin/turnpost
	program=/usr/local/bin/turnpost
	;;
esac

. "$dir/steps"

system turnpost install --yes
[ "$(system sh -c 'command -v turnpost')" = "$program" ]
system systemctl show --property=ExecStart turnpost | grep -q "path=$program "
system sendmail -f anna@test.example $from@test.example <<END
From: anna@test.example
To: $from@test.example
Message-ID: <1@test.example>
Subject: help

help
END
await said anna@test.example system turnpost outbox --state sent
echo "ok: a message from Postfix is answered"
# A mail server's user in the group turnpost may deliver, but read no password; nobody else may. The
# server's user may not write the configuration.
[ -s "$system/etc/turnpost/turnpost.secret" ]
! system $(as postfix postfix) cat /etc/turnpost/turnpost.secret 2>/dev/null
! system $(as nobody nogroup) test -e /run/turnpost/lmtp
system $(as postfix postfix) test -w /run/turnpost/lmtp
[ "$(system stat -c %U:%G:%a /etc/turnpost/turnpost.toml)" = root:turnpost:640 ]
await said turnpost ls "$system/var/backups/turnpost"
echo "ok: a backup"
system $(as turnpost turnpost) turnpost stats
system $(as turnpost turnpost) turnpost deliver <<'END'
From: bert@test.example
To: games@test.example
Message-ID: <2@test.example>
Subject: help

help
END
await said bert@test.example system turnpost outbox --state sent
echo "ok: a message from a program"
system turnpost config set log.level=debug
system systemctl reload turnpost
await said level=DEBUG system journalctl -q -o cat -u turnpost
echo "ok: another level of the log"

# A folder that is added later is made, and the unit may write there.
if [ "$from" = source ]; then
	system turnpost config set archive.dir=/srv/www/games
	system turnpost install --yes
	system systemctl restart turnpost
	await test -s "$system/srv/www/games/index.html"
	echo "ok: an archive"
fi
if [ "$from" = package ]; then
	[ -s "$system/usr/share/man/man5/turnpost.toml.5.gz" ] && [ -s "$system/usr/share/bash-completion/completions/turnpost" ]
	cp "$system/etc/turnpost/turnpost.toml" "$disk/before.toml"
	cp "$deb" "$system/root/here/new.deb"
	system dpkg --force-unsafe-io --no-triggers -i new.deb
	cmp "$system/etc/turnpost/turnpost.toml" "$disk/before.toml"
	system $(as turnpost turnpost) turnpost verify
	system dpkg --no-triggers -r turnpost
	[ ! -e "$system/usr/bin/turnpost" ] && [ ! -e "$system/usr/lib/systemd/system/turnpost.service" ]
	[ -s "$system/var/lib/turnpost/turnpost.db" ] && [ -s "$system/etc/turnpost/turnpost.toml" ]
	echo "ok: removed"
fi
system journalctl -q -o cat -u turnpost
