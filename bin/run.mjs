#!/usr/bin/env node
// Runs any script of the project on the right Node: node bin/run.mjs test/run.ts [arguments]
import { launch } from "./setup.mjs";

const [script, ...args] = process.argv.slice(2);
if (script === undefined) {
  console.error("Usage: node bin/run.mjs SCRIPT.ts [arguments]");
  process.exit(2);
}
await launch(script, args);
