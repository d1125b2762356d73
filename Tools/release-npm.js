#!/usr/bin/env node
"use strict";
// Starts the program of the package for this system, which npm installed beside this one.
const path = require("path");
const { spawn } = require("child_process");

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

// The C library's loader ends with 1 before the program starts.
function reportOldLibrary() {
  const { header } = process.report ? process.report.getReport() : { header: {} };
  const [major, minor] = (header.glibcVersionRuntime || "0.0").split(".").map(Number);
  const [oldestMajor, oldestMinor] = "GLIBC_VERSION".split(".").map(Number);
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    console.error("hybrid: this system's C library is too old; glibc GLIBC_VERSION or later is needed");
  }
}

// Without these, a signal to this process would leave the program running.
const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];
for (const signal of passedOn) process.on(signal, () => child.kill(signal));
const child = spawn(path.join(folder, "bin", "hybrid"), process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`hybrid: ${error.message}`);
  process.exit(70);
});
child.on("exit", (status, signal) => {
  if (signal) {
    // Ends by the same signal, so that shells and process managers see it.
    for (const name of passedOn) process.removeAllListeners(name);
    process.kill(process.pid, signal);
    return;
  }
  if (status === 1 && process.platform === "linux") reportOldLibrary();
  process.exit(status);
});
