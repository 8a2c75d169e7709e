/** @module Accounts of GitHub's answers as the actors of the facts. */

import type { Actor } from "@warrant/kernel/change/facts";

/** An account as far as an answer tells it. */
interface Told {
  readonly __typename?: string | undefined;
  readonly login?: string | undefined;
  readonly databaseId?: number | null | undefined;
}

const kinds: Readonly<Record<string, Actor["kind"]>> = {
  User: "user",
  Bot: "bot",
  Organization: "organization",
};

/** A null account was deleted, or could not be read. Every type nobody knows (`Mannequin`) is of unknown kind. */
export function actorOf(answer: Told | null | undefined): Actor {
  if (answer === null || answer === undefined) return { login: null, kind: "unknown", id: null };
  return {
    login: answer.login ?? null,
    kind: kinds[answer.__typename ?? ""] ?? "unknown",
    id: answer.databaseId ?? null,
  };
}
