/** @module The `runtime` section of a new `warrant.yaml`, all of it switched off: what it does and its defaults. */

import { key, type Section, section } from "./init-section.ts";

/** A repository's file may only make these narrower than a person's own. */
export const runtime: Section = section(
  "runtime",
  ["What agents may do in a session here. It only narrows what each person's own file allows."],
  key("enabled", "true", "false: no request is read; only what is configured holds."),
  key("posture", '"on"', "off: requests are read and shown, and narrow nothing."),
  key("autonomy", "assisted", "manual, assisted, delegated or autonomous."),
  key("approval", "auto-approve", "Without a request: ask, approve-safe or auto-approve."),
  key("permission", "workspace-write", "read-only, workspace-write or full-access."),
  key("accept_confidence", "0.75", "From which certainty a reading opens work, 0 to 1."),
  key("provisional_confidence", "0.45", "Below which certainty a part of a request counts as unread."),
  key("escalate", "none", "Which model may be asked about an unsure reading: none, local or cloud."),
  key("classify_model", "some-model", "Its name. Only a person's own file may set it."),
  key("max_classify_usd", "0.01", "What one question to it may cost."),
  key("classify_timeout_seconds", "10", "How long it may take."),
  key("require_bound_issue", "false", "true: sessions that are bound to no issue have the safest policy."),
  key("protected_names", "[]", "Names and patterns whose removal always asks, beside main, release/* and the like."),
  key("offer_by_domain", "true", "Offer first the tools a request is about."),
  key("modality_hints", "[{ modality: image, name_contains: [vision] }]", "How models that take images are known."),
  section("subagents", [], key("max_depth", "5", "How deep agents may start agents; 0: not at all.")),
  section(
    "envelope",
    [],
    key("default_hours", "24", "How long a grant lasts that says nothing."),
    key("max_hours", "720", "How long one may last."),
  ),
  section(
    "approvals",
    [],
    key("live_minutes", "15", "How long the yes at a prompt may be spent."),
    key("parked_hours", "24", "How long the yes to a question of the inbox may be spent."),
    key("ask_hours", "72", "How long a question waits."),
    key("second_person", "false", "true: whoever asked for the work may not approve its steps."),
  ),
  section(
    "commitment",
    [],
    key("enabled", "true", "Whether requests open work that outlives a session."),
    key("lifetime_budget_usd", "unlimited", "What one may spend."),
    key("stall_limit", "3", "Sessions without progress before it is held back."),
    key("review_every_hours", "168", "When a person should look at it again; no default."),
    key("default_ttl_days", "90", "When it ends by itself; no default."),
  ),
  section("ledger", [], key("url", "postgres://host/warrant", "A database. Only a person's own file may set it.")),
);
