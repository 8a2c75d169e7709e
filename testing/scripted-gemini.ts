/** @module A model's service as Gemini CLI calls it, which asks for one command after another and then says that it is done. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

interface Part {
  readonly functionResponse?: { readonly response?: Readonly<Record<string, unknown>> };
}

interface Asked {
  readonly contents?: readonly { readonly parts?: readonly Part[] }[];
  readonly tools?: unknown;
}

export interface ScriptedGemini {
  readonly url: string;
  /** What the model was told of each command, in their order. */
  readonly results: () => readonly string[];
  readonly close: () => Promise<void>;
}

/** Serves `streamGenerateContent` and its siblings on this machine alone. */
export async function scriptedGemini(commands: readonly string[]): Promise<ScriptedGemini> {
  let results: readonly string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Asked;
      const told = (asked.contents ?? []).flatMap(({ parts = [] }) =>
        parts.flatMap((part) => part.functionResponse ?? []),
      );
      // Other questions, such as which model to take, come without tools.
      const isTurn = JSON.stringify(asked.tools ?? "").includes("run_shell_command");
      if (isTurn) results = told.map((one) => JSON.stringify(one.response ?? null));
      const command = isTurn ? commands[told.length] : undefined;
      const part =
        command === undefined
          ? { text: isTurn ? "Done." : "{}" }
          : { functionCall: { name: "run_shell_command", args: { command, description: "Run it" } } };
      const answer = JSON.stringify({
        candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
        usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
      });
      const isStream = request.url?.includes("streamGenerateContent") === true;
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      response.end(isStream ? `data: ${answer}\n\n` : answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    results: () => results,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
