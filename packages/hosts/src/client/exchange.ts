/** @module One question to the resident gate and its answer, as HTTP over its socket, within a time. */

import { connect } from "node:net";
import type { HookOutput } from "../outcome.ts";

/** Why there is no answer: nobody listens, it took too long, another version, or what came is none. */
export type NoAnswer = "refused" | "slow" | "version" | "broken";
export type Exchange =
  | { readonly ok: true; readonly output: HookOutput }
  | { readonly ok: false; readonly why: NoAnswer };

export interface Question {
  readonly socket: string;
  readonly host: string;
  readonly via: string | null;
  readonly bytes: Uint8Array;
  readonly version: string;
  /** What tells the gate of the environment the host runs in; never its values. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly deadline: number;
}

/** Bytes of an answer; nothing the gate says comes near. */
const longestAnswer = 4 * 1024 * 1024;

function failed(why: NoAnswer): Exchange {
  return { ok: false, why };
}

function readOutput(body: string): HookOutput | null {
  try {
    const answer = JSON.parse(body) as Partial<Record<keyof HookOutput, unknown>> | null;
    const { stdout, stderr, exit } = answer ?? {};
    if (typeof stdout !== "string" || typeof stderr !== "string") return null;
    // Another code would let the call go on with most hosts.
    return exit === 0 || exit === 2 ? { stdout, stderr, exit } : null;
  } catch {
    return null;
  }
}

const answerHead = /^HTTP\/1\.1 (?<status>[0-9]{3})[^\r\n]*\r\n(?<headers>(?:[^\r\n]+\r\n)*)$/;

/** The gate's answer, read from every byte it sent. */
export function readAnswer(bytes: Buffer, version: string): Exchange {
  const end = bytes.indexOf("\r\n\r\n");
  const head = answerHead.exec(bytes.subarray(0, end + 2).toString("latin1"))?.groups;
  if (end < 0 || head === undefined) return failed("broken");
  const headers = new Map<string, string>();
  for (const line of (head["headers"] ?? "").split("\r\n")) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  if (headers.get("x-warrant-version") !== version) return failed("version");
  const body = bytes.subarray(end + 4);
  // Half of an answer is none.
  if (head["status"] !== "200" || headers.get("content-length") !== String(body.length)) return failed("broken");
  const output = readOutput(body.toString("utf8"));
  return output === null ? failed("broken") : { ok: true, output };
}

/** Asks once. Never throws, and is over at the deadline whatever the other side does. */
export function ask({ socket, host, via, bytes, version, headers, deadline }: Question): Promise<Exchange> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    let length = 0;
    let isConnected = false;
    const connection = connect(socket);
    const end = (exchange: Exchange): void => {
      clearTimeout(timer);
      connection.destroy();
      resolve(exchange);
    };
    const timer = setTimeout(() => end(failed("slow")), deadline);
    connection.on("connect", () => {
      isConnected = true;
      const lines = [
        `POST /v1/hook/${host}${via === null ? "" : `?via=${encodeURIComponent(via)}`} HTTP/1.1`,
        "Host: warrant",
        "Connection: close",
        "Content-Type: application/json",
        `Content-Length: ${bytes.length}`,
        `X-Warrant-Version: ${version}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      ];
      connection.write(`${lines.join("\r\n")}\r\n\r\n`);
      connection.write(bytes);
    });
    connection.on("data", (data: Buffer) => {
      received.push(data);
      length += data.length;
      if (length > longestAnswer) end(failed("broken"));
    });
    connection.on("error", () => end(failed(isConnected ? "broken" : "refused")));
    connection.on("end", () => end(readAnswer(Buffer.concat(received), version)));
    connection.on("close", () => end(failed("broken")));
  });
}
