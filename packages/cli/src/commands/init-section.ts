/** @module Keys and sections of a commented configuration file. */

export interface Key {
  readonly key: string;
  readonly about: readonly string[];
  /** The default, or an example when the default is an empty list, as YAML. */
  readonly shown: string;
}
export interface Section {
  readonly section: string;
  readonly about: readonly string[];
  readonly entries: readonly (Key | Section)[];
}

export function key(name: string, shown: string, ...about: string[]): Key {
  return { key: name, about, shown };
}
export function section(name: string, about: readonly string[], ...entries: (Key | Section)[]): Section {
  return { section: name, about, entries };
}
