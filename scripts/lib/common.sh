# shellcheck shell=bash
# What the scripts share: plain failures, steps with their time, a JDK, packages, keys. Sourced at the top of the repository.

# Sorting, number formats and error texts must not depend on a locale that this machine may not even have.
export LC_ALL=C.UTF-8
# Where Debian keeps servers; not on everybody's path.
PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
# Nothing here may go through a proxy to reach this very machine.
export no_proxy="127.0.0.1,localhost${no_proxy:+,$no_proxy}"

script=${0##*/}
child=

# Never fails: what is being ended must be ended although the terminal has gone.
say() {
  printf '%s\n' "$*" 2>/dev/null || true
}

fail() {
  printf '%s: %s\n' "$script" "$*" >&2
  exit 1
}

# Prints the end of a log before failing: the reason is usually there.
fail_with_log() {
  local log=$1
  shift
  printf '\n--- the end of %s\n' "$log" >&2
  grep -v '^[[:space:]]*$' "$log" 2>/dev/null | tail -n 20 >&2 || true
  printf -- '---\n' >&2
  fail "$@"
}

# Runs a command with its output in a log, shows how long it takes, and answers with its status. It runs in a process
# group of its own, so that a signal to this script can end all of it. While it runs, $on_tick is called, if set; what
# $detail prints stands behind the seconds.
step() {
  local label=$1 log=$2 since=$SECONDS status=0 last=0
  shift 2
  set -m
  "$@" </dev/null >>"$log" 2>&1 &
  child=$!
  set +m
  [ -t 1 ] || printf '  %-22s …\n' "$label"
  while kill -0 "$child" 2>/dev/null; do
    if [ -t 1 ]; then
      printf '\r  %-22s %s s %s' "$label" "$((SECONDS - since))" "$("${detail:-:}" "$log")"
    elif ((SECONDS - since >= last + 20)); then
      last=$((SECONDS - since))
      printf '  %-22s … %s s %s\n' "$label" "$last" "$("${detail:-:}" "$log")"
    fi
    "${on_tick:-:}"
    sleep 0.3
  done
  "${on_tick:-:}"
  wait "$child" || status=$?
  child=
  [ ! -t 1 ] || printf '\r\033[K'
  printf '  %-22s %s in %s s\n' "$label" "$([ "$status" = 0 ] && echo "done" || echo "failed")" "$((SECONDS - since))"
  return "$status"
}

# Ends what a step was doing when the script is told to stop.
stop_step() {
  [ -n "$child" ] || return 0
  kill -TERM -- "-$child" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  child=
}

need_disk() {
  local free
  mkdir -p .local 2>/dev/null || fail "cannot write to $PWD. Clone into a directory of your own."
  [ -w .local ] || fail ".local belongs to $(stat -c %U .local), so it was made by another user: run this as that user, or delete .local."
  free=$(df -Pk .local | awk 'NR == 2 {print int($4 / 1024)}')
  [ "$free" -ge 2048 ] || fail "only $free MB are free on the disk of $PWD; 2048 MB are needed. Make room, then run this again."
}

java_release() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null
}

# The newest JDK on this machine, whatever JAVA_HOME says: an old one there is the commonest reason for a build that fails.
# Newer than 25 only if there is nothing else, for that is the newest the checks in the build were tried with. Without one, Debian's newest.
find_jdk() {
  look_for_jdk || {
    if command -v apt-get >/dev/null; then
      need_packages /no-jdk 'openjdk-25-jdk-headless|openjdk-21-jdk-headless|openjdk-17-jdk-headless'
    fi
    look_for_jdk || fail "no JDK of version 17 or newer is here (a JRE is not enough: the shop is compiled). Unpack one and set JAVA_HOME to it."
  }
  export JAVA_HOME=$jdk
  say "  JDK $(java_release "$jdk") is at $jdk"
}

