import { withoutEndSlashes } from "../server/lib/base-url.ts";
import { buildApp } from "../server/app.ts";
import { type Environment, readConfig } from "../server/config.ts";
import { openDatabase } from "../server/db/database.ts";
import { describeInterface } from "../server/description.ts";
import { contextFor } from "./act.ts";
import { type Command, EXIT, wrongUsage } from "./command.ts";
import { printJson } from "./output.ts";

const NO_SETTINGS: Environment = {};

/** The base URL: with or without its `/api`, as people have it at hand. */
const serverOf = (text: string | undefined): string => {
  if (text === undefined) return `${readConfig().publicUrl}/api`;
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) throw wrongUsage("--server must be an http(s) URL.");
  return `${withoutEndSlashes(text).replace(/\/api$/, "")}/api`;
};

export const printOpenApi: Command = {
  operands: [],
  about: [
    "Prints the OpenAPI 3.1 document of the interface, as the service serves it at /api/openapi.json. Needs neither a database nor a running service.",
  ],
  options: { server: { value: "URL", about: "the address of the service; PUBLIC_URL when left out" } },
  examples: ["node bin/foyer.mjs openapi --server https://visitors.example.org >openapi.json"],
  run: async (given) => {
    const server = serverOf(given.text("server"));
    // A pool connects when it is asked to, and nobody asks.
    const db = openDatabase({ prepare: false, onError: () => undefined });
    const { app, endpoints } = buildApp(await contextFor(readConfig(NO_SETTINGS), db));
    await app.ready();
    printJson(describeInterface(endpoints, server));
    await app.close();
    return EXIT.done;
  },
};
