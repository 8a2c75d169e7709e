import { expect, it } from "vitest";
import type { EventAnswer } from "./answers.ts";
import { labelsWithActors } from "./labels.ts";

type Event = readonly ["add" | "remove", string] | null;

function eventOf(event: Event): EventAnswer | null {
  if (event === null) return null;
  const [what, login] = event;
  const actor = { __typename: "User", login, databaseId: 1 };
  const label = { name: "agreed" };
  return what === "add" ? { __typename: "LabeledEvent", actor, label } : { __typename: "UnlabeledEvent", label };
}

it.each<[string, readonly Event[], string | undefined]>([
  ["who added it", [["add", "maria"]], "maria"],
  [
    "who added it last",
    [
      ["add", "maria"],
      ["remove", ""],
      ["add", "rita"],
    ],
    "rita",
  ],
  [
    "nobody known, where it was taken away and is there again by an event that is not shown",
    [
      ["add", "maria"],
      ["remove", ""],
    ],
    undefined,
  ],
  ["nobody known, where a later event could not be read", [["add", "maria"], null], undefined],
  ["nobody known, without an event", [], undefined],
])("a label was put there by %s", (_name, events, login) => {
  const [label] = labelsWithActors(["agreed"], events.map(eventOf));
  expect(label?.actor?.login).toBe(login);
});
