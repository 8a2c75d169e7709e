/** @module Trailers of a commit message or description (change gate, section 4.3). */

export interface Trailer {
  key: string;
  value: string;
}

export function readTrailers(_text: string): Trailer[] {
  return [];
}
