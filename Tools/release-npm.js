#!/usr/bin/env node
"use strict";
// Starts the program of the package for this system, which npm installed beside this one.
const path = require("path");
const { spawnSync } = require("child_process");

const name = `hybrid-cli-${process.platform}-${process.arch}`;
let folder;
try {
  folder = path.dirname(require.resolve(`${name}/package.json`));
} catch {
  console.error(`hybrid: the npm package ${name} is not installed`);
  console.error(
    process.platform === "linux"
      ? "help: install it beside hybrid-cli; npm leaves it out with --omit=optional"
      : "help: there is no program for this system; build it from source");
  process.exit(69);
}
const run = spawnSync(path.join(folder, "bin", "hybrid"), process.argv.slice(2), { stdio: "inherit" });
if (run.error) {
  console.error(`hybrid: ${run.error.message}`);
  process.exit(70);
}
if (run.signal) process.kill(process.pid, run.signal);
// The system's loader ends with 1 before the program starts.
if (run.status === 1 && process.platform === "linux") {
  const { header } = process.report ? process.report.getReport() : { header: {} };
  const [major, minor] = (header.glibcVersionRuntime || "0.0").split(".").map(Number);
  const [oldestMajor, oldestMinor] = "GLIBC_VERSION".split(".").map(Number);
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    console.error("hybrid: this system's C library is too old; glibc GLIBC_VERSION or later is needed");
  }
}
process.exit(run.status);
