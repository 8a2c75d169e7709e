/** @module The colours of a page for people; each may be plain. */

type Formatter = (text: string) => string;

export interface Colours {
  readonly bold: Formatter;
  readonly dim: Formatter;
}
