#!/usr/bin/env node
// The `foyer` command. Plain JavaScript, so that an old Node can get as far as finding a new one.
import { launch } from "./setup.mjs";

await launch("cli/main.ts", process.argv.slice(2));
