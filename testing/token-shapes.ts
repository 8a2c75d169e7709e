/** @module Random tokens of every shape GitHub gives out, and a look for them in what a program says. */

import * as fc from "fast-check";

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

function letters(length: number, alphabet = alphanumeric): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...alphabet.split("")), minLength: length, maxLength: length });
}

const base64url = `${alphanumeric}-_`;

/** `ghp_`, `github_pat_`, `ghs_`, `ghu_`, the old forty digits, a JSON web token, a private key. */
export const tokenShapes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  personal: letters(36).map((text) => `ghp_${text}`),
  "fine-grained": fc.tuple(letters(22), letters(59)).map(([head, tail]) => `github_pat_${head}_${tail}`),
  workflow: letters(36).map((text) => `ghs_${text}`),
  user: letters(36).map((text) => `ghu_${text}`),
  classic: letters(40, "0123456789abcdef"),
  "web token": fc
    .tuple(letters(60, base64url), letters(80, base64url))
    .map(([body, signature]) => `eyJhbGciOiJSUzI1NiJ9.eyJ${body}.${signature}`),
  key: fc
    .array(letters(64, `${alphanumeric}+/`), { minLength: 3, maxLength: 6 })
    .map((lines) => ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"].join("\n")),
};

/** The spellings in which a token could stand in a text: as it is, each line of it, and in base64. */
function spellings(token: string): string[] {
  const lines = token.split("\n").filter((line) => line.length >= 16 && !line.startsWith("-----"));
  const plain = [token, ...lines, ...token.split(".").filter((part) => part.length > 30)];
  const encoded = [token, `x-access-token:${token}`, `Bearer ${token}`].flatMap((text) => [
    Buffer.from(text).toString("base64"),
    Buffer.from(text).toString("base64url"),
  ]);
  return [...plain, ...encoded, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)];
}

/** Where a token stands in some texts; empty where it does not. */
export function traces(token: string, texts: Readonly<Record<string, string>>): string[] {
  const forms = spellings(token);
  return Object.entries(texts).flatMap(([name, text]) => (forms.some((form) => text.includes(form)) ? [name] : []));
}
