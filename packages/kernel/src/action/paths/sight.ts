/**
 * @module Every view of one path: as written, with links followed, decoded, folded; and what it is in each of them. A
 * refusal looks at any of them, a permission needs all (actions, sections 8.1 and 8.2).
 */

import type { PathAnswer, Place } from "../place.ts";
import { climb, expandHome, foldSegment, isWithin, readForm, shortName, spell } from "./form.ts";
import {
  couldBeHomeSecret,
  isCritical,
  isDevice,
  isInGit,
  isProtected,
  isRegenerable,
  isSecret,
  misread,
  withoutGlobs,
} from "./lists.ts";
import { aliasesOf, inodeOf, volumeOf } from "./look.ts";
import { couldMeet, hasGlob } from "./meet.ts";
import type { KnownRoot, PathPlace } from "./path-place.ts";
import { walkPath } from "./walk.ts";

/** Why a path is not simply inside, by rule id. */
export type PathRule =
  | "path.unresolved"
  | "path.windows-form"
  | "path.root-too-wide"
  | "path.link-escapes"
  | "path.dangling-link"
  | "path.encoded"
  | "path.short-name"
  | "path.case-fold"
  | "path.unicode-form"
  | "path.outside-roots";

/** What is known of one path. */
export interface Sight {
  /** Where it really is, in the system's spelling; null when nobody knows. */
  readonly resolved: string | null;
  /** The rules that keep it from being inside; none when it is. */
  readonly problems: readonly PathRule[];
  /** A Windows form that is refused, not only not covered. */
  readonly isDenied: boolean;
  readonly isInside: boolean;
  /** Every view lies below a folder for scratch. `isScratchTop`: it is that folder, or a pattern right below it. */
  readonly isScratch: boolean;
  readonly isScratchTop: boolean;
  /** At or below something of the gate's own. `isAboveControl`: deleting or moving it takes that along. */
  readonly isControl: boolean;
  readonly isAboveControl: boolean;
  readonly isCritical: boolean;
  readonly isDevice: boolean;
  readonly isProtected: boolean;
  readonly isInGit: boolean;
  readonly isSecret: boolean;
  /** A folder that holds nothing but secrets, such as `~/.ssh`. */
  readonly holdsSecrets: boolean;
  readonly isRegenerable: boolean;
  /** A name looks like a protected or a control one without being it. */
  readonly isDisguised: boolean;
  readonly answer: PathAnswer | null;
  /** Every view, folded, for rules that refuse. */
  readonly folded: readonly (readonly string[])[];
  /** Every view as it is, for scopes that cover; the last is the real one. */
  readonly exact: readonly (readonly string[])[];
}

interface View {
  readonly lexical: readonly string[];
  readonly real: readonly string[] | null;
  readonly hasLink: boolean;
  readonly isDangling: boolean;
  readonly answer: PathAnswer | null;
}

function isSamePath(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && isWithin(left, right);
}

function viewOf(raw: readonly string[], at: PathPlace): View {
  const walked = walkPath(raw, at.look, at.place.os);
  const lexical = climb(raw);
  // Without a link both views are one.
  const isOne = walked.segments !== null && isSamePath(walked.segments, lexical);
  return {
    lexical,
    real: isOne ? lexical : walked.segments,
    hasLink: walked.hasLink,
    isDangling: walked.isDangling,
    answer: walked.answer,
  };
}

type Inside = { readonly root: KnownRoot; readonly below: readonly string[] } | PathRule;

function sameForm(left: string, right: string): boolean {
  return left.normalize("NFC") === right.normalize("NFC");
}

