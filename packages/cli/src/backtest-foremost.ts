/** @module The first so many entries of an order, out of any number, in memory that does not grow with them. */

/** `compare` orders the entries, the first to keep first. */
export class Foremost<Entry> {
  readonly #compare: (left: Entry, right: Entry) => number;
  readonly #most: number;
  #entries: Entry[] = [];

  constructor(most: number, compare: (left: Entry, right: Entry) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    // Sorting only now and then keeps adding cheap; what falls out could never come back.
    if (this.#entries.length >= this.#most * 4) this.#entries = this.finish();
  }

  finish(): Entry[] {
    return this.#entries.toSorted(this.#compare).slice(0, this.#most);
  }
}
