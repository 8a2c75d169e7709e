/** @module An answer of the platform that says no. */

export class PlatformError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly errors: readonly unknown[] | undefined;

  constructor(
    status: number,
    message: string,
    more: { readonly headers?: Readonly<Record<string, string>>; readonly errors?: readonly unknown[] } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = more.headers ?? {};
    this.errors = more.errors;
  }

  /** The body as the platform writes it. */
  get body(): Record<string, unknown> {
    return {
      message: this.message,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      documentation_url: "https://docs.github.com/rest",
      status: String(this.status),
    };
  }
}

export function notFound(): PlatformError {
  return new PlatformError(404, "Not Found");
}
