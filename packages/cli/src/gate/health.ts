/** @module What the resident gate says of itself, asked over its socket. */

import { request } from "node:http";

/** What the resident gate says of itself; null when none answers. */
export async function health(socket: string): Promise<Readonly<Record<string, unknown>> | null> {
  return await new Promise((resolve) => {
    const asked = request({ socketPath: socket, path: "/v1/health", timeout: 2000 }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (data: string) => {
        text += data;
      });
      response.on("end", () => {
        try {
          resolve(JSON.parse(text) as Readonly<Record<string, unknown>>);
        } catch {
          resolve(null);
        }
      });
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(null));
    asked.end();
  });
}
