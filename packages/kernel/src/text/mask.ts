/**
 * @module Secrets by their shape, masked before anything of a call is kept or said: tokens with a known beginning, keys,
 * credentials in addresses, and values that are assigned to a name that says what they are.
 */

/** What stands where a secret stood. */
export const masked = "[secret]";

/** Each begins where no word goes on, and no part of it can match the same text in two ways. */
const shapes: readonly RegExp[] = [
  // Keys in armour, also where the end is cut off.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/g,
  /(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g,
  /(?<![A-Za-z0-9])(?:glpat-|gldt-|glrt-)[A-Za-z0-9_-]{16,255}/g,
  /(?<![A-Za-z0-9])(?:sk|rk|pk)[-_](?:live|test|ant|proj|or|svcacct)[-_][A-Za-z0-9_-]{16,300}/g,
  /(?<![A-Za-z0-9])sk-[A-Za-z0-9]{20,200}/g,
  /(?<![A-Za-z0-9])xox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /(?<![A-Za-z0-9])xapp-[A-Za-z0-9-]{10,255}/g,
  /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}/g,
  /(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,500}/g,
  /(?<![A-Za-z0-9])(?:npm|pypi|hf|dop_v1|shpat|shpss|lin_api|ntn|figd)[_-][A-Za-z0-9_-]{20,300}/g,
  /(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g,
  /(?<![A-Za-z0-9])AGE-SECRET-KEY-1[A-Z0-9]{20,100}/g,
  // What stands in a header, and what follows a scheme and is no word.
  /(?<=authorization["']?[ \t]{0,4}[:=][ \t]{0,4}["']?)(?:[A-Za-z]{1,20}[ \t]{1,4})?[^\s"']{8,4000}/gi,
  /(?<![A-Za-z0-9])Bearer[ \t]{1,4}(?=[A-Za-z._~+/=-]{0,200}[0-9])[A-Za-z0-9._~+/=-]{16,4000}/gi,
  /(?<![A-Za-z0-9])Basic[ \t]{1,4}(?=[A-Za-z+/]{0,200}[0-9=])[A-Za-z0-9+/]{12,4000}={0,2}/g,
];

/** A name and password in an address. */
const credentials = /(?<scheme>\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'<>]{0,256}:[^\s/@"'<>]{1,256}@/gi;

/** A name that says it is a secret, with what is assigned to it. */
const assigned =
  /(?<![A-Za-z0-9_.-])(?<name>[A-Za-z0-9_.-]{0,200}(?:passw(?:or)?d|passphrase|secret|api_?key|access_?key|private_?key|token|credential)(?!s)[A-Za-z0-9_.-]{0,32}["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4})(?!\[secret\])(?<value>"[^"\r\n]{4,4000}"|'[^'\r\n]{4,4000}'|[^\s"',;&|)}\]]{6,4000})/gi;

/** What a JSON web token may be part of. */
const tokenRun = /[A-Za-z0-9_.-]{24,}/g;

/** A run of such characters without the token in it: an encoded object, a dot, and more behind it. */
function withoutWebToken(run: string): string {
  for (let at = run.indexOf("eyJ"); at >= 0; at = run.indexOf("eyJ", at + 1)) {
    const dot = run.indexOf(".", at);
    if (dot < 0) return run;
    const isAlone = at === 0 || !/[A-Za-z0-9]/.test(run.charAt(at - 1));
    if (isAlone && dot - at > 12 && run.length - dot > 10) return `${run.slice(0, at)}${masked}`;
  }
  return run;
}

/** What every shape holds; most texts hold none of it, and are looked through once. */
const hint =
  /-----BEGIN|gh[pousr]_|github_pat|gl(?:pat|dt|rt)-|[srp]k[-_]|xox|xapp-|AKIA|ASIA|ABIA|ACCA|AIza|ya29|(?:npm|pypi|hf|ntn|figd)[_-]|dop_v1|shpat|shpss|lin_api|SG\.|AGE-SECRET|eyJ|authorization|bearer|basic|token|:\/\/|passw|passphrase|secret|key|credential/i;

