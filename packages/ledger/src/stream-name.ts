/** @module Names of streams: the family, which says whose rules hold, and the id within it. */

const written = /^(?<family>[a-z]{1,40})\/(?<id>[A-Za-z0-9][A-Za-z0-9._:@-]{0,199})$/;

/** `commitment/0197a2f1-…`. */
export type StreamName<Family extends string = string> = `${Family}/${string}`;

/** The family of a stream, or undefined when the text names none. */
export function familyOf(stream: string): string | undefined {
  return written.exec(stream)?.groups?.["family"];
}
