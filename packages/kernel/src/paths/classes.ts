/**
 * @module The classes of a path (change gate, sections 7.2 and 7.3): compiled once per configuration, asked once per path.
 *
 * *Lowering* answers relax a rule: raw path, its case as it is, nothing odd in it. *Raising* answers guard: any view counts.
 */

import type { IntentConfiguration } from "../configuration.ts";
import {
  alwaysGuardedPatterns,
  defaultCompanionPatterns,
  defaultDocsPatterns,
  defaultGeneratedPatterns,
  defaultGuardrailPatterns,
  defaultLockfilePatterns,
  defaultManifestPatterns,
  defaultTestPatterns,
  infrastructurePatterns,
  schemaPatterns,
  securityWords,
} from "./default-lists.ts";
import { saysGenerated } from "./generated-head.ts";
import { resolveExtendingList, resolveList } from "./lists.ts";
import { wordsOfPath } from "./path-words.ts";
import { maximumPathLength, parsePattern, readEntry } from "./pattern.ts";
import { indexPatterns, type PatternIndex } from "./pattern-index.ts";
import {
  foldCase,
  hygieneOfPath,
  isMisleading,
  isPlain,
  isSpotless,
  type PathHygiene,
  replaceLookalikes,
  windowsForm,
} from "./views.ts";

/** The lists a path can be in, each with its bit. */
const bits = {
  test: 1,
  docs: 2,
  lockfile: 4,
  manifest: 8,
  generated: 16,
  companion: 32,
  guardrail: 64,
  infrastructure: 128,
  schema: 256,
  configured: 512,
  security: 1024,
  own: 2048,
} as const;
export type PathList = Exclude<keyof typeof bits, "own">;
/** Lists a guard may ask for in every view. */
export const guardedLists = [
  "guardrail",
  "manifest",
  "lockfile",
  "infrastructure",
  "schema",
  "security",
  "configured",
  "test",
] as const satisfies readonly PathList[];
export type GuardedList = (typeof guardedLists)[number];
const noLists: readonly GuardedList[] = [];
const exceptionShift = 16;
const everyBit = 0xffff;

/** How a raising match was found: on the path as it is read, or only after undoing a disguise. */
export type Sight = "plain" | "disguised";

/** The one class a file's lines are counted under. */
export const lineClasses = ["code", "test", "docs", "generated", "lockfile", "other"] as const;
export type LineClass = (typeof lineClasses)[number];

/** Paths and folders whose answers are kept: more than nearly every change has, in a few MB, so that a long run stays flat. */
const rememberedPaths = 32_768;

const spotless = hygieneOfPath("");

interface PathAnswers {
  readonly lowering: number;
  readonly plain: number;
  readonly disguised: number;
  readonly hygiene: PathHygiene;
}

/** What the configuration says about any path. Holds no state but a bounded memory of the paths it was asked about. */
export interface PathClasses {
  // Lowering: what may relax a rule.
  readonly isTest: (path: string) => boolean;
  readonly isDocs: (path: string) => boolean;
  readonly isLockfile: (path: string) => boolean;
  readonly isManifest: (path: string) => boolean;
  readonly isCompanion: (path: string) => boolean;
  /** By path, or because the head of the patch says so. */
  readonly isGenerated: (path: string, patch?: string) => boolean;
  /** A test file that holds what tests work on: fixtures, snapshots, mocks. */
  readonly isTestSupport: (path: string) => boolean;
  /** In none of the classes of section 7.3. */
  readonly isCode: (path: string) => boolean;
  /** The one class its lines are counted under. */
  readonly lineClass: (path: string, patch?: string) => LineClass;
  // Raising: what guards. Null when no view of the path is in the list.
  readonly sight: (list: GuardedList, path: string) => Sight | null;
  /** The lists the path is in only after undoing a disguise (`path.lookalike`). */
  readonly disguises: (path: string) => readonly GuardedList[];
  readonly mayBeTest: (path: string) => boolean;
  readonly isGuardrail: (path: string) => boolean;
  readonly isInfrastructure: (path: string) => boolean;
  readonly isSchema: (path: string) => boolean;
  readonly isSecurity: (path: string) => boolean;
  readonly isConfiguredSensitive: (path: string) => boolean;
  readonly hygiene: (path: string) => PathHygiene;
  /** Whether the path is not what it looks like (`floor.path-hygiene`). */
  readonly isMisleading: (path: string) => boolean;
}

