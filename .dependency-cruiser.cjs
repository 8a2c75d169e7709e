/** The layers of the house: a package may import only what its verb needs, a kernel room only rooms below it. */
const kernelRooms = ["text", "paths", "intent", "policy", "change", "action", "claim", "commitment", "render", "card"];
const layers = {
  kernel: [],
  sources: ["kernel"],
  github: ["kernel", "sources"],
  ledger: ["kernel"],
  hosts: ["kernel"],
  models: ["kernel"],
  cli: ["kernel", "sources", "github", "ledger", "hosts", "models"],
  action: ["kernel", "sources", "github", "models"],
};

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "Types may name each other; code that runs may not need itself.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: { orphan: true, pathNot: "\\.(test|config)\\.ts$|index\\.ts$|^scripts/|/bin/" },
      to: {},
    },
    {
      name: "kernel-is-pure",
      comment: "The kernel decides; it reads no file, no clock, no network. Only hashing is taken from Node.",
      severity: "error",
      from: { path: "^packages/kernel/src", pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    },
    ...Object.entries(layers).map(([name, allowed]) => ({
      name: `layer-${name}`,
      severity: "error",
      from: { path: `^packages/${name}/src` },
      to: { path: "^packages/([^/]+)/", pathNot: `^packages/(${[name, ...allowed].join("|")})/` },
    })),
    ...kernelRooms.map((room, floor) => ({
      name: `room-${room}`,
      comment: "A room of the kernel stands on the rooms below it only.",
      severity: "error",
      from: { path: `^packages/kernel/src/${room}/`, pathNot: "\\.test\\.ts$" },
      to: { path: `^packages/kernel/src/(${kernelRooms.slice(floor + 1).join("|") || "none-above"})/` },
    })),
    {
      name: "one-client",
      comment: "Every request to GitHub is made in one place; Octokit is imported there and nowhere else.",
      severity: "error",
      from: { path: "^packages/[^/]+/src/", pathNot: "^packages/github/src/(send|tokens)\\.ts$|\\.test\\.ts$" },
      to: { path: "node_modules/@octokit/" },
    },
    {
      name: "not-to-test",
      severity: "error",
      from: { pathNot: "\\.test\\.ts$|^testing/" },
      to: { path: "\\.test\\.ts$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // What is built from the sources is theirs.
    exclude: { path: "/dist/" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      conditionNames: ["warrant-source", "import", "require", "node", "default", "types"],
      exportsFields: ["exports"],
    },
  },
};
