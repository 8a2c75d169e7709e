/** @module A gate inside an application, which knows better than its process whether somebody sits before it. */

import type { GatePort } from "./port.ts";

/** The port, with the application's word on whether somebody can answer. */
export function attended(port: GatePort, attendance: "interactive" | "unattended"): GatePort {
  return {
    ...port,
    hostFacts: (host, via) => ({ ...port.hostFacts(host, via), is_headless: attendance === "unattended" }),
  };
}
