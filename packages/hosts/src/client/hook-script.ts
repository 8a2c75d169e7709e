/**
 * @module The program that hosts start: a POSIX shell script that asks the resident gate and, where that cannot be had, our
 * client with the same bytes (hosts, section 12). Whatever goes wrong, it ends with the code that blocks.
 */

export interface HookPaths {
  /** The Node.js that runs the client. */
  readonly node: string;
  /** The client's file. */
  readonly client: string;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The text of the script. It says nothing itself but why it blocks. */
export function hookScript({ node, client }: HookPaths): string {
  return `#!/bin/sh
# Written by \`warrant hooks install\`. Agent hosts start this before every tool call.
node=${quoted(node)}
client=${quoted(client)}
if [ ! -x "$node" ] || [ ! -r "$client" ]; then
  echo "Warrant: its program is gone, so nothing may run. Next: install Warrant again and run \\\`warrant hooks install\\\`. [action.failed]" >&2
  exit 2
fi
"$node" --unhandled-rejections=strict "$client" "$@"
code=$?
[ "$code" -eq 0 ] && exit 0
exit 2
`;
}
