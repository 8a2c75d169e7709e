/**
 * @module Secrets by their shape, masked before anything of a call is kept or said: tokens with a known beginning, keys,
 * credentials in addresses, and values that are assigned to a name that says what they are.
 */

/** What stands where a secret stood. */
export const masked = "[secret]";

/** Each is linear: no part of it can match the same text in two ways. */
const shapes: readonly RegExp[] = [
  // Keys in armour, also where the end is cut off.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255})/g,
  /\b(?:glpat-|gldt-|glrt-)[A-Za-z0-9_-]{16,255}/g,
  /\b(?:sk|rk|pk)[-_](?:live|test|ant|proj|or|svcacct)[-_][A-Za-z0-9_-]{16,300}/g,
  /\bsk-[A-Za-z0-9]{20,200}/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g,
  /\bxapp-[A-Za-z0-9-]{10,255}/g,
  /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bya29\.[A-Za-z0-9_-]{20,500}/g,
  /\b(?:npm|pypi|hf|dop_v1|shpat|shpss|lin_api|ntn|figd)[_-][A-Za-z0-9_-]{20,300}/g,
  /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/g,
  /\bAGE-SECRET-KEY-1[A-Z0-9]{20,100}/g,
  // A JSON web token: two or three parts, of which the first is an object.
  /\beyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,8000}(?:\.[A-Za-z0-9_-]{0,4000})?/g,
  /\b(?:Bearer|Basic|token)[ \t]+[A-Za-z0-9._~+/=-]{16,4000}/gi,
];

/** A name and password in an address. */
const credentials = /(?<scheme>\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"'<>]{0,256}:[^\s/@"'<>]{1,256}@/gi;

/** A name that says it is a secret, with what is assigned to it. */
const assigned =
  /(?<name>[A-Za-z0-9_.-]{0,64}(?:passw(?:or)?d|passphrase|secret|api_?key|access_?key|private_?key|token|credential)[A-Za-z0-9_.-]{0,32}["']?[ \t]{0,4}(?:=>|[:=])[ \t]{0,4})(?<value>"[^"\r\n]{4,4000}"|'[^'\r\n]{4,4000}'|[^\s"',;&|)}\]]{6,4000})/gi;

/** The text without anything that looks like a secret. */
export function maskText(text: string): string {
  let out = text;
  for (const shape of shapes) out = out.replace(shape, masked);
  out = out.replace(credentials, (_whole, scheme: string) => `${scheme}${masked}@`);
  return out.replace(assigned, (_whole, name: string) => `${name}${masked}`);
}

/** How deep and how wide a value is kept; what is beyond is left out and said so. */
const deepest = 12;
const widest = 1000;

const secretName = /(?:passw(?:or)?d|passphrase|secret|api_?key|access_?key|private_?key|token|credential)/i;

/**
 * A value of JSON without secrets, names of keys included. Bounded in depth and width.
 *
 * @param write what becomes of each text.
 */
export function maskValue(value: unknown, write: (text: string) => string = maskText, depth = 0): unknown {
  if (typeof value === "string") return write(value).toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return "[deeper than is kept]";
  if (Array.isArray(value)) return value.slice(0, widest).map((one) => maskValue(one, write, depth + 1));
  const entries = Object.entries(value).slice(0, widest);
  return Object.fromEntries(
    entries.map(([name, one]) => {
      const isNamed = typeof one === "string" && one !== "" && secretName.test(name);
      return [write(name).toWellFormed(), isNamed ? masked : maskValue(one, write, depth + 1)];
    }),
  );
}
