/** @module What asks models: the card of a change, the provider behind it, budgets, recordings. */

export { type Access, type AccessReading, readAccess } from "./access.ts";
export { ask, type Question, type Reply } from "./ask.ts";
export { type Classifying, classifyRequest } from "./classify-request.ts";
export { type Recording, recorded, replayed } from "./replay.ts";
export { type AlignmentReview, reviewAlignment } from "./review-alignment.ts";
export { sdkSender } from "./sdk-sender.ts";
export type { Sender } from "./sender.ts";
export { type Amount, defaultModelSettings, type ModelSettings, type Price } from "./settings.ts";
export { type Cost, type DayBook, noDayBook, type Reservation } from "./spend.ts";
export { type CardWriting, type DescribedChange, writeCard } from "./write-card.ts";
