#!/usr/bin/env node
// Only syntax that old Nodes read stands here, so that they give a sentence, not a stack trace.
var version = process.versions.node.split(".").map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 12)) {
  process.stderr.write(
    "warrant needs Node 22.12 or newer; this is Node " +
      process.versions.node +
      ". Install a current Node and try again.\n",
  );
  process.exitCode = 2;
} else {
  void import("./start.js");
}
