/** @module Redirections, here-documents and here-strings: what they read and write, and what goes through them (actions, section 5.5). */

import type { HereDoc, Redirect, Redirection, Word } from "unbash";
import { tidyPath } from "../paths/form.ts";
import { isStream } from "../reading.ts";
import { type Flow, fetchedFlow, literalFlow } from "./flow.ts";
import { madeAbove } from "./folders.ts";
import { behindLinks } from "./run.ts";
import type { ShellState } from "./state.ts";
import { isKnown, pipeMark, shownText, unknownMark } from "./text.ts";
import type { WordHost } from "./word-value.ts";
import { evaluateWord } from "./words.ts";

interface Redirected {
  readonly input?: Flow;
  readonly written?: readonly string[];
  readonly isOutput: boolean;
}

/** Paths that hold nothing. */
function isSilent(path: string): boolean {
  return isStream(path) || path.startsWith(pipeMark);
}

/** Runs a command with its redirections, and notes what they have written. */
export function redirected(
  redirects: readonly Redirection[],
  host: WordHost,
  state: ShellState,
  input: Flow | null,
  body: (state: ShellState, input: Flow | null) => Flow,
): Flow {
  if (redirects.length === 0) return body(state, input);
  let given = input;
  const written: string[] = [];
  let isAway = false;
  for (const redirect of redirects) {
    const read = readRedirect(redirect, state, host);
    if (read.input !== undefined) given = read.input;
    if (read.written !== undefined) {
      written.push(...read.written);
      isAway ||= read.isOutput;
    }
  }
  const flow = body(state, given);
  for (const path of written) {
    for (const cwd of state.cwds) {
      if (!isKnown(path) || (cwd === null && !path.startsWith("/"))) continue;
      const target = tidyPath(path.startsWith("/") ? path : `${cwd}/${path}`);
      const hosts = [...new Set([...flow.hosts, ...(given?.hosts ?? [])])];
      state.made.set(target, hosts.length > 0 ? { from: "fetch", hosts } : { from: "text", literal: flow.literal });
    }
  }
  return isAway ? fetchedFlow([]) : flow;
}

function readRedirect(redirect: Redirection, state: ShellState, host: WordHost): Redirected {
  switch (redirect.type) {
    case "HereDoc":
      return { input: hereDocument(redirect, state, host), isOutput: false };
    case "HereString": {
      if (redirect.target === undefined) host.reading.lose("a redirection has no target");
      const value = redirect.target === undefined ? null : evaluateWord(redirect.target, state, host);
      const text = value?.drafts.length === 1 ? (value.drafts[0]?.fields.join(" ") ?? "") : unknownMark;
      return {
        input: { hosts: value?.hosts ?? [], literal: isKnown(text) ? text : null, bounded: null },
        isOutput: false,
      };
    }
    case "Redirect":
      return plainRedirect(redirect, state, host);
    default:
      host.reading.lose("it redirects in a way nobody knows");
      unreachable(redirect);
      return { isOutput: false };
  }
}

function hereDocument(document: HereDoc, state: ShellState, host: WordHost): Flow {
  if (document.closing === undefined) host.reading.lose("a here-document has no end");
  const { parts, text } = document.body;
  if (document.delimiter?.quoted === true) return literalFlow(text);
  if (parts === undefined) return literalFlow(text.replace(/\\(?<sign>[$`\\])/g, "$<sign>"));
  const word: Word = {
    type: "Word",
    text: "",
    value: "",
    pos: 0,
    end: 0,
    parts: [{ type: "DoubleQuoted", text: "", pos: 0, end: 0, parts: parts as never }],
  };
  const value = evaluateWord(word, state, host);
  for (const secret of value.secrets) host.reading.effect("read", `env:${secret}`, "costly");
  const only = value.drafts.length === 1 ? value.drafts[0]?.fields.join(" ") : undefined;
  return { hosts: value.hosts, literal: only !== undefined && isKnown(only) ? only : null, bounded: null };
}

function plainRedirect(redirect: Redirect, state: ShellState, host: WordHost): Redirected {
  const { operator, target } = redirect;
  if (target === undefined) {
    host.reading.lose("a redirection has no target");
    return { isOutput: false };
  }
  const value = evaluateWord(target, state, host);
  const paths = value.drafts.map(({ fields }) => (fields.length === 1 ? (fields[0] ?? unknownMark) : unknownMark));
  const [first = unknownMark] = paths;
  const isDescriptor = paths.every((path) => /^(?:[0-9]+-?|-)$/.test(path));
  if ((operator === "<&" || operator === ">&") && isDescriptor) return { isOutput: false };
  if (operator === "<&" && !isDescriptor) host.reading.lose("a descriptor nobody knows is read");
  const socket = /^\/dev\/(?:tcp|udp)\/(?<host>[^/]+)\/(?<port>[^/]+)$/.exec(first)?.groups;
  if (socket !== undefined || first.startsWith("/dev/tcp") || first.startsWith("/dev/udp")) {
    host.reading.effect(
      "publish",
      `host:${shownText(socket?.["host"] ?? "?")}:${shownText(socket?.["port"] ?? "?")}`,
      "costly",
    );
    host.reading.lose("it talks to a socket");
    return { isOutput: false };
  }
  const isRead = operator === "<" || operator === "<>" || operator === "<&";
  const isWrite = operator !== "<" && operator !== "<&";
  const open = paths.filter((path) => !isSilent(path));
  for (const path of open) {
    if (isRead) host.reading.path("read", path, state.cwds);
    if (isWrite) write(path, state, host);
  }
  const descriptor = redirect.descriptor;
  const isOutput =
    isWrite && (descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1));
  if (isRead && !isWrite) {
    const hosts = value.hosts.length > 0 ? value.hosts : open.flatMap((path) => hostsOf(path, state));
    return { input: { hosts, literal: null, bounded: null }, isOutput: false };
  }
  return { written: open, isOutput };
}

function hostsOf(path: string, state: ShellState): readonly string[] {
  for (const cwd of state.cwds) {
    const origin = state.made.get(tidyPath(path.startsWith("/") ? path : `${cwd ?? ""}/${path}`));
    if (origin?.from === "fetch") return origin.hosts;
  }
  return [];
}

function write(path: string, state: ShellState, host: WordHost): void {
  for (const cwd of state.made.size === 0 ? [] : state.cwds) {
    const absolute = tidyPath(path.startsWith("/") ? path : `${cwd ?? ""}/${path}`);
    for (const { place, origin } of madeAbove(absolute, state.made)) {
      if (origin.from === "link" || (origin.from === "copy" && place !== absolute))
        host.reading.lose("it changes what lies below something this script has just made");
    }
    for (const target of behindLinks(absolute, state)) {
      host.reading.doubting(() => host.reading.path("write", target, state.cwds));
    }
  }
  host.reading.path("write", path, state.cwds);
}

function unreachable(_value: never): void {}
