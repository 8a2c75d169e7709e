/** @module A person's own configuration: the sections about them, which hold in every folder. */

import { readConfiguration } from "./configuration.ts";
import { type ConfigurationReading, formatProblem } from "./configuration-reading.ts";
import { readYaml } from "./yaml.ts";
import { cleanText } from "./yaml-quote.ts";

/** What speaks of a person and not of a repository. */
const personalSections: ReadonlySet<string> = new Set(["runtime", "action", "claim"]);

/** Keys of such a section that speak of a repository's changes all the same. */
const repositoryKeys: readonly (readonly string[])[] = [
  ["claim", "checks"],
  ["claim", "change"],
  ["claim", "keys"],
];

function isSet(value: unknown, [section = "", key = ""]: readonly string[]): boolean {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[section] : undefined;
  return typeof found === "object" && found !== null && Object.hasOwn(found, key);
}

/**
 * Reads a person's own file. It has the schema of `warrant.yaml`, without what belongs to a repository; a section of that
 * would be passed over without a word, so it is an error with its place.
 */
export function readPersonalConfiguration(input: Uint8Array | string, fileName: string): ConfigurationReading {
  const reading = readConfiguration(input, fileName);
  const yaml = readYaml(input);
  if (!reading.ok || !yaml.ok) return reading;
  const { document } = yaml;
  const { value } = document;
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  const foreign = [
    ...keys.filter((key) => !personalSections.has(key)).map((key) => [key]),
    ...repositoryKeys.filter((path) => isSet(value, path)),
  ];
  const errors = foreign.map((path) => ({
    file: fileName,
    ...document.placeOf(path, "key"),
    path: path.join("."),
    message: `${cleanText(path.join("."))} is about a repository and belongs into its warrant.yaml; this file holds ${[...personalSections].join(", ")}`,
  }));
  return errors.length === 0 ? reading : { ok: false, errors };
}

/** Where keys stand in a file that was read, as `warrant.yaml:12:5`. */
export function placesOfKeys(input: Uint8Array | string, fileName: string, paths: readonly string[]): string[] {
  const yaml = readYaml(input);
  if (!yaml.ok) return [];
  return paths.map((path) => {
    const place = { file: fileName, path, ...yaml.document.placeOf(path.split("."), "key"), message: path };
    return formatProblem(place);
  });
}
