/** @module Limits of a facts document, apart from its schema, so that a collector can start without loading that. */

/** Characters of a body that are read; GitHub itself stores at most this many. */
export const maximumBodyLength = 65_536;
/** UTF-8 bytes of patch kept for one file and for the whole change. Past them the patch counts as not seen. */
export const maximumPatchBytes = 1024 * 1024;
export const maximumChangePatchBytes = 20 * 1024 * 1024;
