/** @module Whether our check appears on the newest changes, from which app, and whether that app may do what it must. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import { checkName } from "../publish/stored-verdict.ts";
import { appName } from "./apps.ts";
import { expectedApps } from "./gate.ts";
import type { Examined } from "./report.ts";
import type { Requirements } from "./requirements.ts";
import { found } from "./rules.ts";
import type { Seen, SeenCheck } from "./seen.ts";
import { unread } from "./unread.ts";

function placeOf({ number }: SeenCheck): string {
  return number === null ? "on the tip of the branch" : `on #${number}`;
}

/** Checks of our name that are not from the app they should be from: the expected one, else the one most write as. */
function foreign(checks: readonly SeenCheck[], seen: Seen, apps: readonly number[]): Finding[] {
  const statuses = checks.filter(({ kind }) => kind === "status");
  const writers = new Map(checks.filter(({ kind }) => kind === "run").map((check) => [check.appId, check]));
  const strange = [...writers.values()].filter(({ appId }) =>
    apps.length > 0 ? !apps.includes(appId ?? 0) : writers.size > 1,
  );
  const next = "Find out who writes it and stop it, and name the app that may as the source of the required check.";
  const of = strange.map((check) => {
    const who = check.appId === null ? "an app that is not told" : appName(check.appId, seen);
    const than = apps.length > 0 ? `, which is not the required source` : ", and other apps write it too";
    return found("check.other-app", `A check named ${checkName} ${placeOf(check)} is from ${who}${than}.`, next);
  });
  const [status] = statuses;
  if (status === undefined) return of;
  const by = status.creator === null ? "somebody" : outside(status.creator, 100);
  const message = `A commit status named ${checkName} ${placeOf(status)} was set by ${by}; Warrant never writes one.`;
  return [...of, found("check.other-app", message, next)];
}

/** What the newest pull requests and the tip of the branch show. */
export function examineChecks(seen: Seen, requirements: Requirements): Examined {
  const topic = "check";
  if (!seen.checks.known) {
    return { topic, seen: "not known", findings: [unread("check.unreadable", seen.checks)] };
  }
  const { changes, checks } = seen.checks.value;
  const apps = expectedApps(requirements.all);
  const findings = foreign(checks, seen, apps);
  const carrying = changes.filter(({ hasCheck }) => hasCheck).length;
  const wanted = requirements.all.length > 0 ? "They wait for it without end." : "Nothing judges them.";
  if (changes.length === 0) {
    const message = "No pull request to the branch was there to look at.";
    findings.push(found("check.none-yet", message, "Run it again once a change was judged."));
  } else if (carrying === 0 && changes.every(({ isWhole }) => isWhole)) {
    const message = `${checkName} is on none of the ${counted(changes.length, "newest pull request")}. ${wanted}`;
    findings.push(
      found("check.never-seen", message, "Look at the runs of the workflow, or at the deliveries of the app."),
    );
  } else if (carrying === 0) {
    const why = "they have more checks than are looked at";
    const what = "the checks of the newest pull requests";
    const next = "Look at one of them by hand.";
    findings.push(unread("check.unreadable", { known: false, what, why, next }));
  }
  const said =
    changes.length === 0
      ? "no pull request to look at"
      : `on ${carrying} of ${counted(changes.length, "pull request")} looked at`;
  return { topic, seen: said, findings };
}

/** What the app must be allowed (GitHub, section 6). */
const needed: Readonly<Record<string, "read" | "write">> = {
  metadata: "read",
  contents: "read",
  pull_requests: "write",
  issues: "read",
  checks: "write",
  statuses: "read",
  merge_queues: "read",
};

/** The app that writes the check, as it describes itself; what one installation was granted can be less. */
export function examineApp({ app }: Seen): Examined | null {
  const topic = "app";
  if (app === null) return null;
  if (!app.known) return { topic, seen: "not known", findings: [unread("app.unreadable", app)] };
  const { slug, permissions } = app.value;
  const missing = Object.entries(needed).filter(
    ([name, access]) => permissions[name] !== "write" && permissions[name] !== access,
  );
  const name = outside(slug, 100);
  if (missing.length === 0) return { topic, seen: `${name} asks for all it needs`, findings: [] };
  const words = missing.map(([permission, access]) => `${permission}: ${access}`).join(", ");
  const message = `The app ${name} does not ask for ${words}.`;
  return {
    topic,
    seen: `${name} lacks permissions`,
    findings: [
      found("app.permissions", message, "Add them in the settings of the app, and accept them for the installation."),
    ],
  };
}
