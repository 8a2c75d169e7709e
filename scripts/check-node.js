// Runs before every script of the workspace: an unsupported Node gets one sentence instead of a stack trace.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `Warrant needs Node 22.12 or newer; this is Node ${process.versions.node}. Run npm ci on Linux x64 (it brings Node 24) or install a current Node.\n`,
  );
  process.exitCode = 2;
}
