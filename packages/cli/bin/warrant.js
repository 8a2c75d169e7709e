#!/usr/bin/env node
// Only syntax that old Nodes read stands here, so that they give a sentence, not a stack trace.
var version = process.versions.node.split(".").map(Number);
var isOld = version[0] < 22 || (version[0] === 22 && version[1] < 12);
void import(isOld ? "./older-node.js" : "./start.js");
