/** @module The id of a card: the same change, configuration and attempt have the same one. */

import { hash } from "node:crypto";
import { canonicalJson } from "../canonical.ts";

const letters = "abcdefghijklmnopqrstuvwxyz234567";
const idLength = 26;

export interface CardIdentity {
  readonly repository: string;
  readonly number: number | null;
  readonly head_sha: string;
  readonly base_sha: string;
  readonly config_digest: string;
  /** 1, and one more each time somebody asks for a fresh card. */
  readonly attempt: number;
}

/** `card_` and 26 base-32 characters of a digest of what the card is about. */
export function cardId(identity: CardIdentity): string {
  const { repository, number, head_sha, base_sha, config_digest, attempt } = identity;
  const bytes = hash(
    "sha256",
    canonicalJson([repository, number, head_sha, base_sha, config_digest, attempt]),
    "buffer",
  );
  let bits = 0;
  let value = 0;
  let id = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5 && id.length < idLength) {
      bits -= 5;
      id += letters.charAt((value >> bits) & 31);
    }
    value &= (1 << bits) - 1;
  }
  return `card_${id}`;
}
