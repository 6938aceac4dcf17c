# Runs a program in a file system of its own. To be started in new namespaces, with their rights:
# isolate.sh <path>… -- <program> <argument>…
# The program sees the paths, read-only, and nothing else: no /proc, no /dev, no place to write.
set -e
# What these hold outlives who made it and counts for no process. Where /proc/sys is read-only, they stay.
for none in shmall msgmni; do { echo 0 > /proc/sys/kernel/$none; } 2>/dev/null || :; done
{ echo 0 0 0 0 > /proc/sys/kernel/sem; } 2>/dev/null || :
# From Linux 6.14 on, each process namespace has a bound of its own, which holds for root too.
case $(uname -r) in
  6.1[4-9].* | 6.[2-9][0-9].* | [7-9].* | [1-9][0-9].*)
    { echo 512 > /proc/sys/kernel/pid_max; } 2>/dev/null || : ;;
esac
# In the new mount namespace alone. It exists everywhere and never holds code.
root=/sys
mount -t tmpfs -o size=1m,mode=755 reader "$root"
while [ "$1" != -- ]; do
  if [ -L "$1" ]; then
    cp -P "$1" "$root$1"
  # What does not exist need not be seen, and what lies in another of the paths is.
  elif [ -e "$1" ] && ! [ -e "$root$1" ]; then
    if [ -d "$1" ]; then mkdir -p "$root$1"; else mkdir -p "$root${1%/*}"; : > "$root$1"; fi
    mount --bind "$1" "$root$1"
    mount -o remount,bind,ro,nosuid,nodev "$root$1"
  fi
  shift
done
shift
mount -o remount,bind,ro,nosuid,nodev "$root"
# Without these rights nobody leaves a changed root, and a process in one cannot make namespaces to get them again.
exec chroot "$root" setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"
