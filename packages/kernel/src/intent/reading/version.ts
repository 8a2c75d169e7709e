/**
 * @module The version of the reading. Whoever changes a table, a constant or a joint raises it: a test holds it to the
 * digest of everything words are read by, so that stored readings keep saying what made them.
 */

export const resolverVersion = 1;
