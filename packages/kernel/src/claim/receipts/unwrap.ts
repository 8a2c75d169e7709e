/** @module What a command really runs: the program behind wrappers and package runners (claim gate, 5.2). */

const wrappers = new Set(
  "env time timeout nice nohup sudo doas command xvfb-run stdbuf setsid ionice caffeinate unbuffer exec builtin".split(
    " ",
  ),
);

export function baseName(word: string): string {
  return word.split("/").at(-1) ?? word;
}

/** The words after the options of a runner and the values those take. */
function afterOptions(words: readonly string[], valued: RegExp = /^$/): readonly string[] {
  let at = 0;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "--") return words.slice(at + 1);
    if (!word.startsWith("-")) break;
    at += valued.test(word) ? 2 : 1;
  }
  return words.slice(at);
}

const runnerValues =
  /^(?:-p|--package|-w|--workspace|--with|--python|--group|--extra|-C|--dir|--cwd|--project|--directory)$/;

function behindNode(argv: readonly string[]): readonly string[] | null {
  const rest = afterOptions(argv.slice(1), runnerValues);
  const [verb = "", ...others] = rest;
  if (verb === "exec" || verb === "dlx" || verb === "x") return afterOptions(others, runnerValues);
  return null;
}

function behindCompose(argv: readonly string[]): readonly string[] | null {
  const words = baseName(argv[0] ?? "").endsWith("-compose") ? argv.slice(1) : argv.slice(2);
  const composed = afterOptions(words, /^(?:-f|--file|-p|--project-name|--profile|--env-file)$/);
  const [verb = "", ...rest] = composed;
  if (verb !== "run" && verb !== "exec") return null;
  const [, ...inner] = afterOptions(rest, /^(?:-e|--env|-u|--user|-w|--workdir|-v|--volume|--name|--entrypoint|-p)$/);
  return inner;
}

/** One layer less, or null when there is none. */
function behind(argv: readonly string[]): readonly string[] | null {
  const name = baseName(argv[0] ?? "");
  const [, second = "", third = ""] = argv;
  switch (name) {
    case "npx":
    case "bunx":
    case "uvx":
    case "pnpx":
    case "pipx":
      return afterOptions(argv.slice(name === "pipx" && second === "run" ? 2 : 1), runnerValues);
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return behindNode(argv);
    case "uv":
    case "poetry":
    case "pipenv":
    case "pdm":
    case "hatch":
    case "rye":
      return second === "run" ? afterOptions(argv.slice(2), runnerValues) : null;
    case "bundle":
      return second === "exec" ? argv.slice(2) : null;
    case "coverage":
      return second === "run" ? afterModule(argv.slice(2)) : null;
    case "docker":
    case "podman":
      return second === "compose" ? behindCompose(argv) : null;
    case "docker-compose":
      return behindCompose(argv);
    default:
      break;
  }
  if (/^python[0-9.]*$/.test(name) && second === "-m") return [third, ...argv.slice(3)];
  if (/^python[0-9.]*$/.test(name) && /^-[A-Za-z]+$/.test(second) && third === "-m") return argv.slice(3);
  return null;
}

function afterModule(words: readonly string[]): readonly string[] | null {
  const at = words.indexOf("-m");
  return at < 0 ? null : words.slice(at + 1);
}

/** The commands a command runs, from the outermost to the innermost, the first being the command itself. */
export function layersOf(argv: readonly string[], inner: readonly (readonly string[])[]): (readonly string[])[] {
  const layers: (readonly string[])[] = [argv];
  let current = argv;
  for (let depth = 0; depth < 8; depth += 1) {
    const name = baseName(current[0] ?? "");
    // What the command table read behind a wrapper is what runs.
    const next: readonly string[] | null | undefined = wrappers.has(name) ? inner[layers.length] : behind(current);
    if (next === null || next === undefined || next.length === 0) break;
    layers.push(next);
    current = next;
  }
  return layers;
}