function rootFor(segments: readonly string[], at: PathPlace): Inside {
  let near: PathRule = "path.outside-roots";
  for (const root of at.roots) {
    for (const base of [root.written, root.real]) {
      if (isWithin(segments, base)) {
        if (root.isTooWide) near = "path.root-too-wide";
        else return { root, below: segments.slice(base.length) };
        continue;
      }
      const head = segments.slice(0, base.length);
      if (head.length < base.length) continue;
      const volume = volumeOf(base, at.volumes);
      const isSame = head.every((segment, index) => {
        const own = base[index] ?? "";
        if (segment === own) return true;
        if (volume.form && sameForm(segment, own)) return true;
        return volume.folds && foldSegment(segment) === foldSegment(own);
      });
      if (isSame && !root.isTooWide) return { root, below: segments.slice(base.length) };
      if (near !== "path.outside-roots") continue;
      if (head.every((segment, index) => sameForm(segment, base[index] ?? ""))) near = "path.unicode-form";
      else if (head.every((segment, index) => foldSegment(segment) === foldSegment(base[index] ?? "")))
        near = "path.case-fold";
    }
  }
  return near;
}

/** Whether a view is inside a root as written and really. */
function insideOf(view: View, at: PathPlace): Inside {
  const lexical = rootFor(view.lexical, at);
  if (view.real === null) return "path.unresolved";
  const real = view.real === view.lexical ? lexical : rootFor(view.real, at);
  if (typeof lexical === "string") {
    if (lexical !== "path.outside-roots" || typeof real === "string" || !view.hasLink) return lexical;
    return "path.outside-roots";
  }
  if (typeof real === "string") {
    if (real === "path.root-too-wide") return real;
    return view.isDangling ? "path.dangling-link" : view.hasLink ? "path.link-escapes" : real;
  }
  // A link whose target nobody knows leads anywhere, also where its folder is inside.
  if (view.isDangling && view.answer === null) return "path.dangling-link";
  return real;
}