# Leaves the place of the best in $jdk.
look_for_jdk() {
  local home release best=0 rank
  for home in "${JAVA_HOME:-/none}" "$(dirname "$(dirname "$(readlink -f "$(command -v javac || echo /none)")")")" \
    /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/*jdk* "${HOME:-/none}"/.sdkman/candidates/java/* "${HOME:-/none}"/.jdks/*; do
    [[ -x $home/bin/javac && -x $home/bin/java ]] || continue
    release=$(java_release "$home")
    [ "${release:-0}" -ge 17 ] || continue
    rank=$((release > 25 ? 1 : release))
    if [ "$rank" -gt "$best" ]; then
      best=$rank
      jdk=$home
    fi
  done
  [ "$best" -gt 0 ]
}

# Installs what is missing, after saying so. Arguments: pairs of a command (or a file) and the package that brings it; of packages with |
# between them the first that the system has.
need_packages() {
  local log=${logs:-.local}/install.log
  local -a packages=() sudo=()
  while [ $# -gt 0 ]; do
    [ -e "$1" ] || command -v "$1" >/dev/null || packages+=("$2")
    shift 2
  done
  if [ ${#packages[@]} = 0 ]; then
    return
  fi
  command -v apt-get >/dev/null ||
    fail "missing: ${packages[*]}. This is no Debian or Ubuntu (there is no apt-get): install them your own way, then run this again."
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "missing: ${packages[*]}. Only root can install them, and there is no sudo. As root: apt-get install ${packages[*]}"
    say "  sudo is asked for leave to install: ${packages[*]}"
    sudo -v || fail "sudo refused. Let root run: apt-get install ${packages[*]}"
    sudo=(sudo -n)
  fi
  local room
  room=$(df -Pk /var | awk 'NR == 2 {print int($4 / 1024)}')
  [ "$room" -ge 1024 ] || fail "only $room MB are free in /var; packages need 1024 MB. Make room, then run this again."
  say "  to be installed: ${packages[*]} (their own services stay off)"
  mkdir -p "${log%/*}"
  : >"$log"
  step "installing packages" "$log" "${sudo[@]}" bash scripts/lib/install-packages "${packages[@]}" ||
    fail_with_log "$log" "apt-get could not install ${packages[*]}. Is there a network? The whole log: $log"
}

# A key of 32 random bytes in base64, made once and readable by its owner alone.
key() {
  local file=.local/keys/$1
  if [ ! -s "$file" ]; then
    mkdir -p .local/keys
    chmod 700 .local/keys
    (umask 077 && head -c 32 /dev/urandom | base64 -w0 >"$file")
  fi
  cat "$file"
}

port_taken() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# A process that was killed a moment ago may still hold its port.
await_port() {
  local port=$1 what=$2
  for ((i = 0; i < 100; i++)); do
    port_taken "$port" || return 0
    [ "$i" != 5 ] || say "  port $port is still taken; waiting for it …"
    sleep 0.1
  done
  fail "port $port, wanted for $what, is taken by something else.
  Set STAMPEDE_PORT_BASE to another base than $base, or end what uses the port (ss -ltnp shows it)."
}

check_base() {
  [[ $1 =~ ^[1-9][0-9]{3,4}$ && $1 -ge 1024 && $1 -le 64000 ]] ||
    fail "$2 is '$1'; it must be a number from 1024 to 64000 (below 32000 is best: from there on the system lends ports out)."
}

# Ports for servers that live only as long as a script. Several may run on one machine, so each begins its search somewhere else.
free_base() {
  local offset port base
  for ((i = 0; i < 81; i++)); do
    base=$((23000 + ($$ + i) % 9 * 1000 + i))
    for offset in 25 80 88 90 92 93 306 369 379 672 673 674; do
      port=$((base + offset))
      ! port_taken "$port" || continue 2
    done
    echo "$base"
    return
  done
  fail "no free ports between 23000 and 32000; set $1"
}

# What somebody set for his own shop must not reach what runs on servers of its own; of which kind those are is no such setting.
forget_settings() {
  local variable
  for variable in "${!STAMPEDE_@}" "${!SPRING_@}"; do
    [ "$variable" = STAMPEDE_SERVERS_MYSQL ] || unset "$variable"
  done
}

# How much of a build was fetching: the first one fetches everything.
fetched() {
  local files
  files=$(grep -c 'Downloaded from ' "$1" || true)
  [ "$files" = 0 ] || printf '(%s files fetched)' "$files"
}

# What Maven found wrong, without its advice about switches.
reasons() {
  grep -aE '^\[(ERROR|WARNING)\] +[^ ]' "$1" | grep -vE 'Help 1|To see the full|Re-run Maven|For more information' | uniq | cut -c1-300 | head -n 40
}

# The last cause in each stack trace, once: what a context that did not start says of it is long, and says nothing of why.
causes() {
  awk '/^Caused by: / { cause = $0; next }
    !/^[[:space:]]/ { tell() }
    END { tell() }
    function tell() { if (cause != "" && !told[cause]++) print "    " substr(cause, 1, 300); cause = "" }' "$1" | head -n 10
}

# What Maven says when it could not download, in words that help.
build_failed() {
  local log=$1
  if grep -qE 'Unknown host|Could not transfer artifact|Connection (refused|timed out)|Network is unreachable|No route to host' "$log"; then
    fail_with_log "$log" "the build could not download what it needs. Is there a network? Behind a proxy Maven wants it in ~/.m2/settings.xml."
  fi
  reasons "$log" >&2 || fail_with_log "$log" "the build failed; the whole log: $log"
  fail "the build failed; the whole log: $log"
}

# Whether a process still does anything. One that ended stays in the list until its parent looks, which in a container can be never.
running() {
  [[ $(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null) == [^ZX]* ]]
}

# When a process began, in clock ticks since the machine did. Pids are used again; pids with their beginning are not.
began() {
  sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20
}

remember() {
  echo "$2 $(began "$2")" >"$1"
}

# Sends TERM to what was remembered in a file, and waits; a process that takes longer than it may is killed.
finish() {
  local file=$1 name=$2 seconds=$3 pid since=$SECONDS told=
  pid=$(remembered "$file") || return 0
  kill -TERM "$pid" 2>/dev/null || true
  while remembered "$file" >/dev/null; do
    if ((SECONDS - since >= seconds)); then
      kill -KILL "$pid" 2>/dev/null || true
    elif [ -z "$told" ] && ((SECONDS - since >= 5)); then
      told=yes
      say "  waiting for $name (process $pid) to end what it has in hand, for $seconds s at most …"
    fi
    sleep 0.2
  done
  rm -f "$file"
  say "  $name ended in $((SECONDS - since)) s"
}

# Leads the shop to the local Alipay that listens on a port, and the local Alipay to its files in a place, unless there is to be another.
use_local_alipay() {
  [ -z "${STAMPEDE_ALIPAY_GATEWAY:-}" ] || return 0
  export STAMPEDE_ALIPAYSANDBOX_PORT=$1 STAMPEDE_ALIPAYSANDBOX_DIRECTORY=$PWD/$2/alipay
  export STAMPEDE_ALIPAY_GATEWAY=http://127.0.0.1:$1/gateway.do
  export STAMPEDE_ALIPAY_APP_ID=2021000000000088 STAMPEDE_ALIPAY_SELLER_ID=2088000000000088
  export STAMPEDE_ALIPAY_APP_PRIVATE_KEY=$STAMPEDE_ALIPAYSANDBOX_DIRECTORY/app-private.pem
  export STAMPEDE_ALIPAY_PUBLIC_KEY=$STAMPEDE_ALIPAYSANDBOX_DIRECTORY/alipay-public.pem
}

# Makes a place for Prometheus and Alertmanager: the files of the release, the shop's token for the one alone who runs it, where the shop
# and the Alertmanager listen. Figures of before stay.
make_watch_place() {
  local watch=$1 http=$2 alertmanager=$3
  shift 3
  mkdir -p "$watch/data" "$watch/alertmanager"
  cp src/deploy/prometheus/prometheus.yml src/deploy/alertmanager/alertmanager.yml "$watch/"
  sed "s#runbook_url: /#runbook_url: http://127.0.0.1:$http/#" src/deploy/prometheus/stampede-alerts.yml >"$watch/stampede-alerts.yml"
  rm -f "$watch/management-token"
  (umask 077 && printf %s "$STAMPEDE_MANAGEMENT_TOKEN" >"$watch/management-token")
  printf -- "- targets: ['127.0.0.1:%s']\n" "$@" >"$watch/nodes.yml"
  printf -- "- targets: ['127.0.0.1:%s']\n" "$alertmanager" >"$watch/alertmanagers.yml"
}

# Answers with the pid that was remembered in a file, if that process still runs.
remembered() {
  local pid start
  [ -s "$1" ] && read -r pid start <"$1" && running "$pid" && [ "$(began "$pid")" = "$start" ] && echo "$pid"
}

quoted() {
  local text=${1//\\/\\\\}
  printf '"%s"' "${text//\"/\\\"}"
}

# Signs an operator in at a shop and leaves the access token in $token, or why there is none in $reason. If the account has a second
# factor, its code is taken from the variable that is named, or asked for at a terminal. Everything goes through pipes, so that neither
# password, code nor token shows in the list of processes.
sign_in() {
  local shop=$1 name=$2 password=$3 variable=$4 answer
  local code=${!variable:-}
  token='' reason=''
  answer=$(ask_for_token)
  if [[ $answer == *'"reason":"SECOND_FACTOR_NEEDED"'* ]]; then
    if [ ! -t 0 ] || [ ! -t 2 ]; then
      reason="$name has a second factor: set $variable to its code"
      return 1
    fi
    read -rp "Code of $name's authenticator app, or a recovery code: " code
    answer=$(ask_for_token)
  fi
  token=$(sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p' <<<"$answer")
  [ -z "$token" ] || return 0
  reason=$(sed -n 's/.*"detail":"\([^"]*\)".*/\1/p' <<<"$answer")
  reason=${reason:-$answer}
  return 1
}

ask_for_token() {
  printf '{"username":%s,"password":%s%s}' "$(quoted "$name")" "$(quoted "$password")" "${code:+,\"code\":$(quoted "$code")}" |
    curl --noproxy '*' -sS -m 20 -H 'Content-Type: application/json' -d @- "$shop/api/v1/tokens" 2>&1 || true
}
