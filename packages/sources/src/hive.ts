/**
 * @module The `intent:` block of a KubeStellar Hive configuration (`hive.yaml`), in the words of `warrant.yaml`.
 *
 * Hive's globs differ from ours (Go's `filepath.Match` with `**` rules of its own). Lists that only raise are translated
 * so that nothing guarded there is unguarded here; lists that lower keep exactly what they said or are left out.
 */

import type { IntentConfiguration } from "@warrant/kernel/configuration";
import { checkPattern } from "@warrant/kernel/paths/pattern";
import { readYaml, type YamlDocument } from "./yaml.ts";
import { cleanText, describeValue } from "./yaml-quote.ts";
import type { Place } from "./yaml-text.ts";

export type HiveSettings = Partial<
  Pick<
    IntentConfiguration,
    | "enforce"
    | "alignment_model"
    | "test_path_patterns"
    | "docs_path_patterns"
    | "guardrail_path_patterns"
    | "feature_signals"
  >
>;

export interface HiveProblem extends Place {
  readonly message: string;
}

export type HiveImport =
  | {
      readonly ok: true;
      readonly settings: HiveSettings;
      /** What was taken over, and where its meaning changed. */
      readonly imported: readonly string[];
      /** What was not, and what to do about it. */
      readonly notImported: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly HiveProblem[] };

type Keys = Readonly<Record<string, unknown>>;

function isKeys(value: unknown): value is Keys {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What Hive's pattern stands for here; null when our patterns cannot say it. */
function translatePattern(pattern: string, raises: boolean): string | null {
  let text = pattern.trim().replace(/^\.\//, "");
  // Single characters and classes do not exist here. A raising list takes the wider `*`.
  if (/[?[\]\\]/.test(text)) {
    if (!raises) return null;
    text = text.replaceAll(/\\.|\?|\[[^\]/]*\]/g, "*");
  }
  // Hive finds `P/**` at any depth.
  if (/^[^*/]+(?:\/[^*/]+)*\/\*\*$/.test(text)) text = `**/${text}`;
  // A name without a folder stands at the root there and anywhere here; anywhere is the careful reading of a guard.
  else if (!raises && !text.includes("/")) text = `/${text}`;
  return checkPattern(text) === null ? text : null;
}

interface Report {
  readonly imported: string[];
  readonly notImported: string[];
  readonly problems: HiveProblem[];
}

function readList(document: YamlDocument, key: string, value: unknown, report: Report): string[] | undefined {
  if (value === null) return undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const wrong = Array.isArray(value) ? entries.findIndex((entry) => typeof entry !== "string") : -2;
  if (wrong !== -1) {
    const path = wrong === -2 ? ["intent", key] : ["intent", key, wrong];
    const found = describeValue(wrong === -2 ? value : entries[wrong]);
    const name = wrong === -2 ? `intent.${key} must be a list` : `intent.${key}[${wrong}] must be a text`;
    report.problems.push({ ...document.placeOf(path), message: `${name}, not ${found}` });
    return undefined;
  }
  return entries.filter((entry): entry is string => typeof entry === "string" && entry.trim() !== "");
}

function isVariable(value: string): boolean {
  return /\$\{[^}]*\}/.test(value);
}

/** The entries as our patterns, saying for each whether it was taken over. */
function translateList(key: string, entries: readonly string[], raises: boolean, report: Report): string[] {
  const translated: string[] = [];
  for (const entry of entries) {
    const pattern = isVariable(entry) ? null : translatePattern(entry, raises);
    if (pattern === null) {
      const why = isVariable(entry) ? "it holds a variable of Hive" : "our patterns know only * and **";
      report.notImported.push(`intent.${key}: "${cleanText(entry)}" (${why}); write what you mean by hand`);
      continue;
    }
    const shown = `${raises ? "+" : ""}${pattern}`;
    if (!translated.includes(shown)) translated.push(shown);
    if (pattern !== entry) report.imported.push(`intent.${key}: "${cleanText(entry)}" is written ${pattern} here`);
  }
  return translated;
}

