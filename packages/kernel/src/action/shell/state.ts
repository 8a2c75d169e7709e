/** @module What a shell knows between two commands: its folder, its variables, what the script has made so far. */

import { possibleFolders } from "./folders.ts";
import { isKnown, unknownMark } from "./text.ts";

/** More values of one variable than are followed. */
export const mostValues = 64;

/** A longer value is not known: a script can double one in each line. */
export const longestValue = 10_000;

/** How a path came to be in this script, for those that run or change what is below it. */
export type Origin =
  /** `source`: what it was called before it was moved. */
  | { readonly from: "copy"; readonly source?: string }
  /** A link, with the absolute path it leads to where that is known. */
  | { readonly from: "link"; readonly target?: string }
  /** Text that the script spells out, or not. */
  | { readonly from: "text"; readonly literal?: string | null }
  | { readonly from: "fetch"; readonly hosts: readonly string[] };

/** The values a variable may have; `secret` names the variable of the environment it was filled from. */
export interface Variable {
  readonly values: readonly string[];
  readonly secret?: string;
}

export interface ShellState {
  /** The folders this may run in, the likely one first; null for one nobody knows. */
  cwds: readonly (string | null)[];
  variables: Map<string, Variable>;
  /** Functions of this script, with the code to read where they are called. */
  functions: Map<string, () => void>;
  made: Map<string, Origin>;
  /** What comes next may not be what it says: an alias, an option of the shell, a variable that steers programs. */
  isDisturbed: boolean;
  hasOwnIfs: boolean;
  /** Where fetched text was written to, when the script has. */
  oldCwd: string | null;
}

export function freshState(cwds: readonly (string | null)[]): ShellState {
  return {
    cwds,
    variables: new Map(),
    functions: new Map(),
    made: new Map(),
    isDisturbed: false,
    hasOwnIfs: false,
    oldCwd: null,
  };
}

export function copyState(state: ShellState): ShellState {
  return {
    ...state,
    variables: new Map(state.variables),
    functions: new Map(state.functions),
    made: new Map(state.made),
  };
}

/** Puts back what a subshell took along; what it made on disk stays made. */
export function leaveSubshell(state: ShellState, inner: ShellState): void {
  for (const [path, origin] of inner.made) state.made.set(path, origin);
}

function union<Value>(left: readonly Value[], right: readonly Value[]): Value[] {
  return [...new Set([...left, ...right])];
}

/** Both states are possible: every value of either. */
export function mergeInto(state: ShellState, other: ShellState): void {
  state.cwds = possibleFolders([...state.cwds, ...other.cwds]);
  for (const name of new Set([...state.variables.keys(), ...other.variables.keys()])) {
    const own = state.variables.get(name);
    const theirs = other.variables.get(name);
    if (own === theirs) continue;
    const values = union(own?.values ?? [unknownMark], theirs?.values ?? [unknownMark]);
    const secret = own?.secret ?? theirs?.secret;
    state.variables.set(name, {
      values: values.length > mostValues ? [unknownMark] : values,
      ...(secret === undefined ? {} : { secret }),
    });
  }
  for (const [name, body] of other.functions) {
    const own = state.functions.get(name);
    if (own === undefined || own === body) state.functions.set(name, body);
    else {
      state.functions.set(name, () => {
        own();
        body();
      });
    }
  }
  for (const [path, origin] of other.made) state.made.set(path, origin);
  state.isDisturbed ||= other.isDisturbed;
  state.hasOwnIfs ||= other.hasOwnIfs;
}

/** Takes over all of another state. */
export function assignState(state: ShellState, other: ShellState): void {
  Object.assign(state, copyState(other));
}

