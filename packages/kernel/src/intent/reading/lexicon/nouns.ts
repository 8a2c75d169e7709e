/** @module Nouns that decide what a removal is about: text inside files, kinds of resources, and everything else. */

/** Things inside files, in the singular. Removing one is an edit. */
export const inFileNouns: ReadonlySet<string> = new Set(
  [
    "import export comment line whitespace space tab newline indentation indent statement log-statement comma semicolon",
    "parameter param argument arg annotation button badge helper todo fixme character char letter word sentence paragraph",
    "heading header footer title subtitle link anchor icon image-tag tooltip menu submenu menu-item item entry bullet",
    "column-header border shadow padding margin gap style stylesheet css class-name selector rule color colour font",
    "animation transition placeholder label-text text copy typo spelling prefix suffix quote bracket parenthesis paren",
    "brace underscore dash hyphen slash dot period apostrophe emoji accent function method class interface type enum",
    "constant variable const var let global prop property attribute field getter setter hook mixin decorator directive",
    "macro template component widget modal dialog popup dropdown checkbox radio input form toolbar sidebar navbar",
    "tab-bar panel card tile banner hero section-title spinner loader skeleton toast snackbar alert notification-dot",
    "warning deprecation lint-warning error-message message-text console.log console debugger print logging log-line",
    "breakpoint assertion assert mock stub fixture test testcase case spec snapshot-test flag option switch default",
    "condition branch-condition if-statement else clause loop callback promise async await try catch wrapper adapter",
    "abstraction layer-of-indirection indirection duplication duplicate boilerplate code dead-code snippet block chunk",
    "call usage reference mention occurrence instance use pattern regex magic-number number literal string key-binding",
    "shortcut hotkey keybinding dependency dependencies package.json script-entry dependency-entry version-pin pin cast",
    "generic overload signature return docstring jsdoc javadoc header-comment license-header copyright footnote endnote",
    "citation bullet-point list-item section chapter caption example sample-code row-number column page-number step",
    "route endpoint handler listener subscription-handler middleware middlewares validator validation check guard",
    "polyfill shim fallback workaround hack feature functionality logic behaviour behavior setting preference toggle",
    "translation locale-string locale emphasis bold italic markup tag-attribute div span element node wrapper-div",
    "separator divider delimiter limit cap throttle delay sleep timeout retry pause animation-delay hover effect",
    "background gradient logo avatar picture illustration thumbnail sound jingle watermark cookie-banner consent-banner",
    "legend axis gridline tick data-label chart-title series trend-line hardcoded path-prefix extension trailing",
    "noise clutter verbosity jargon buzzword adverb adjective superlative exclamation filler redundancy repetition",
    "ambiguity passive inconsistency any eslint-disable pragma ts-ignore suppression directive nolint semicolons",
    "backtick backslash escape html xml json-key key-name yaml-key trailing-comma blank blank-line empty-line spaces",
    "leftover debug-output output debug debug-statement trace-statement deprecated-method deprecation-warning import-line",
    "parens api-call helper-function util utility utils variable-name name naming unused-variable todo-comment tooltips",
    "restriction constraint requirement hint description abstract summary-line intro introduction outro conclusion",
    "screenshot gif video-embed iframe embed embed-code shortcode caching memoization optimisation optimization",
    "singleton inheritance subclass superclass parent-class trait module-import side-effect state props ref effect-hook",
    "race nullcheck null-check null undefined check-box watcher observer emitter polling poll timer interval cron-syntax",
    "tag ternary mark query pixel closure generator iterator facade factory value entity chart keyframe subheading point",
    "abbreviation acronym sample spy redirect cookie mutex alias parenthesis index disable id url typedef namespace-import",
    "blur overlay backdrop scrollbar scroll arrow chevron caret cursor outline focus-ring ring highlight underline",
  ]
    .join(" ")
    .split(" "),
);

