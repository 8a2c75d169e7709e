/**
 * @module The known identities (change gate, section 4.4): which accounts, addresses, names, signatures and branches are whose.
 *
 * Data only. Logins are normalised, addresses and names folded; every entry is exact unless a `*` is written.
 * `rulesVersion` is raised with every change here.
 */

export type IdentityKind = "agent" | "review_bot" | "dependency_bot" | "automation_bot";

/** A display name that identifies, alone or only together with an address. `prefix`: the name may go on after a word end. */
export interface NameRule {
  readonly name: string;
  readonly prefix?: true;
  /** `local@domain`, `*@domain`, `*@*.domain` or `local@*`. */
  readonly address?: string;
}

/**
 * What a tool calls itself in "Generated with …". A `distinct` phrase can be nothing else; a `word` is also a given name
 * or an English word, so it counts only where the clause ends after it.
 */
export interface ToolPhrase {
  readonly phrase: string;
  readonly as: "distinct" | "word";
}

/** A line that is a signature: it starts with the phrase (`clause`: and the clause ends there), or it is a link below the address. */
export type SignatureRule = { readonly line: string; readonly clause?: true } | { readonly link: string };

/** A trailer key only one harness writes. With `value`: only when the value is that word. */
export interface HarnessTrailer {
  readonly key: string;
  readonly value?: string;
}

/** The head branch a harness generates: its prefix, then a rest that starts with digits or ends in a generated word. */
export type BranchShape =
  | { readonly prefix: string; readonly rest: "anything" }
  | { readonly prefix: string; readonly rest: "digits-first"; readonly digits: number }
  | {
      readonly prefix: string;
      readonly rest: "word-last";
      readonly least: number;
      readonly most: number;
      readonly hex?: true;
    };

export interface KnownIdentity {
  readonly name: string;
  readonly kind: IdentityKind;
  /** Accounts whatever their kind. */
  readonly logins?: readonly string[];
  /** Accounts only when they are of kind bot, or of a kind nobody knows (law 3). */
  readonly botLogins?: readonly string[];
  readonly ids?: readonly number[];
  readonly addresses?: readonly string[];
  /** What follows the `+` of a person's own address when a tool commits for them. */
  readonly tags?: readonly string[];
  readonly names?: readonly NameRule[];
  readonly tools?: readonly ToolPhrase[];
  readonly signatures?: readonly SignatureRule[];
  readonly trailers?: readonly HarnessTrailer[];
  readonly branch?: BranchShape;
}

/** The one login three different accounts share; only an id tells them apart. */
export const sharedLogin = "copilot";
export const copilotAgentLogin = "copilot-swe-agent";
export const copilotAgentId = 198982749;

function distinct(...phrases: readonly string[]): ToolPhrase[] {
  return phrases.map((phrase) => ({ phrase, as: "distinct" }));
}

function word(...phrases: readonly string[]): ToolPhrase[] {
  return phrases.map((phrase) => ({ phrase, as: "word" }));
}

function others(kind: IdentityKind, ...logins: readonly string[]): KnownIdentity[] {
  return logins.map((login) => ({ name: login.replaceAll("*", "").replace(/^-/, ""), kind, logins: [login] }));
}

