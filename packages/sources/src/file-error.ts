/** @module A local file that could not be read or written, said with its path and what to do. */

/** Its message is for a person: what was tried, what came back, what to do. */
export class FileError extends Error {
  readonly path: string;

  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "FileError";
    this.path = path;
  }
}