const supportWords = new Set([
  "fixture",
  "fixtures",
  "testdata",
  "snap",
  "snaps",
  "snapshot",
  "snapshots",
  "mock",
  "mocks",
  "golden",
  "goldens",
  "cassette",
  "cassettes",
]);

interface Entry {
  readonly pattern: string;
  readonly mask: number;
}

function entriesOf(list: readonly string[], bit: number): Entry[] {
  return list.map(readEntry).map(({ isException, pattern }) => ({
    pattern,
    mask: isException ? bit << exceptionShift : bit,
  }));
}

/** A list that cannot be read is no reason to guard less: its default stands, and of a guard list all it names as well. */
function configuredEntries(configuration: IntentConfiguration): Entry[] {
  const chosen = (configured: readonly string[], defaults: readonly string[]) => {
    const reading = resolveList(configured, defaults);
    return reading.ok ? reading.entries : defaults;
  };
  const guards = resolveList(configuration.guardrail_path_patterns, defaultGuardrailPatterns);
  const named = (list: readonly string[]) =>
    list.map((entry) => entry.replace(/^\+/, "")).filter((entry) => !entry.startsWith("!"));
  const sensitive = resolveExtendingList(configuration.sensitive_paths);
  return [
    ...entriesOf(chosen(configuration.test_path_patterns, defaultTestPatterns), bits.test),
    ...entriesOf(chosen(configuration.docs_path_patterns, defaultDocsPatterns), bits.docs),
    ...entriesOf(
      guards.ok ? guards.entries : [...defaultGuardrailPatterns, ...named(configuration.guardrail_path_patterns)],
      bits.guardrail,
    ),
    ...entriesOf(sensitive.ok ? sensitive.entries : named(configuration.sensitive_paths), bits.configured),
  ];
}

/** An index over one view of the patterns, built when the first path asks for it. */
function indexOf(entries: readonly Entry[], view: (text: string) => string): PatternIndex {
  let index: PatternIndex | null = null;
  return (segments) => {
    index ??= indexPatterns(entries.map(({ pattern, mask }) => ({ segments: parsePattern(view(pattern)), mask })));
    return index(segments);
  };
}

function hasSecurityWord(text: string): boolean {
  return wordsOfPath(text).some((word) => securityWords.has(word));
}

/** Answers kept by key; past the limit the memory starts anew, so a long run stays flat. */
function remembering<Answer>(find: (key: string) => Answer): (key: string) => Answer {
  const known = new Map<string, Answer>();
  let lastKey: string | null = null;
  let lastAnswer: Answer;
  return (key) => {
    // Most questions are about the path that was asked about just before.
    if (key === lastKey) return lastAnswer;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = find(key);
      if (known.size >= rememberedPaths) known.clear();
      known.set(key, answer);
    }
    lastKey = key;
    lastAnswer = answer;
    return answer;
  };
}

/** Compiled rules live exactly as long as the configuration they were compiled from. */
const compiled = new WeakMap<IntentConfiguration, PathClasses>();

/**
 * The path rules of a configuration. Compiling costs a few milliseconds, so it is done once for a configuration object;
 * configurations are never changed in place.
 */
export function compilePathClasses(configuration: IntentConfiguration): PathClasses {
  const known = compiled.get(configuration);
  if (known !== undefined) return known;
  const classes = compile(configuration);
  compiled.set(configuration, classes);
  return classes;
}

