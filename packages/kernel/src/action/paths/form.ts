/**
 * @module From the text of a path to segments below a root, in one form for every system: `/a/b`, and `/C:/a/b` for a
 * drive. What cannot be resolved from text alone says why (actions, sections 8.1 and 8.3).
 */

import { foldCase } from "../../paths/views.ts";
import type { OperatingSystem } from "../place.ts";

/** No file system takes longer ones. */
export const longestPath = 4096;

export type FormProblem = "path.unresolved" | "path.windows-form";

/** Segments as written, `..` among them, below the root of the file system; or why there are none. */
export type PathForm =
  | { readonly segments: readonly string[] }
  | { readonly problem: FormProblem; readonly isDenied: boolean };

const unusable = /[\p{Cc}\p{Cs}]/u;
/** Most paths are of these alone, each of which is one byte and one name. */
const visibleAscii = /^[\x20-\x7e]*$/;
const reserved = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;
const drive = /^[A-Za-z]:/;
/** A name of this very machine, or a share every Windows has. */
const ownShare = /^(?:localhost|127\.[0-9.]+|::1|\[::1\]|0\.0\.0\.0|[^/]*\.ipv6-literal\.net)$/i;
const hiddenShare = /^[^/]+\$$/;
/** `PROGRA~1` stands for a longer name. */
export const shortName = /~[0-9]+(?:\.[^.]*)?$/;

const unresolved: PathForm = { problem: "path.unresolved", isDenied: false };
const odd: PathForm = { problem: "path.windows-form", isDenied: false };

/** Splits a path that is already absolute or is joined to nothing, dropping empty and `.` segments. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  let from = 0;
  while (from < path.length) {
    const slash = path.indexOf("/", from);
    const end = slash < 0 ? path.length : slash;
    const isNothing = end === from || (end === from + 1 && path.charAt(from) === ".");
    if (!isNothing) segments.push(path.slice(from, end));
    from = end + 1;
  }
  return segments;
}

/** Takes each `..` back one segment; above the root there is only the root. */
export function climb(segments: readonly string[]): readonly string[] {
  if (!segments.includes("..")) return segments;
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return kept;
}

export function pathOf(segments: readonly string[]): string {
  return `/${segments.join("/")}`;
}

/** An absolute path without what leads nowhere: empty segments, `.` and `..`. */
export function tidyPath(path: string): string {
  const isTidy = path.startsWith("/") && !/\/\.{0,2}(?:\/|$)/.test(path);
  return isTidy ? path : pathOf(climb(segmentsOf(path)));
}

function shareForm(path: string): PathForm {
  const parts = segmentsOf(path).filter((part) => part !== "?");
  const [first = ""] = parts;
  const isUnc = first.toLowerCase() === "unc";
  const [host = "", share = ""] = isUnc ? parts.slice(1) : parts;
  return { problem: "path.windows-form", isDenied: ownShare.test(host) || hiddenShare.test(share) };
}

function isOddSegment(segment: string): boolean {
  if (segment === "..") return false;
  return segment.includes(":") || /[. ]$/.test(segment) || reserved.test(segment);
}

function windowsForm(text: string, cwd: string | null): PathForm {
  const path = text.replaceAll("\\", "/");
  if (path.startsWith("//") || path.startsWith("/??/")) return shareForm(path);
  if (drive.test(path)) {
    if (path.charAt(2) !== "/" && path.length > 2) return odd;
    const segments = segmentsOf(path.slice(2));
    if (segments.some(isOddSegment)) return odd;
    return { segments: [`${path.charAt(0).toUpperCase()}:`, ...segments] };
  }
  const segments = segmentsOf(path);
  if (segments.some(isOddSegment)) return odd;
  if (cwd === null) return unresolved;
  const base = windowsForm(cwd, null);
  if (!("segments" in base)) return unresolved;
  // A path from the root of the current drive keeps the drive.
  if (path.startsWith("/")) return { segments: [...base.segments.slice(0, 1), ...segments] };
  return { segments: [...base.segments, ...segments] };
}

/** Reads the text of a path, joined with the current folder where it is relative. Linear in its length. */
export function readForm(text: string, os: OperatingSystem, cwd: string | null): PathForm {
  if (text === "" || text.length > longestPath) return unresolved;
  if (!visibleAscii.test(text) && (unusable.test(text) || Buffer.byteLength(text) > longestPath)) return unresolved;
  if (os === "win32") return windowsForm(text, cwd);
  if (text.startsWith("/")) return { segments: segmentsOf(text) };
  if (cwd === null || !cwd.startsWith("/")) return unresolved;
  return { segments: [...segmentsOf(cwd), ...segmentsOf(text)] };
}

/** A path in the system's own spelling. */
export function spell(segments: readonly string[], os: OperatingSystem): string {
  if (os !== "win32") return pathOf(segments);
  return segments.length === 1 ? `${segments[0]}\\` : segments.join("\\");
}

/** The segments a configured path means, without `..`; null when it means none. */
export function configuredSegments(path: string, os: OperatingSystem, home: string | null): readonly string[] | null {
  const expanded = expandHome(path, home);
  const form = expanded === null ? null : readForm(expanded, os, null);
  return form !== null && "segments" in form ? climb(form.segments) : null;
}

/** `~`, `$HOME` and `${HOME}` at the beginning, whole words only; null where home is not known. */
export function expandHome(path: string, home: string | null): string | null {
  if (!path.startsWith("~") && !path.startsWith("$")) return path;
  const found = /^(?:~|\$HOME|\$\{HOME\})(?<rest>[/\\].*)?$/s.exec(path);
  if (found === null) return path;
  return home === null ? null : `${home}${found.groups?.["rest"] ?? ""}`;
}

/** Every spelling of a segment that some system takes for the same name: composed, compatible, in one case. */
export function foldSegment(segment: string): string {
  if (visibleAscii.test(segment)) return segment.toLowerCase();
  return foldCase(segment.normalize("NFKC")).normalize("NFC");
}

/** Whether one list of segments begins with another. */
export function isWithin(segments: readonly string[], base: readonly string[]): boolean {
  if (segments.length < base.length) return false;
  // The ends differ before the beginnings do.
  for (let index = base.length - 1; index >= 0; index -= 1) if (segments[index] !== base[index]) return false;
  return true;
}
