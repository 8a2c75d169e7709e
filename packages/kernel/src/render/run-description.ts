/** @module What a rendering needs to know about a run that the verdict, by law 6, does not say. */

export interface RunDescription {
  readonly enforced: boolean;
  /** Where the configuration came from, in words: "defaults", "warrant.yaml at 1a2b3c4", "policy.yaml (not the base's)". */
  readonly configuration_origin: string;
  readonly title: string;
  readonly author: string | null;
  /** What was taken for granted, each a short clause: "acme/shop#12 is open". */
  readonly assumed: readonly string[];
}
