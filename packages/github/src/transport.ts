/** @module The one call of `fetch`: an answer read whole, within a time and a size, or a typed failure. */

/** Bytes of one answer that are read. Patches of a page of files are the largest thing that is asked for. */
const maximumAnswerBytes = 64 * 1024 * 1024;

/** Why no whole answer came. Its text is a clause for a `PlatformError` and holds nothing of the request. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: "network" | "deadline" | "stopped" | "too-large";

  constructor(kind: TransportError["kind"], message: string) {
    super(message);
    this.kind = kind;
  }
}

async function readWhole(response: Response): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body) {
    length += part.length;
    if (length > maximumAnswerBytes) {
      throw new TransportError("too-large", `the answer is over ${maximumAnswerBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** The system's name of a failure (`ECONNREFUSED`); messages of lower layers can hold addresses and are not shown. */
function codeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]{1,40}$/.test(code)) return ` (${code})`;
  }
  return "";
}

const nullBody = new Set([101, 204, 205, 304]);

/**
 * Asks and reads the whole answer before anything is made of it: Octokit takes a body that was cut for an empty one.
 *
 * @param timeoutMs For this one request, until its last byte.
 * @param signal Ends it early: whoever asked no longer waits.
 * @throws TransportError
 */
export async function fetchWhole(
  address: string,
  init: RequestInit,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, { ...init, redirect: "manual", signal: AbortSignal.any([timeout, signal]) });
    const body = await readWhole(response);
    const { status, statusText, headers } = response;
    return new Response(nullBody.has(status) ? null : new Uint8Array(body), { status, statusText, headers });
  } catch (error) {
    if (error instanceof TransportError) throw error;
    if (signal.aborted) throw new TransportError("stopped", "it was stopped before an answer came");
    if (timeout.aborted) throw new TransportError("deadline", `no whole answer came within ${timeoutMs / 1000} s`);
    throw new TransportError("network", `the connection failed${codeOf(error)}`);
  }
}