/** The text without anything that looks like a secret. */
export function maskText(text: string): string {
  if (!hint.test(text)) return text;
  let out = text;
  for (const shape of shapes) out = out.replace(shape, masked);
  out = out.replace(tokenRun, withoutWebToken);
  out = out.replace(credentials, (_whole, scheme: string) => `${scheme}${masked}@`);
  return out.replace(assigned, (_whole, name: string) => `${name}${masked}`);
}

/** How deep and how wide a value is kept; what is beyond is left out. */
export interface ValueBounds {
  readonly deepest: number;
  readonly widest: number;
}

const usualBounds: ValueBounds = { deepest: 12, widest: 1000 };

const secretName = /(?:passw(?:or)?d|passphrase|secret|api_?key|access_?key|private_?key|token|credential)/i;

function maskAt(value: unknown, write: (text: string) => string, bounds: ValueBounds, depth: number): unknown {
  if (typeof value === "string") return write(value).toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= bounds.deepest) return "[deeper than is kept]";
  if (Array.isArray(value)) return value.slice(0, bounds.widest).map((one) => maskAt(one, write, bounds, depth + 1));
  const entries = Object.entries(value).slice(0, bounds.widest);
  return Object.fromEntries(
    entries.map(([name, one]) => {
      const isNamed = typeof one === "string" && one !== "" && secretName.test(name);
      return [write(name).toWellFormed(), isNamed ? masked : maskAt(one, write, bounds, depth + 1)];
    }),
  );
}

/**
 * A value of JSON without secrets, names of keys included. Bounded in depth and width.
 *
 * @param write what becomes of each text.
 */
export function maskValue(
  value: unknown,
  write: (text: string) => string = maskText,
  bounds: ValueBounds = usualBounds,
): unknown {
  return maskAt(value, write, bounds, 0);
}

/** Pieces of a secret that are told apart from ordinary words, and as much of one as is known again where it was cut. */
const shortestPiece = 16;
const headLength = 12;
const mostPieces = 200;
/** As much of each end of a text as is looked through for secrets that other texts may hold a piece of. */
const searched = 128 * 1024;

function textsIn(value: unknown, found: string[], depth = 0): string[] {
  if (typeof value === "string") {
    found.push(value.length <= 2 * searched ? value : `${value.slice(0, searched)}\n${value.slice(-searched)}`);
  } else if (typeof value === "object" && value !== null && depth < usualBounds.deepest) {
    for (const [name, one] of Object.entries(value).slice(0, usualBounds.widest)) {
      found.push(name);
      textsIn(one, found, depth + 1);
    }
  }
  return found;
}

/** The secrets of a text, and what they fall into where something cuts them: lines of a key, parts of a token. */
function piecesIn(text: string): string[] {
  if (text.length < shortestPiece || !hint.test(text)) return [];
  const tokens = Array.from(text.matchAll(tokenRun), ([run]) => run).filter((run) => withoutWebToken(run) !== run);
  const found = [...tokens, ...shapes.flatMap((shape) => Array.from(text.matchAll(shape), ([match]) => match))];
  return found.flatMap((secret) => secret.split(/[\s.]+|__/)).filter((piece) => !piece.startsWith("-----"));
}

/**
 * A mask for everything that is told of some untrusted values: also where a secret in them was cut into pieces, as the lines
 * of a key are by a shell.
 */
export function maskFor(value: unknown): (text: string) => string {
  const heads = new Set<string>();
  for (const text of textsIn(value, [])) {
    for (const piece of piecesIn(text)) {
      if (piece.length >= shortestPiece && heads.size < mostPieces) heads.add(piece.slice(0, headLength));
    }
  }
  if (heads.size === 0) return maskText;
  const known = [...heads].map((head) => head.replace(/[^A-Za-z0-9_]/g, "\\$&")).join("|");
  const pieces = new RegExp(`(?:${known})[A-Za-z0-9+/=_-]*`, "g");
  return (text) => maskText(text).replace(pieces, masked);
}
