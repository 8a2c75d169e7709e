/** @module The version of the Action, the same as its package's. */

export const version = "0.1.0";
