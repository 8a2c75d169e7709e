/**
 * @module The program that hosts start: a POSIX shell script that asks the resident gate and, where that cannot be had, our
 * client with the same bytes (hosts, section 12). Whatever goes wrong, it ends with the code that blocks.
 */

export interface HookPaths {
  /** The Node.js that runs the client. */
  readonly node: string;
  /** The client's file. */
  readonly client: string;
  /** Folders of the system's own programs, as in a `PATH`. */
  readonly tools?: string;
}

const systemFolders = "/usr/bin:/bin:/run/current-system/sw/bin";

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/**
 * The text of the script. It says nothing itself but why it blocks.
 *
 * It asks with `curl`, which starts faster than Node, only where the folder and the socket are this account's and closed to
 * others; everything else, also what to say about a failure, is the client's. The gate looks up the environment of the host by
 * the process id that is sent. The host's `PATH` may begin with a folder the agent writes to, as below `npx`: no program of
 * the script is looked for there, and the client gets it unchanged. The host's `NODE_OPTIONS` could load code into the client:
 * it is told of them and started without.
 */
export function hookScript({ node, client, tools = systemFolders }: HookPaths): string {
  return `#!/bin/sh
# Written by \`warrant hooks install\`. Agent hosts start this before every tool call.
node=${quoted(node)}
client=${quoted(client)}
tools=${quoted(tools)}
input=$(PATH=$tools; cat)
host= via=
case $# in
  1) host=$1 ;;
  3) [ "$2" = --via ] && host=$1 via=$3 ;;
esac
case $host$via in *[!a-z-]*) host= ;; esac
folder=$HOME/.local/state/warrant/run
case $XDG_STATE_HOME in /*) folder=$XDG_STATE_HOME/warrant/run ;; esac
case $XDG_RUNTIME_DIR in /*) folder=$XDG_RUNTIME_DIR/warrant ;; esac
case $WARRANT_HOME in /*) folder=$WARRANT_HOME/run ;; esac
socket=$folder/gate.sock
if [ -n "$host" ] && [ -S "$socket" ] && [ -O "$socket" ] && [ -O "$folder" ] && [ ! -L "$folder" ]; then
  case $(PATH=$tools; ls -ld "$folder" 2>/dev/null) in
    drwx------*)
      answer=$(PATH=$tools; printf '%s' "$input" | curl -q -sS --max-time 0.3 --noproxy '*' --unix-socket "$socket" --data-binary @- \\
        -H 'Expect:' -H 'Content-Type: application/json' -H 'Accept: text/plain' -H "X-Warrant-Pid: $$" \\
        -w '\\n%{http_code}' "http://warrant/v1/hook/$host?via=$via" 2>/dev/null)
      code=$?
      status=\${answer##*
}
      text=\${answer%
*}
      if [ "$code" -eq 0 ] && [ "$status" = 200 ]; then
        printf '%s' "$text"
        exit 0
      fi
      if [ "$code" -eq 0 ] && [ "$status" = 422 ]; then
        printf '%s\\n' "$text" >&2
        exit 2
      fi
      ;;
  esac
fi
if [ ! -x "$node" ] || [ ! -r "$client" ]; then
  echo "Warrant: its program is gone, so nothing may run. Next: install Warrant again and run \\\`warrant hooks install\\\`. [action.failed]" >&2
  exit 2
fi
printf '%s' "$input" | WARRANT_NODE_OPTIONS=$NODE_OPTIONS NODE_OPTIONS= "$node" --unhandled-rejections=strict "$client" "$@"
code=$?
[ "$code" -eq 0 ] && exit 0
exit 2
`;
}
