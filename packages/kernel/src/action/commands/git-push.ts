/** @module What a push publishes or deletes at a remote (actions, section 6.3). */

import { matchesPattern } from "../../policy/scope-pattern.ts";
import type { GitPlace } from "../place.ts";
import type { Reversibility } from "../reading.ts";
import { parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isKnown, shownText } from "../shell/text.ts";

const table = {
  short: "46dfnqvuo:",
  long: "all branches mirror tags follow-tags no-follow-tags atomic no-atomic dry-run porcelain delete force force-with-lease? force-if-includes no-force-if-includes repo= set-upstream thin no-thin quiet verbose progress no-progress prune verify no-verify signed? no-signed push-option= recurse-submodules= no-recurse-submodules receive-pack= exec= ipv4 ipv6",
};

/** Whether a branch is one that others rely on; without facts every branch is. */
export function isProtectedBranch(branch: string, git: GitPlace | undefined): boolean {
  if (git === undefined || git.default_branch === undefined || git.default_branch === null) return true;
  if (git.protected === undefined || !isKnown(branch)) return true;
  const folded = branch.toLowerCase();
  if (folded === git.default_branch.toLowerCase()) return true;
  return git.protected.some(
    (pattern) => matchesPattern(pattern.toLowerCase(), folded) || pattern.toLowerCase() === folded,
  );
}

function plain(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}

function publish(run: Run, remote: string, branch: string, isForced: boolean): void {
  // A name like a version is a tag, or will be read as one.
  const isTag = branch.startsWith("refs/tags/") || branch === "tag" || /^v?[0-9]+(?:\.[0-9]+)+/.test(branch);
  const isSafe =
    !isForced && !isTag && isKnown(branch) && !branch.includes("*") && !isProtectedBranch(branch, run.place.git);
  const reversibility: Reversibility = isSafe ? "costly" : "irreversible";
  if (!isKnown(branch)) run.lose("it is not known which branch is pushed");
  run.reading.effect("publish", `git-remote:${shownText(remote)}/${shownText(branch)}`, reversibility);
}

/** The effects of `git push`. */
export function pushes(run: Run, args: readonly string[]): void {
  const options = parseOptions(args, table);
  if (options.unknown.length > 0) run.lose("git push has an option nobody declared");
  if (options.has("receive-pack", "exec")) run.lose("git runs a program of its own");
  if (options.has("no-verify")) run.effect("configure", "git:hooks", "costly");
  const [remote = options.values("repo")[0] ?? "origin", ...written] = options.operands;
  if (remote.includes("ext::")) run.lose("git runs a program of its own");
  if (options.has("n", "dry-run")) {
    run.effect("network", `host:${remote}`);
    return;
  }
  const isForced = options.has("f", "force", "force-with-lease", "mirror");
  const isWide = options.has("tags", "mirror", "all", "branches", "follow-tags", "prune");
  const refs = written.filter((ref, index) => ref !== "tag" || index === written.length - 1);
  const isTag = written.includes("tag");
  if (options.has("d", "delete")) {
    for (const ref of refs) run.effect("delete", `git-remote:${remote}/${plain(ref)}`, "irreversible");
    return;
  }
  if (isWide) run.effect("publish", `git-remote:${remote}/*`, "irreversible");
  if (refs.length === 0 && !isWide) {
    const { git } = run.place;
    publish(run, remote, git?.branch ?? "*", isForced);
  }
  for (const ref of refs) {
    const isPlus = ref.startsWith("+");
    const body = isPlus ? ref.slice(1) : ref;
    const colon = body.indexOf(":");
    const target = colon < 0 ? body : body.slice(colon + 1);
    if (colon === 0) {
      run.effect("delete", `git-remote:${remote}/${plain(target)}`, "irreversible");
      continue;
    }
    const branch = target === "HEAD" || target === "@" ? (run.place.git?.branch ?? "*") : plain(target);
    publish(run, remote, isTag ? `refs/tags/${branch}` : branch, isForced || isPlus);
  }
}
