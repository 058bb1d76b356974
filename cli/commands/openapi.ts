import { withoutTrailingSlashes } from "../../server/platform/lib/net/base-url.ts";
import { buildApp } from "../../server/app.ts";
import { readConfig } from "../../server/platform/config/config.ts";
import type { Environment } from "../../server/platform/config/reader.ts";
import { openDatabase } from "../../server/platform/db/database.ts";
import { describeInterface } from "../../server/areas/reference/description.ts";
import { contextFor } from "../lib/request-context.ts";
import { type Command, EXIT, wrongUsage } from "../lib/command.ts";
import { printJson } from "../lib/output.ts";

const NO_SETTINGS: Environment = {};

/** The base URL: with or without its `/api`. */
const serverOf = (text: string | undefined): string => {
  if (text === undefined) return `${readConfig().publicUrl}/api`;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) throw wrongUsage("--server must be an http(s) URL.");
  return `${withoutTrailingSlashes(text).replace(/\/api$/, "")}/api`;
};

export const command: Command = {
  operands: [],
  about: [
    "Prints the OpenAPI 3.1 description of the API, the same as /api/openapi.json. You don't need a database or a running server.",
  ],
  options: { server: { value: "URL", about: "the server's address (default: PUBLIC_URL)" } },
  examples: ["node bin/foyer.mjs openapi --server https://visitors.example.org >openapi.json"],
  run: async (given) => {
    const server = serverOf(given.text("server"));
    // A pool connects at its first query, and none is sent.
    const db = openDatabase({ prepare: false, onError: () => undefined });
    const { app, endpoints } = buildApp(contextFor(readConfig(NO_SETTINGS), db));
    await app.ready();
    printJson(describeInterface(endpoints, server));
    await app.close();
    return EXIT.done;
  },
};
