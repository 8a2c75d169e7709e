/** @module A gate inside an application, which knows better than its process whether somebody sits before it. */

import type { GatePort } from "./port.ts";

/** A port with some of its parts replaced; every other one is asked of the port itself, whatever made it. */
export function portWith(port: GatePort, parts: Partial<GatePort>): GatePort {
  return new Proxy(port, {
    get(target, name) {
      const replaced: unknown = Reflect.get(parts, name);
      if (replaced !== undefined) return replaced;
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? (own.bind(target) as unknown) : own;
    },
  });
}

/** The port, with the application's word on whether somebody can answer. */
export function attended(port: GatePort, attendance: "interactive" | "unattended"): GatePort {
  const isAway = attendance === "unattended";
  return portWith(port, {
    hostFacts: (host, via) => ({ ...port.hostFacts(host, via), is_headless: isAway }),
  });
}