const agents: readonly KnownIdentity[] = [
  {
    name: "copilot-swe-agent",
    kind: "agent",
    logins: ["copilot-swe-agent"],
    ids: [copilotAgentId],
    signatures: [{ line: "<!-- start copilot coding agent" }, { line: "start copilot coding agent" }],
    trailers: [{ key: "agent-logs-url" }],
    branch: { prefix: "copilot/", rest: "anything" },
  },
  {
    name: "copilot",
    kind: "agent",
    logins: ["copilot"],
    ids: [223556219],
    addresses: ["copilot@github.com"],
    tags: ["github-copilot"],
    names: [
      { name: "github copilot", prefix: true },
      { name: "copilot", address: "*@github.com" },
    ],
    tools: [...distinct("github copilot"), ...word("copilot")],
    trailers: [{ key: "copilot-session" }],
  },
  {
    name: "claude",
    kind: "agent",
    logins: ["claude", "*claude-code-action-bot"],
    ids: [209825114],
    addresses: ["noreply@anthropic.com"],
    tags: ["claude-code"],
    tools: [...distinct("claude code"), ...word("claude")],
    signatures: [{ link: "claude.ai/code/session_" }],
    trailers: [{ key: "claude-session" }, { key: "claude-generated-by" }],
    branch: { prefix: "claude/", rest: "word-last", least: 5, most: Number.POSITIVE_INFINITY },
  },
  {
    name: "devin",
    kind: "agent",
    logins: ["devin-ai-integration"],
    ids: [158243242],
    names: [
      { name: "devin ai", address: "*@cognition.ai" },
      { name: "bot_apk", address: "*@cognition.ai" },
    ],
    tools: [...distinct("devin ai"), ...word("devin")],
    signatures: [{ link: "app.devin.ai/sessions/" }],
    branch: { prefix: "devin/", rest: "digits-first", digits: 10 },
  },
  {
    name: "cursor",
    kind: "agent",
    logins: ["cursor", "cursoragent"],
    ids: [206951365],
    addresses: ["cursoragent@cursor.com", "noreply@cursor.com"],
    names: [{ name: "cursor", prefix: true, address: "cursor@*" }],
    tools: [...distinct("cursor agent"), ...word("cursor")],
    signatures: [
      { line: "made with cursor", clause: true },
      { link: "cursor.com/agents" },
      { link: "cursor.com/background-agent" },
    ],
    trailers: [{ key: "made-with", value: "cursor" }],
    branch: { prefix: "cursor/", rest: "word-last", least: 4, most: 4, hex: true },
  },
  {
    name: "jules",
    kind: "agent",
    logins: ["google-labs-jules"],
    ids: [161369871],
    signatures: [
      { line: "pr created automatically by jules", clause: true },
      { line: "pr created automatically by jules for task" },
    ],
  },
  {
    name: "codex",
    kind: "agent",
    logins: ["chatgpt-codex-connector"],
    botLogins: ["codex"],
    addresses: ["noreply@openai.com", "codex@openai.com"],
    tools: [...distinct("openai codex", "codex cli", "chatgpt codex"), ...word("codex")],
    signatures: [{ link: "chatgpt.com/codex/" }],
    branch: { prefix: "codex/", rest: "anything" },
  },
  {
    name: "openhands",
    kind: "agent",
    logins: ["openhands-agent", "openhands"],
    addresses: ["openhands@all-hands.dev"],
    names: [{ name: "openhands", prefix: true, address: "contact@all-hands.dev" }],
    tools: distinct("openhands"),
  },
  {
    name: "gemini-cli",
    kind: "agent",
    botLogins: ["gemini-cli"],
    names: [{ name: "gemini cli" }],
    tools: [...distinct("gemini cli"), ...word("gemini")],
  },
  {
    name: "roo",
    kind: "agent",
    logins: ["roomote", "roomote-v0"],
    ids: [219738659],
    addresses: ["roomote@roocode.com"],
    tools: distinct("roo code"),
    signatures: [{ line: "view task on roo code cloud" }],
  },
  {
    name: "continue",
    kind: "agent",
    botLogins: ["continue"],
    addresses: ["noreply@continue.dev", "agent@continue.dev"],
    tools: word("continue"),
  },
  {
    name: "mux",
    kind: "agent",
    logins: ["mux-bot"],
    botLogins: ["mux"],
    names: [{ name: "mux", address: "noreply@coder.com" }],
    tools: word("mux", "cmux"),
  },
  {
    name: "kubestellar-hive",
    kind: "agent",
    logins: ["kubestellar-hive"],
    addresses: ["*@hive.kubestellar.io", "hive-bot@kubestellar.io", "*@*.hive"],
    names: [{ name: "scanner bot", address: "*@kubestellar.io" }],
  },
  {
    name: "sentry-seer",
    kind: "agent",
    logins: ["seer-by-sentry", "sentry-autofix", "sentry-junior", "fix-it-felix-sentry"],
    signatures: [{ line: "this fix was generated by seer" }],
  },
  {
    name: "opencode",
    kind: "agent",
    logins: ["opencode-agent"],
    addresses: ["noreply@opencode.ai"],
    tools: distinct("opencode"),
  },
  { name: "amp", kind: "agent", addresses: ["amp@ampcode.com"], trailers: [{ key: "amp-thread-id" }] },
];

/** The "others" of the table: agents that have an account of their own and nothing else worth a row. */
const otherAgents: readonly KnownIdentity[] = [
  { name: "bonk", kind: "agent", logins: ["ask-bonk"] },
  { name: "aider", kind: "agent", botLogins: ["aider"], addresses: ["noreply@aider.chat", "aider@aider.chat"] },
  { name: "junie", kind: "agent", addresses: ["junie@jetbrains.com"] },
  { name: "warp", kind: "agent", addresses: ["agent@warp.dev"] },
  ...others(
    "agent",
    "ai-sdk-factory",
    "open-swe",
    "blink-so",
    "codeflash-ai",
    "pullfrog",
    "pydanty",
    "cline-cloud",
    "cline-agent",
    "sweep-ai",
    "lovable-dev",
    "v0",
    "agent-think",
    "factory-droid",
    "marvin-context-protocol",
    "openharness",
  ),
];

const reviewBots: readonly KnownIdentity[] = [
  { name: "copilot-review", kind: "review_bot", logins: ["copilot-pull-request-reviewer"], ids: [175728472] },
  ...others(
    "review_bot",
    "coderabbitai",
    "greptile-apps",
    "cubic-dev-ai",
    "qodo-merge*",
    "gemini-code-assist",
    "github-advanced-security",
    "github-code-quality",
    "ellipsis-dev",
    "graphite-app",
    "korbit-ai",
  ),
];

const dependencyBots: readonly KnownIdentity[] = [
  {
    name: "renovate",
    kind: "dependency_bot",
    logins: ["renovate", "*-renovate", "renovate-bot"],
    tools: distinct("mend renovate", "renovate bot"),
  },
  ...others(
    "dependency_bot",
    "dependabot",
    "dotnet-maestro",
    "snyk-bot",
    "depfu",
    "pyup-bot",
    "greenkeeper",
    "mend-for-github-com",
  ),
];

const automationBots: readonly KnownIdentity[] = [
  { name: "github-actions", kind: "automation_bot", logins: ["github-actions"], tools: distinct("github actions") },
  { name: "release-please", kind: "automation_bot", botLogins: ["release-please"], tools: distinct("release please") },
  ...others("automation_bot", "github-merge-queue"),
];

/** Commits through the web page are committed by this account, whoever made them: as a committer it says nothing. */
export const webCommitter = "web-flow";

export const otherAgentNames: readonly string[] = otherAgents.map((row) => row.name);

/** Every row. Where one person matches several, agents win, then the order here. */
export const identityTable: readonly KnownIdentity[] = [
  ...agents,
  ...otherAgents,
  ...reviewBots,
  ...dependencyBots,
  ...automationBots,
];

/** What a line of automation begins with when it names no agent. */
export const automationLine: KnownIdentity = { name: "automation", kind: "automation_bot" };
