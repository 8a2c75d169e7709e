/** @module One HTTP exchange with a provider: no redirect, at most 256 KiB read, and what happened kept for the retry layer. */

const longestResponse = 256 * 1024;

/** What is known of an exchange, however it ended. */
export interface Exchange {
  status: number | null;
  retryAfter: string | null;
  body: string | null;
  /** Connect: before the first byte. Cut: after it. */
  fault: "connect" | "cut" | "garbled" | "too_long" | "redirect" | "not_json" | null;
}

export function newExchange(): Exchange {
  return { status: null, retryAfter: null, body: null, fault: null };
}

async function readBounded(response: Response, exchange: Exchange): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body !== null) {
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      // Leaving the loop cancels the stream and closes the socket.
      if (size > longestResponse) {
        exchange.fault = "too_long";
        throw new Error("The response is too long.");
      }
      chunks.push(chunk);
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function isGarbled(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const codes = [error, cause].map((each) => (each instanceof Error && "code" in each ? String(each.code) : ""));
  return codes.some((code) => code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE");
}

export type Fetch = typeof fetch;

/** A `fetch` for one request that writes down what happened. It throws as `fetch` does. */
export function fetchInto(exchange: Exchange): Fetch {
  return async (input, init) => {
    let response: Response;
    try {
      response = await fetch(input, { ...init, redirect: "manual" });
    } catch (error) {
      exchange.fault = "connect";
      throw error;
    }
    exchange.status = response.status;
    exchange.retryAfter = response.headers.get("retry-after");
    if (response.status >= 300 && response.status < 400) {
      exchange.fault = "redirect";
      await response.body?.cancel();
      throw new Error("The provider answered with a redirect.");
    }
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = await readBounded(response, exchange);
    } catch (error) {
      exchange.fault ??= isGarbled(error) ? "garbled" : "cut";
      throw error;
    }
    exchange.body = Buffer.from(bytes).toString("utf8");
    const type = response.headers.get("content-type") ?? "";
    if (response.ok && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
      exchange.fault = "not_json";
      throw new Error("The response is not JSON.");
    }
    const headers = new Headers(response.headers);
    // The body is decoded already.
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(bytes, { status: response.status, headers });
  };
}
