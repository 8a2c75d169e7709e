/** @module One raw identity, signature or branch on its own: the class a corpus record is scored by, with the same rules a change is. */

import type { AgentSettings } from "./identity-account.ts";
import { recogniseBranch } from "./identity-branch.ts";
import { parsePerson, recognisePerson } from "./identity-person.ts";
import { findSignatures } from "./identity-signature.ts";
import { type IdentityKind, type KnownIdentity, otherAgentNames } from "./identity-table.ts";

export type RawKind = "identity" | "body-signature" | "branch-prefix";

/** What one raw text stands for. `kind: "none"`: no known identity, which is never a proof of a person. */
export interface RawIdentity {
  readonly kind: IdentityKind | "none";
  readonly name: string | null;
}

const noAgents: AgentSettings = { logins: [], emails: [], people: [], dependency_bots: [], automation_bots: [] };

function rowsOf(kind: RawKind, raw: string, host: string): readonly KnownIdentity[] {
  switch (kind) {
    case "identity":
      return recognisePerson(parsePerson(raw), { agents: noAgents, host });
    case "body-signature":
      return findSignatures(raw).map((signature) => signature.row);
    case "branch-prefix": {
      const branch = recogniseBranch(raw);
      return branch?.as === "shape" ? [branch.row] : [];
    }
    default:
      return [];
  }
}

/** Classifies one raw text by the default table: `Name <address>`, a signature line, or a head branch. */
export function identifyRaw(kind: RawKind, raw: string, host = "github.com"): RawIdentity {
  const row = rowsOf(kind, raw, host)[0];
  return row === undefined ? { kind: "none", name: null } : { kind: row.kind, name: row.name };
}

/** Whether a name is one of the agents the table has no row of its own for. */
export function isOtherAgent(name: string): boolean {
  return otherAgentNames.includes(name);
}
