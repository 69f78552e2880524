# Turns new namespaces into a machine whose first process is systemd, with no service started but its own.
# Usage: boot.sh REPOSITORY FOLDER NODE NAME
set -euo pipefail
layers=$2/layers
root=$layers/root
mount --make-rprivate /
mount -t tmpfs -o mode=755 layers "$layers"
mkdir "$root" "$layers/upper" "$layers/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$root"
for folder in dev run tmp; do mount -t tmpfs -o mode=1755 "$folder" "$root/$folder"; done
chmod 1777 "$root/tmp"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount -t tmpfs cgroup "$root/sys/fs/cgroup"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
ln --symbolic pts/ptmx "$root/dev/ptmx"
ln --symbolic /proc/self/fd "$root/dev/fd"
for part in "$1" "$2/commands" "$2/release"; do
  mkdir --parents "$root$part"
  mount --bind "$part" "$root$part"
done
mount --bind "$3" "$root/usr/bin/node"
ip link set lo up
hostname "$4"
echo "127.0.0.1 localhost $4" > "$root/etc/hosts"
cd "$root"
# The surrounding machine may already have a user with that name.
chroot . userdel linkwright 2> /dev/null || true
mkdir old
pivot_root . old
umount --lazy /old
# systemd mounts credentials in a namespace of its own.
mount --make-rshared /
exec env --ignore-environment container=linkwright PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  /lib/systemd/systemd --system --unit=basic.target
