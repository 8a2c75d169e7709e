/** @module Property tests while mutants are tried: fewer runs, always the same ones, and no search for a smaller example. */

import { configureGlobal } from "fast-check";

configureGlobal({ numRuns: 20, seed: 1, endOnFailure: true });
