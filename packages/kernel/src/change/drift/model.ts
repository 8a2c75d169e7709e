/** @module The trained tables of the drift model. Written by `npm run train-drift`, never by hand. */

import model from "./model.json" with { type: "json" };
import type { DriftModel } from "./score.ts";

export const driftModel: DriftModel = model;