/** Whether everything the second state knows is among what the first one has. */
export function holdsState(state: ShellState, other: ShellState): boolean {
  if (other.cwds.some((cwd) => !state.cwds.includes(cwd))) return false;
  if (state.isDisturbed !== other.isDisturbed || state.made.size !== other.made.size) return false;
  for (const [name, { values }] of other.variables) {
    const own = state.variables.get(name)?.values;
    if (own === undefined || values.some((value) => !own.includes(value))) return false;
  }
  return true;
}

const steering =
  /^(?:PATH|LD_.*|DYLD_.*|BASH_ENV|ENV|IFS|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PERL5.*|RUBY.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|GIT_.*|EDITOR|VISUAL|PAGER|MANPAGER|LESSOPEN|SSH_ASKPASS|HOME|XDG_.*|CDPATH|.*_PROXY|.*_proxy|SSL_CERT_.*|NODE_TLS_REJECT_UNAUTHORIZED|NPM_CONFIG_.*|npm_config_.*|PIP_.*|UV_.*|CARGO_.*|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER|GEM_.*|BUNDLE_.*|YARN_.*|PNPM_.*|DENO_.*|BUN_.*|GOPATH|GOROOT|GOPROXY|GOENV|ANSIBLE_.*|TF_CLI_.*|KUBE_EDITOR|HGRCPATH|VIMINIT|EXINIT|ZDOTDIR|BROWSER|LESSCLOSE|PYTEST_PLUGINS|DOTNET_STARTUP_HOOKS|CC|CXX|LD|MAKEFLAGS|DOCKER_HOST|KUBECONFIG|AWS_.*|HUSKY)$/;
const harmlessGit = /^GIT_(?:AUTHOR_.*|COMMITTER_.*|TERMINAL_PROMPT)$/;
const pager = /^(?:GIT_PAGER|PAGER)$/;
const safeName =
  /^(?:CI|NODE_ENV|DEBUG|LANG|LC_.*|TZ|FORCE_COLOR|NO_COLOR|TERM|COLUMNS|RUST_LOG|RUST_BACKTRACE|PYTHONUNBUFFERED)$/;

/** Variables of options, most of which steer nothing: only where they name a program or a file of settings. */
const options: readonly (readonly [RegExp, RegExp])[] = [
  [/^GOFLAGS$/, /exec|overlay|vettool|modfile/],
  [/^(?:RUSTFLAGS|RUSTDOCFLAGS)$/, /linker|plugin|-Z|link-arg/],
  [/^(?:CGO_[A-Z_]+|CFLAGS|CXXFLAGS|CPPFLAGS|LDFLAGS)$/, /plugin|wrapper|specs|-B|@/],
  [
    /^(?:MAVEN_OPTS|MAVEN_ARGS|GRADLE_OPTS|JDK_JAVA_OPTIONS|SBT_OPTS|JVM_OPTS)$/,
    /agent|OnError|OnOutOfMemory|bootclasspath|-D/,
  ],
  [/^PYTEST_ADDOPTS$/, /(?:^|\s)(?:-[pc]|--(?:rootdir|confcutdir|config))/],
];

/** Whether a variable steers what programs do (section 5.4). A pager that only prints does not. */
export function isSteering(name: string, values: readonly string[]): boolean {
  if (harmlessGit.test(name)) return false;
  if (pager.test(name) && values.every((value) => value === "" || value === "cat")) return false;
  const risky = options.find(([names]) => names.test(name))?.[1];
  if (risky !== undefined) return values.some((value) => !isKnown(value) || risky.test(value));
  return steering.test(name);
}

/** Whether a delegation covers a call that sets a variable of this name. */
export function isSafeName(name: string): boolean {
  return safeName.test(name) || harmlessGit.test(name);
}

const secretPart = /(?:^|_)(?:TOKEN|SECRET|SECRETS|PASSWORD|PASSWD|KEY|APIKEY|CREDENTIAL|CREDENTIALS)(?:_|$)/i;

/** Whether a variable's name says that its value is a secret. */
export function isSecretName(name: string): boolean {
  return secretPart.test(name);
}