const patternKeys = [
  ["test_path_patterns", false],
  ["docs_path_patterns", false],
  ["guardrail_path_patterns", true],
] as const;

function readIntent(document: YamlDocument, intent: Keys, report: Report): HiveSettings {
  const settings: HiveSettings = {};
  const { enforce, alignment_model: model } = intent;
  if (typeof enforce === "boolean") {
    settings.enforce = enforce;
    report.imported.push(`intent.enforce: ${enforce}`);
  } else if (enforce !== undefined && enforce !== null) {
    const message = `intent.enforce must be true or false, not ${describeValue(enforce)}`;
    report.problems.push({ ...document.placeOf(["intent", "enforce"]), message });
  }
  if (typeof model === "string" && isVariable(model)) {
    report.notImported.push("intent.alignment_model: it holds a variable of Hive; write the model's name");
  } else if (typeof model === "string" && model.trim() !== "") {
    settings.alignment_model = model.trim();
    report.imported.push("intent.alignment_model: the same name; its endpoint and key are not part of the file");
  } else if (model !== undefined && model !== null && model !== "") {
    const message = `intent.alignment_model must be a text, not ${describeValue(model)}`;
    report.problems.push({ ...document.placeOf(["intent", "alignment_model"]), message });
  }
  for (const [key, raises] of patternKeys) {
    const entries = intent[key] === undefined ? undefined : readList(document, key, intent[key], report);
    if (entries === undefined || entries.length === 0) continue;
    const patterns = translateList(key, entries, raises, report);
    if (patterns.length === 0) continue;
    settings[key] = patterns;
    const how = raises ? "added to the default list, which guards more" : "instead of the default list, as in Hive";
    report.imported.push(`intent.${key}: ${patterns.length} of ${entries.length} entries, ${how}`);
  }
  const words = intent["feature_signals"];
  const signals = words === undefined ? undefined : readList(document, "feature_signals", words, report);
  if (signals !== undefined && signals.length > 0) {
    settings.feature_signals = [...new Set(signals.map((word) => `+${word.trim()}`))];
    report.imported.push("intent.feature_signals: added to the default words; whole words count, not parts of words");
  }
  const known = new Set(["enforce", "alignment_model", "feature_signals", ...patternKeys.map(([key]) => key)]);
  for (const key of Object.keys(intent)) {
    if (!known.has(key)) report.notImported.push(`intent.${cleanText(key)}: not known here`);
  }
  return settings;
}

/**
 * Reads the `intent:` block of a Hive configuration. A file without one gives no settings: Hive's defaults are then
 * report-only, as ours are. Never throws.
 */
export function importHive(input: Uint8Array | string): HiveImport {
  const reading = readYaml(input);
  if (!reading.ok) return reading;
  const { document } = reading;
  const { value } = document;
  if (!isKeys(value)) {
    const message = `the file must be a set of keys, not ${describeValue(value)}`;
    return { ok: false, problems: [{ ...document.placeOf([]), message }] };
  }
  const report: Report = { imported: [], notImported: [], problems: [] };
  const intent = value["intent"] ?? {};
  if (!isKeys(intent)) {
    const message = `intent must be a set of keys, not ${describeValue(intent)}`;
    return { ok: false, problems: [{ ...document.placeOf(["intent"]), message }] };
  }
  const settings = readIntent(document, intent, report);
  if (report.problems.length > 0) return { ok: false, problems: report.problems };
  if (value["intent"] === undefined || value["intent"] === null) {
    report.notImported.push("the file has no intent: block; the defaults apply, as they did in Hive");
  }
  const author = isKeys(value["project"]) ? value["project"]["ai_author"] : undefined;
  if (typeof author === "string" && author !== "") {
    report.notImported.push(
      `project.ai_author: "${cleanText(author)}"; if only agents use that account, add it to intent.agents.logins`,
    );
  }
  return { ok: true, settings, imported: report.imported, notImported: report.notImported };
}
