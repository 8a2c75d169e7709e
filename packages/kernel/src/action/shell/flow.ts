/** @module What goes through a pipe, as far as it decides whether data becomes code (actions, section 5.7). */

export interface Flow {
  /** Hosts the text was fetched from. */
  readonly hosts: readonly string[];
  /** The text itself, when the script spells it out. */
  readonly literal: string | null;
  /** The folder below which every line names something. */
  readonly bounded: string | null;
  /** Patterns of what was listed, where the list was narrowed by names. */
  readonly names?: readonly string[];
}

export const opaqueFlow: Flow = { hosts: [], literal: null, bounded: null };

export function literalFlow(literal: string): Flow {
  return { hosts: [], literal, bounded: null };
}

export function boundedFlow(bounded: string | null): Flow {
  return { hosts: [], literal: null, bounded };
}

export function fetchedFlow(hosts: readonly string[]): Flow {
  return { hosts, literal: null, bounded: null };
}

/** What comes out of commands that each write to the same place. */
export function joinFlows(flows: readonly Flow[]): Flow {
  const [only] = flows;
  if (flows.length === 1 && only !== undefined) return only;
  if (flows.every(({ hosts }) => hosts.length === 0)) return opaqueFlow;
  return fetchedFlow([...new Set(flows.flatMap(({ hosts }) => hosts))]);
}