/** Names of resource kinds as people say them (singular), and the kind the facts call them. */
export const kindNouns: Readonly<Record<string, string>> = {
  branch: "branch",
  worktree: "worktree",
  stash: "stash",
  tag: "tag",
  commit: "commit",
  repository: "repository",
  repo: "repository",
  job: "job",
  run: "job",
  task: "job",
  build: "job",
  pipeline: "job",
  workflow: "job",
  process: "process",
  pid: "process",
  container: "container",
  pod: "pod",
  image: "image",
  volume: "volume",
  disk: "volume",
  service: "service",
  deployment: "service",
  artifact: "artifact",
  artefact: "artifact",
  cache: "cache",
  package: "package",
  release: "release",
  bucket: "bucket",
  object: "object",
  file: "file",
  folder: "folder",
  directory: "folder",
  dir: "folder",
  path: "file",
  database: "database",
  db: "database",
  table: "table",
  row: "row",
  record: "record",
  schema: "schema",
  backup: "backup",
  snapshot: "snapshot",
  account: "account",
  user: "user",
  tenant: "tenant",
  namespace: "namespace",
  cluster: "cluster",
  node: "node",
  server: "server",
  machine: "machine",
  vm: "machine",
  instance: "machine",
  environment: "environment",
  env: "environment",
  secret: "secret",
  key: "key",
  token: "token",
  credential: "credential",
  issue: "issue",
  ticket: "issue",
  queue: "queue",
  topic: "topic",
  message: "message",
  webhook: "webhook",
  cronjob: "cronjob",
  domain: "domain",
  record_set: "record",
  history: "history",
  subscription: "subscription",
  label: "label",
  notebook: "file",
  document: "file",
  report: "file",
  archive: "archive",
  dataset: "dataset",
  model: "model",
};

/** In-file nouns that are resources too when an owner, a selector or a name binds them. */
export const boundResourceNouns: ReadonlySet<string> = new Set(["tag", "flag", "label", "section"]);

/** What a build makes again: taking all of it away costs nothing. */
export const buildOutputNouns: ReadonlySet<string> = new Set(
  "dist build target out output outputs node_modules artifact artifacts bundle bundles pycache __pycache__ coverage".split(
    " ",
  ),
);

/** Nouns of access: granting, revoking or rotating them changes who may do what. */
export const accessNouns: ReadonlySet<string> = new Set(
  "access role roles key keys token tokens credential credentials secret secrets permission permissions rights right admin password passwords certificate certificates membership privilege privileges".split(
    " ",
  ),
);

/** Objects of sending that are parts of a program, not letters. */
export const protocolNouns: ReadonlySet<string> = new Set(
  "header headers cookie cookies payload param params parameter parameters signal signals response responses event events packet packets status query callback props prop heartbeat ping metric metrics focus state value values".split(
    " ",
  ),
);

/** Things on a screen: scaling or rotating one buys nothing. */
export const visualNouns: ReadonlySet<string> = new Set(
  "image images icon icons font fonts chart charts svg logo picture photo avatar header text heading canvas diagram graph axis margin padding button banner vector thumbnail video layout ui plot figure".split(
    " ",
  ),
);

/** Things of a program that a store's name may stand before: `the database client`. */
export const codeThings: ReadonlySet<string> = new Set(
  "page screen view module library client class script config driver url uri id name list index size count limit policy prefix owner member template rule path port host password user schema type model store lock pool query api dump tool utility monitor dashboard metric doc docs guide readme logo color colour card icon cell border stripe body head foot footer header width height layout".split(
    " ",
  ),
);

/** Machines: wiping one loses what is on it. */
export const machineNouns: ReadonlySet<string> = new Set(
  "server cluster machine vm host laptop device phone environment".split(" "),
);
/** Verbs that leave nothing of a machine. */
export const wipingVerbs: ReadonlySet<string> = new Set([
  "wipe",
  "erase",
  "nuke",
  "destroy",
  "tear down",
  "obliterate",
  "wipe out",
  "shred",
]);

/** Adjectives of program text: what is called so is edited, unless it is data or a kind of resource. */
export const codeAdjectives: ReadonlySet<string> = new Set(
  "commented hardcoded inline nested circular stray trailing leading barrel html css jsx tsx svg lint eslint ts aria meta og br vendor relative absolute implicit explicit redundant duplicate legacy deprecated".split(
    " ",
  ),
);