function compile(configuration: IntentConfiguration): PathClasses {
  const entries = [
    ...entriesOf(defaultLockfilePatterns, bits.lockfile),
    ...entriesOf(defaultManifestPatterns, bits.manifest),
    ...entriesOf(defaultGeneratedPatterns, bits.generated),
    ...entriesOf(defaultCompanionPatterns, bits.companion),
    ...entriesOf(infrastructurePatterns, bits.infrastructure),
    ...entriesOf(schemaPatterns, bits.schema),
    ...entriesOf(alwaysGuardedPatterns, bits.own),
    ...configuredEntries(configuration),
  ];
  const raw = indexOf(entries, (text) => text);
  const folded = indexOf(entries, foldCase);
  const alike = indexOf(entries, (text) => foldCase(replaceLookalikes(text)));
  const isSecurityFolder = remembering(hasSecurityWord);

  function look(path: string): PathAnswers {
    // A path no file system has is guarded without being compared.
    if (path.length > maximumPathLength) {
      return { lowering: 0, plain: bits.guardrail, disguised: 0, hygiene: hygieneOfPath(path) };
    }
    const foldedFound = folded(foldCase(path).split("/"));
    if (isPlain(path)) {
      // What matches here in its own case also matches folded, so most paths are compared once.
      const listed = foldedFound & everyBit & ~(foldedFound >>> exceptionShift);
      const lowering = listed === 0 ? 0 : raw(path.split("/")) & listed;
      const nameAt = path.lastIndexOf("/") + 1;
      const isSecurity = isSecurityFolder(path.slice(0, nameAt)) || hasSecurityWord(path.slice(nameAt));
      const security = isSecurity ? bits.security : 0;
      return { lowering, plain: listed | security, disguised: 0, hygiene: spotless };
    }
    const hygiene = hygieneOfPath(path);
    const normal = path.normalize("NFC");
    const rawFound = raw(path.split("/"));
    const exceptions = (rawFound | foldedFound) >>> exceptionShift;
    const seen = rawFound | foldedFound | raw(normal.split("/"));
    const read = replaceLookalikes(path);
    const unmasked =
      folded(windowsForm(foldCase(path)).split("/")) |
      alike(foldCase(read).split("/")) |
      alike(windowsForm(foldCase(read)).split("/"));
    const plain = (seen & everyBit & ~exceptions) | (hasSecurityWord(normal) ? bits.security : 0);
    const hidden = (unmasked & everyBit & ~exceptions) | (hasSecurityWord(windowsForm(read)) ? bits.security : 0);
    const lowering = isSpotless(hygiene) ? rawFound & everyBit & ~exceptions : 0;
    return { lowering, plain, disguised: hidden & ~plain, hygiene };
  }

  const answers = remembering(look);
  const lowers = (bit: number, path: string) => (answers(path).lowering & bit) !== 0;

  function sight(list: GuardedList, path: string): Sight | null {
    const { plain, disguised } = answers(path);
    const bit = list === "guardrail" ? bits.guardrail | bits.own : bits[list];
    return (plain & bit) !== 0 ? "plain" : (disguised & bit) !== 0 ? "disguised" : null;
  }

  function isGenerated(path: string, patch?: string): boolean {
    return lowers(bits.generated, path) || (patch !== undefined && saysGenerated(patch));
  }

  function lineClass(path: string, patch?: string): LineClass {
    const { lowering } = answers(path);
    if ((lowering & bits.lockfile) !== 0) return "lockfile";
    if (isGenerated(path, patch)) return "generated";
    if ((lowering & bits.test) !== 0) return "test";
    if ((lowering & bits.docs) !== 0) return "docs";
    return (lowering & (bits.manifest | bits.companion)) === 0 && sight("guardrail", path) === null ? "code" : "other";
  }

  return {
    isTest: (path) => lowers(bits.test, path),
    isDocs: (path) => lowers(bits.docs, path),
    isLockfile: (path) => lowers(bits.lockfile, path),
    isManifest: (path) => lowers(bits.manifest, path),
    isCompanion: (path) => lowers(bits.companion, path),
    isGenerated,
    isTestSupport: (path) => lowers(bits.test, path) && wordsOfPath(path).some((word) => supportWords.has(word)),
    isCode: (path) => lineClass(path) === "code",
    lineClass,
    sight,
    disguises: (path) =>
      answers(path).disguised === 0 ? noLists : guardedLists.filter((list) => sight(list, path) === "disguised"),
    mayBeTest: (path) => sight("test", path) !== null,
    isGuardrail: (path) => sight("guardrail", path) !== null,
    isInfrastructure: (path) => sight("infrastructure", path) !== null,
    isSchema: (path) => sight("schema", path) !== null,
    isSecurity: (path) => sight("security", path) !== null,
    isConfiguredSensitive: (path) => sight("configured", path) !== null,
    hygiene: (path) => answers(path).hygiene,
    isMisleading: (path) => isMisleading(answers(path).hygiene),
  };
}
