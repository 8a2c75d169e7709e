/** @module Bans settled when the whole request is known. */

import type { BanDraft } from "./bans.ts";
import type { ReadPart } from "./part-reading.ts";
import type { Act } from "./reading.ts";
import type { Ban } from "./removal.ts";

/** Bans that are settled only when the whole request is known: an object nobody can resolve asks where its effect is granted. */
export function settleBans(drafts: readonly BanDraft[], parts: readonly ReadPart[], isHuman: boolean): Ban[] {
  const asked = parts.filter(({ state, votes }) => state !== "unread" && votes.length > 0);
  const covered = new Set<Act>(asked.flatMap(({ reading }) => reading.acts));
  const grants = parts.some(({ reading }) =>
    reading.removal.some(({ wording }) => wording === "explicit" || wording === "indirect"),
  );
  const isGranted = (kind: Ban["kind"]): boolean => {
    if (kind === "delete") return grants;
    if (kind === "write") return covered.has("author") || covered.has("modify");
    if (kind === "publish" || kind === "pay") return covered.has("operate");
    if (kind === "configure") return covered.has("govern");
    return covered.size > 0;
  };
  const settled = drafts.map(({ isUnresolved, ...ban }): Ban => {
    const asks = !isHuman || (isUnresolved === true && isGranted(ban.kind));
    return asks ? { ...ban, strength: "ask" } : ban;
  });
  const seen = new Set<string>();
  return settled.filter((ban) => {
    const key = JSON.stringify([ban.kind, ban.target, ban.place, ban.resource_kind, ban.strength]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

export function isWhole(ban: Ban): boolean {
  return ban.target === undefined && ban.place === undefined && ban.resource_kind === undefined;
}
