/** @module What tests of models share: a change, settings for the fake provider, and a world without waiting or chance. */

import { readAccess } from "../packages/models/src/access.ts";
import { sdkSender } from "../packages/models/src/sdk-sender.ts";
import type { Sender } from "../packages/models/src/sender.ts";
import { defaultModelSettings, type ModelSettings } from "../packages/models/src/settings.ts";
import { noDayBook } from "../packages/models/src/spend.ts";
import type { CardWriting, DescribedChange } from "../packages/models/src/write-card.ts";
import { cardClasses, floorOf, uploadFile } from "./card.ts";
import { baseSha, headSha } from "./facts.ts";
import type { FakeModel } from "./fake-model/server.ts";

export type ProviderName = ModelSettings["provider"];
export const providerNames: readonly ProviderName[] = ["anthropic", "openai-compatible"];

/** A key no log, answer or card may hold. */
export const secretKey = "key-canary-93f1";

export function environmentFor(fake: FakeModel): Record<string, string> {
  return {
    ANTHROPIC_API_KEY: secretKey,
    ANTHROPIC_BASE_URL: fake.origin,
    WARRANT_MODEL_API_KEY: secretKey,
    WARRANT_MODEL_BASE_URL: `${fake.origin}/v1`,
  };
}

export function modelSettings(provider: ProviderName, parts: Partial<ModelSettings> = {}): ModelSettings {
  return {
    ...defaultModelSettings,
    provider,
    models: { fast: "small-model", strong: "large-model" },
    prices: { "small-model": { input: 1, output: 5 }, "large-model": { input: 3, output: 15 } },
    ...parts,
  };
}

export function senderFor(fake: FakeModel, provider: ProviderName): Sender {
  const reading = readAccess(modelSettings(provider), environmentFor(fake));
  if (!reading.ok) throw new Error(`No access: ${reading.failure.code}`);
  return sdkSender(reading.access);
}

export interface Waiting extends CardWriting {
  /** Milliseconds that would have been waited. */
  readonly waited: number[];
}

/** How a card is written in a test: nonces count up, chance is a half, waits are written down and not done. */
export function writing(sender: CardWriting["sender"], parts: Partial<CardWriting> = {}): Waiting {
  const waited: number[] = [];
  let drawn = 0;
  let time = 0;
  return {
    sender,
    settings: modelSettings("anthropic"),
    day: noDayBook,
    now: () => {
      time += 7;
      return time;
    },
    wait: async (ms) => {
      waited.push(ms);
    },
    nonce: () => {
      drawn += 1;
      return drawn.toString(16).padStart(32, "f");
    },
    chance: () => 0.5,
    waited,
    ...parts,
  };
}

/** A change with a word of its own in everything an author can write. */
export function describedChange(parts: Partial<DescribedChange> = {}): DescribedChange {
  return {
    repository: "acme/shop",
    number: 7,
    headSha,
    baseSha,
    title: "title-canary",
    body: "body-canary",
    issues: [],
    files: [uploadFile],
    classes: cardClasses,
    floor: floorOf("logic"),
    digests: { facts: "sha256:f", config: "sha256:c", verdict: "sha256:v" },
    attempt: 1,
    ...parts,
  };
}
