/** @module A receipt in a DSSE envelope: signed with a local key, and checked against public ones. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { dsse } from "@sigstore/core";
import { canonicalJson } from "@warrant/kernel/canonical";
import { longestReceipt, readReceipt, type SessionReceipt } from "@warrant/kernel/claim/session-receipt";
import { ExitError, exitCodes } from "../exit.ts";

const payloadType = "application/vnd.in-toto+json";

interface Signature {
  readonly keyid: string;
  readonly sig: string;
}

/** A receipt as it was found: in an envelope or bare. */
export interface FoundReceipt {
  readonly receipt: SessionReceipt;
  /** The digest of the statement, by which a trailer names it. */
  readonly digest: string;
  readonly payload: Buffer;
  readonly signatures: readonly Signature[];
}

/** The digest of a statement's bytes. */
export function statementDigest(payload: Buffer): string {
  return `sha256:${createHash("sha256").update(payload).digest("hex")}`;
}

/** By what a key is known: the digest of its public half. */
function keyId(key: KeyObject): string {
  const spki = createPublicKey(key.export({ type: "pkcs8", format: "pem" })).export({ type: "spki", format: "der" });
  return createHash("sha256").update(spki).digest("hex");
}

/** Ed25519 has its digest built in; other kinds are told one. */
function digestFor(key: KeyObject): string | null {
  return key.asymmetricKeyType === "ed25519" ? null : "sha256";
}

function readKey(file: string, read: (pem: string) => KeyObject, what: string): KeyObject {
  try {
    const key = read(readFileSync(file, "utf8"));
    if (key.asymmetricKeyType === "ed25519" || key.asymmetricKeyType === "ec") return key;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "EACCES")
      throw new ExitError(exitCodes.usage, `cannot read ${file} (${code}). Check its path and permissions.`, {
        cause: error,
      });
  }
  throw new ExitError(exitCodes.usage, `${file} is no ${what} in PEM form. Ed25519 and ECDSA keys are taken.`);
}

/**
 * One line for a note: the statement, in an envelope when a key is given.
 *
 * @param keyFile a private key in PEM form.
 * @throws ExitError `usage` for a key that cannot be used.
 */
export function writtenReceipt(receipt: SessionReceipt, keyFile: string | undefined): { line: string; digest: string } {
  const payload = Buffer.from(canonicalJson(receipt).trimEnd());
  const digest = statementDigest(payload);
  if (keyFile === undefined) return { line: payload.toString("utf8"), digest };
  const key = readKey(keyFile, createPrivateKey, "private key");
  const signature = sign(digestFor(key), dsse.preAuthEncoding(payloadType, payload), key);
  const envelope = {
    payloadType,
    payload: payload.toString("base64"),
    signatures: [{ keyid: keyId(key), sig: signature.toString("base64") }],
  };
  return { line: JSON.stringify(envelope), digest };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function signaturesOf(value: unknown): Signature[] {
  const list: readonly unknown[] = Array.isArray(value) ? value.slice(0, 20) : [];
  return list.flatMap((one) => {
    const { keyid, sig } = fieldsOf(one);
    return typeof sig === "string" ? [{ keyid: typeof keyid === "string" ? keyid : "", sig }] : [];
  });
}

/** A receipt from one line of a note; null for one that is too long, broken, or none. */
export function readReceiptLine(line: string): FoundReceipt | null {
  if (Buffer.byteLength(line) > longestReceipt) return null;
  const value = fieldsOf(parsed(line));
  const isEnvelope = value["payloadType"] === payloadType && typeof value["payload"] === "string";
  const payload = isEnvelope ? Buffer.from(String(value["payload"]), "base64") : Buffer.from(line.trim());
  const receipt = readReceipt(isEnvelope ? parsed(payload.toString("utf8")) : value);
  if (receipt === null) return null;
  return {
    receipt,
    digest: statementDigest(payload),
    payload,
    signatures: isEnvelope ? signaturesOf(value["signatures"]) : [],
  };
}

/** Public keys from files. */
export function readPublicKeys(files: readonly string[]): KeyObject[] {
  return files.map((file) => readKey(file, createPublicKey, "public key"));
}

/** Whether one of these keys signed the receipt. */
export function isSignedBy({ payload, signatures }: FoundReceipt, keys: readonly KeyObject[]): boolean {
  const signed = dsse.preAuthEncoding(payloadType, payload);
  return signatures.some(({ sig }) =>
    keys.some((key) => {
      try {
        return verify(digestFor(key), signed, key, Buffer.from(sig, "base64"));
      } catch {
        // A signature that is none of this kind of key.
        return false;
      }
    }),
  );
}
