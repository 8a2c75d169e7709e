/** @module The log of a run: lines and workflow commands, in which text from outside stays text. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { cleanText } from "@warrant/kernel/text/clean";

/** Characters of one message; the step summary has room for more. */
const longestMessage = 4000;

/** The message of a command: the runner unescapes these three, so that nothing in it ends the line. */
export function escapeMessage(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function shown(text: string): string {
  const cut = text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
  return cleanText(cut, { lineBreaks: "keep" });
}

export class Log {
  readonly #write: (text: string) => void;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  #command(name: string, message: string): void {
    this.#write(`::${name}::${escapeMessage(message)}\n`);
  }

  /** A line for whoever reads the log. */
  line(text: string): void {
    this.#write(withoutCommands(`${shown(text)}\n`));
  }

  /** Shown on the page of the run, too. */
  notice(text: string): void {
    this.#command("notice title=Warrant", shown(text));
  }

  warning(text: string): void {
    this.#command("warning title=Warrant", shown(text));
  }

  error(text: string): void {
    this.#command("error title=Warrant", shown(text));
  }

  /** Shown when a run is repeated with debug logging. */
  debug(text: string): void {
    this.#command("debug", shown(text));
  }

  /** From here on the runner replaces the value wherever it is printed. A line of it may be printed alone. */
  mask(secret: string): void {
    for (const line of new Set([secret, ...secret.split(/[\r\n]+/)]))
      if (line.trim() !== "") this.#command("add-mask", line);
  }
}
