/** @module Who put a label there: the last event that added it and was not followed by its removal (GitHub, section 2.3). */

import type { Actor, ChangeFacts, Label } from "@warrant/kernel/change/facts";
import type { EventAnswer } from "./answers.ts";
import { actorOf } from "./people.ts";

/**
 * The labels with their last adder, as far as the events tell. A label whose event is not among them has no actor, and
 * nothing that was added by nobody known ever counts.
 *
 * @param events Oldest first. An event that could not be read may have been about any label.
 */
export function labelsWithActors(names: readonly string[], events: readonly (EventAnswer | null)[]): Label[] {
  const adders = new Map<string, Actor>();
  for (const event of events) {
    if (event === null) adders.clear();
    else if (event.label === undefined) continue;
    else if (event.__typename === "LabeledEvent") adders.set(event.label.name, actorOf(event.actor));
    else if (event.__typename === "UnlabeledEvent") adders.delete(event.label.name);
  }
  return names.map((name) => {
    const actor = adders.get(name);
    return actor === undefined ? { name } : { name, actor };
  });
}

const intentLabel = /^intent:(?<key>.{1,200})$/iu;

/** The intent the labels of a change name (`intent:KEY`); none when they name two. */
export function intentOfLabels(labels: readonly Label[]): ChangeFacts["explicit_intent"] {
  const found = labels.flatMap((label) => {
    const key = intentLabel.exec(label.name.trim())?.groups?.["key"]?.trim();
    return key === undefined || key === "" ? [] : [{ key, label }];
  });
  const [first] = found;
  if (first === undefined || found.some((other) => other.key !== first.key)) return undefined;
  const { actor, permission } = first.label;
  return {
    key: first.key,
    source: "label",
    ...(actor === undefined ? {} : { actor }),
    ...(permission === undefined ? {} : { permission }),
  };
}
