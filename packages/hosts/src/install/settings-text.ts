/**
 * @module The text of a JSON file, edited in place: what is put in is written as its neighbours are, and nothing else is touched.
 */

import { findNodeAtLocation, getNodeValue, type JSONPath, type Node, parseTree } from "jsonc-parser";
import { type Fields, fieldsOf } from "../adapter.ts";

/** A file's text that is edited in place: what is put in is written as its neighbours are, and nothing else is touched. */
export class SettingsText {
  text: string;
  /** Lists, objects and keys that were not there before, as keys joined by `/`. */
  readonly created: string[] = [];
  readonly #unit: string;
  readonly #lineEnd: string;

  constructor(text: string) {
    this.text = text;
    this.#unit = /^(?<indent>[ \t]+)\S/m.exec(text)?.groups?.["indent"] ?? "  ";
    this.#lineEnd = text.includes("\r\n") ? "\r\n" : "\n";
  }

  get value(): Fields {
    return fieldsOf(getNodeValue(this.#tree));
  }

  get #tree(): Node {
    // Every edit of a file that was read leaves one that can be read.
    return parseTree(this.text) ?? { type: "object", offset: 0, length: 0, children: [] };
  }

  #node(path: JSONPath): Node | undefined {
    return path.length === 0 ? this.#tree : findNodeAtLocation(this.#tree, [...path]);
  }

  has(path: JSONPath): boolean {
    return this.#node(path) !== undefined;
  }

  #splice(from: number, to: number, text: string): void {
    this.text = this.text.slice(0, from) + text + this.text.slice(to);
  }

  /** White space a line begins with. */
  #indentOf(offset: number): string {
    const line = this.text.slice(this.text.lastIndexOf("\n", offset - 1) + 1, offset);
    return /^[ \t]*/.exec(line)?.[0] ?? "";
  }

  /** A value on lines of its own, or on one where the file is written so. */
  #written(value: unknown, indent: string, isOneLine: boolean): string {
    if (isOneLine) return JSON.stringify(value);
    return JSON.stringify(value, null, this.#unit).split("\n").join(`${this.#lineEnd}${indent}`);
  }

  /** Puts a piece behind the last one of a list or an object. `write` gets the indentation it stands at. */
  #append(parent: Node, write: (indent: string, isOneLine: boolean) => string): void {
    const last = parent.children?.at(-1);
    if (last === undefined) {
      const isOneLine = !this.text.includes("\n");
      const outer = this.#indentOf(parent.offset);
      const inner = outer + this.#unit;
      const piece = write(inner, isOneLine);
      const content = isOneLine ? piece : `${this.#lineEnd}${inner}${piece}${this.#lineEnd}${outer}`;
      this.#splice(parent.offset + 1, parent.offset + parent.length - 1, content);
      return;
    }
    const before = this.text.slice(0, last.offset);
    const space = /\s*$/.exec(before)?.[0] ?? "";
    const isOneLine = !space.includes("\n");
    const end = last.offset + last.length;
    this.#splice(end, end, `,${space}${write(isOneLine ? "" : this.#indentOf(last.offset), isOneLine)}`);
  }

  /** Puts an element behind the last one of a list that is there. */
  append(list: JSONPath, value: unknown): void {
    const parent = this.#node(list);
    if (parent !== undefined) this.#append(parent, (indent, isOneLine) => this.#written(value, indent, isOneLine));
  }

  /** Gives an object that is there a new key. */
  add(path: JSONPath, key: string, value: unknown): void {
    const parent = this.#node(path);
    if (parent === undefined) return;
    this.#append(parent, (indent, isOneLine) => {
      return `${JSON.stringify(key)}:${isOneLine ? "" : " "}${this.#written(value, indent, isOneLine)}`;
    });
  }

  /** Puts a value in the place of one that is there. */
  replace(path: JSONPath, value: unknown): void {
    const node = this.#node(path);
    if (node === undefined) return;
    const isOneLine = !this.text.slice(node.offset, node.offset + node.length).includes("\n");
    const written = this.#written(value, this.#indentOf(node.offset), isOneLine);
    this.#splice(node.offset, node.offset + node.length, written);
  }

  /** Takes one element or key out, with the comma that goes with it. */
  drop(path: JSONPath): void {
    const found = this.#node(path);
    const node = found?.parent?.type === "property" ? found.parent : found;
    const parent = node?.parent;
    if (node === undefined || parent === undefined) return;
    const siblings = parent.children ?? [];
    const index = siblings.indexOf(node);
    const [before, after] = [siblings[index - 1], siblings[index + 1]];
    const end = node.offset + node.length;
    if (before !== undefined) this.#splice(before.offset + before.length, end, "");
    else if (after !== undefined) this.#splice(node.offset, after.offset, "");
    else this.#splice(parent.offset + 1, parent.offset + parent.length - 1, "");
  }
}
