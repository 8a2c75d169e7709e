/** @module Apps as people know them, and which of them is GitHub Actions. */

import { outside } from "@warrant/kernel/render/outside";
import type { Seen } from "./seen.ts";

type SeenApps = Pick<Seen, "checks" | "host">;

/** GitHub Actions of github.com; elsewhere it is known by the name its runs carry. */
const actionsId = 15_368;
const actionsSlug = "github-actions";

function slugOf(id: number, { checks, host }: SeenApps): string | null {
  const slug = (checks.known ? checks.value.checks : []).find(({ appId }) => appId === id)?.appSlug ?? null;
  return slug ?? (id === actionsId && host === "github.com" ? actionsSlug : null);
}

/** An app as people know it. */
export function appName(id: number, seen: SeenApps): string {
  const slug = slugOf(id, seen);
  return slug === null ? `app ${id}` : `${outside(slug, 100)} (app ${id})`;
}

/** Whether an app is GitHub Actions; null: not known, as on a server none of whose checks says it. */
export function isActions(id: number, seen: SeenApps): boolean | null {
  const slug = slugOf(id, seen);
  if (slug !== null) return slug === actionsSlug;
  if (seen.host === "github.com") return false;
  const checks = seen.checks.known ? seen.checks.value.checks : [];
  const isSeen = checks.some(({ appId, appSlug }) => appSlug === actionsSlug && appId !== null);
  return isSeen ? false : null;
}