function decodeOnce(text: string): string | null {
  if (!/%2[ef]|%5c/i.test(text)) return null;
  return text.replace(/%(?<code>2[ef]|5c)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

function fileUrl(text: string): string | null {
  const found = /^file:(?:\/\/(?:localhost)?)?(?<path>\/.*)$/is.exec(text);
  const path = found?.groups?.["path"];
  if (path === undefined) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Whether a path or pattern could be something or lie below it. Below what is named like a file there is only its name. */
function isAt(folded: readonly string[], base: readonly string[]): boolean {
  if (!hasGlob(folded)) return isWithin(folded, base);
  const isFile = /[^.]\.[a-z0-9]+$/.test(base.at(-1) ?? "");
  return couldMeet(folded, isFile ? base : [...base, "**"]);
}

/** Whether a path or pattern could be something or a folder above it. */
function couldHold(folded: readonly string[], path: readonly string[]): boolean {
  if (!hasGlob(folded)) return isWithin(path, folded);
  return path.some((_, index) => couldMeet(folded, path.slice(0, index + 1)));
}

function spelled(segments: readonly string[], inside: Inside, os: Place["os"]): string {
  if (typeof inside === "string" || os === "linux") return spell(segments, os);
  // On a volume that folds, the root's own spelling is the name.
  return spell([...inside.root.real, ...inside.below], os);
}

/**
 * Looks at a path from every side.
 *
 * @param text as a tool argument or a resolved word says it; `~/` is also a folder of that name in an argument.
 * @param isWord whether a shell has expanded the word already, so that `~` is a name and `$HOME` a text.
 */
export function seePath(text: string, at: PathPlace, isWord = false): Sight {
  const { os, home, cwd } = at.place;
  const url = isWord ? null : fileUrl(text);
  const plain = url ?? text;
  const isTilde = !isWord && /^~(?:[/\\]|$)/.test(plain);
  const expanded = isTilde ? expandHome(plain, home) : plain;
  if (expanded === null) return unknownSight("path.unresolved", false, at);
  const form = readForm(expanded, os, cwd);
  if (!("segments" in form)) return unknownSight(form.problem, form.isDenied, at);
  const decodedText = decodeOnce(expanded);
  const decoded = decodedText === null ? null : readForm(decodedText, os, cwd);
  const literal = isTilde ? readForm(plain, os, cwd) : null;
  const main = viewOf(form.segments, at);
  const others = [decoded, literal].flatMap((other) =>
    other !== null && "segments" in other ? [viewOf(other.segments, at)] : [],
  );
  const problems: PathRule[] = [];
  const inside = insideOf(main, at);
  if (typeof inside === "string") problems.push(inside);
  const isOddDecoded =
    decoded !== null && (!("segments" in decoded) || typeof insideOf(viewOf(decoded.segments, at), at) === "string");
  if (typeof inside !== "string" && isOddDecoded) problems.push("path.encoded");
  if (os === "win32" && (main.real ?? main.lexical).some((segment) => shortName.test(segment)))
    problems.push("path.short-name");
  return new SeenPath([main, ...others], problems, false, inside, at);
}

/** What nobody can resolve: it is in no list, since what refuses has to be named, and inside of nothing. */
function unknownSight(problem: PathRule, isDenied: boolean, at: PathPlace): Sight {
  return new SeenPath([], [problem], isDenied, problem, at);
}

/** The sight of a path from its views. What only some effects ask for is found when they do. */
class SeenPath implements Sight {
  readonly resolved: string | null;
  readonly problems: readonly PathRule[];
  readonly isDenied: boolean;
  readonly isInside: boolean;
  readonly isScratch: boolean;
  readonly isScratchTop: boolean;
  readonly isControl: boolean;
  readonly isAboveControl: boolean;
  readonly isCritical: boolean;
  readonly isDevice: boolean;
  readonly isProtected: boolean;
  readonly isInGit: boolean;
  readonly answer: PathAnswer | null;
  readonly folded: readonly (readonly string[])[];
  readonly exact: readonly (readonly string[])[];
  readonly #inside: Inside;
  readonly #at: PathPlace;

  constructor(views: readonly View[], problems: readonly PathRule[], isDenied: boolean, inside: Inside, at: PathPlace) {
    const [main] = views;
    this.#inside = inside;
    this.#at = at;
    this.problems = problems;
    this.isDenied = isDenied;
    this.isInside = problems.length === 0;
    this.answer = main?.answer ?? null;
    this.resolved = main === undefined || main.real === null ? null : spelled(main.real, inside, at.place.os);
    const exact: (readonly string[])[] = [];
    for (const { lexical, real } of views) {
      exact.push(lexical);
      if (real !== null && real !== lexical) exact.push(real);
    }
    this.exact = exact;
    const folded = exact.map((segments) => segments.map(foldSegment));
    const inode = this.answer === null ? null : inodeOf(this.answer);
    this.folded = inode === null ? folded : [...folded, ...aliasesOf(inode, at.facts, at.place.os)];
    const tops = exact.map((path) => at.scratch.find((base) => isWithin(path, base)));
    this.isScratch = main !== undefined && main.real !== null && tops.every((base) => base !== undefined);
    this.isScratchTop =
      this.isScratch && exact.some((path, index) => withoutGlobs(path).length <= (tops[index]?.length ?? 0));
    this.isControl = this.folded.some((path) => at.control.some((base) => isAt(path, base)));
    this.isAboveControl = this.folded.some((path) => at.control.some((base) => couldHold(path, base)));
    this.isCritical = !this.isScratch && this.folded.some((path) => isCritical(path, at.critical));
    this.isDevice = this.folded.some(isDevice);
    this.isProtected = this.folded.some(isProtected);
    this.isInGit = this.folded.some(isInGit);
  }

  get isSecret(): boolean {
    const { home } = this.#at;
    return this.folded.some((path) => isSecret(path, home) || couldBeHomeSecret(path, home));
  }

  get holdsSecrets(): boolean {
    const { home } = this.#at;
    return this.folded.some((path) => isSecret([...path, "*"], home));
  }

  get isRegenerable(): boolean {
    if (typeof this.#inside === "string") return false;
    return this.exact.every((path) => isRegenerable(belowRoot(path, this.#at)));
  }

  get isDisguised(): boolean {
    const { control } = this.#at;
    return this.exact.some((path) => {
      const shown = misread(path);
      if (!this.isProtected && isProtected(shown)) return true;
      return !this.isControl && control.some((base) => isAt(shown, base));
    });
  }
}

function belowRoot(path: readonly string[], at: PathPlace): readonly string[] {
  const found = rootFor(path, at);
  return typeof found === "string" ? [] : found.below;
}
