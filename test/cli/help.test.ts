import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { readArguments } from "../../cli/lib/arguments.ts";
import { EXIT, Failure } from "../../cli/lib/command.ts";
import { commands } from "../../cli/commands.ts";
import { commandHelp } from "../../cli/help.ts";
import { didYouMean } from "../../cli/lib/did-you-mean.ts";
import { foyer, PROJECT } from "./foyer.ts";

describe("foyer --help", () => {
  it("0: without a command prints every command, on standard output", async () => {
    const { code, stdout, stderr } = await foyer([]);
    assert.equal(code, 0);
    assert.equal(stderr, "");
    for (const { name } of commands) assert.match(stdout, new RegExp(`^  ${name} `, "m"));
    assert.match(stdout, /0 success, 1 failure, 2 incorrect usage, 3 not found/);
  });

  it("0: help COMMAND and COMMAND --help are the same, and run nothing", async () => {
    const [first, second] = await Promise.all([
      foyer(["help", "key", "create"]),
      foyer(["key", "create", "--help", "--nonsense"]),
    ]);
    assert.equal(first.code, 0);
    assert.match(first.stdout, /^Usage: node bin\/foyer\.mjs key create NAME --location LOCATION \[options\]\n/);
    assert.deepEqual(second, first);
  });

  it("0: every help fits 80 columns and shows an example of its own", async () => {
    for (const entry of commands) {
      const { command } = await entry.load();
      const help = commandHelp(entry.name, command);
      for (const line of help.split("\n")) assert.ok(line.length <= 80, `${entry.name}: ${line}`);
      assert.match(help, new RegExp(`Examples?:\\n(.*\\n)*.*node bin/foyer.mjs ${entry.name}`));
    }
  });

  it("0: --version prints the version of package.json", async () => {
    const { version } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
    const { code, stdout } = await foyer(["--version"]);
    assert.equal(code, 0);
    assert.equal(stdout, `${version}\n`);
  });

  it("0: is not coloured where no terminal is", async () => {
    const { stdout } = await foyer(["help"], { env: { TERM: "xterm-256color" } });
    assert.ok(!stdout.includes("\u001b"));
  });
});

/** What a command says of these arguments. In this process: starting one for each would take longer than all the rest. */
const refusalOf = async (args: readonly string[]): Promise<unknown> => {
  const entry = commands.find(({ name }) => args.join(" ").startsWith(name));
  assert.ok(entry !== undefined, args.join(" "));
  const { command } = await entry.load();
  try {
    await command.run(readArguments(command, args.slice(entry.name.split(" ").length)));
  } catch (error) {
    return error;
  }
};

describe("foyer, used wrongly", () => {
  const unknown: [args: string[], words: RegExp][] = [
    [["usr", "list"], /Unknown command "usr"\. Did you mean "user list"\?/],
    [["strat"], /Unknown command "strat"\. Did you mean "start"\?/],
    [["user", "ad"], /Unknown command "user ad"\. Did you mean "user add"\?/],
    [["user"], /node bin\/foyer\.mjs user COMMAND/],
    [["--json"], /Put options after the command/],
    [["user", "list", "--jsn"], /Unknown option --jsn\. Did you mean "--json"\?/],
  ];

  it("2: an unknown command or option is named on standard error, with the nearest and where help is", async () => {
    for (const [args, words] of unknown) {
      const { code, stdout, stderr } = await foyer(args);
      assert.deepEqual([code, stdout], [2, ""], args.join(" "));
      assert.match(stderr, words);
      assert.match(stderr, /node bin\/foyer\.mjs .*--help/);
    }
  });

  const wrong: [args: string[], words: RegExp][] = [
    [["user", "list", "--json=yes"], /--json doesn't take a value/],
    [["user", "add"], /EMAIL is missing/],
    [["user", "add", "a@example.org", "b@example.org"], /Unexpected argument "b@example\.org"/],
    [["user", "add", "nobody"], /"email" must be an e-?mail address/],
    [
      ["user", "add", "a@example.org", "--role", "globaladmin"],
      /--role must be one of .* Did you mean "global_admin"\?/,
    ],
    [["user", "add", "a@example.org", "--role"], /--role needs a value: --role ROLE/],
    [["user", "add", "a@example.org", "--role", "employee"], /at least one --location/],
    [["user", "add", "a@example.org", "--role", "employee", "--role", "employee"], /--role can only be given once/],
    [["key", "create", "K"], /--location LOCATION is missing/],
    [["key", "create", " ", "--location", "all"], /"name" must be a name/],
    [["key", "create", "K", "--location", "all", "--expiry", "2d"], /--expiry must be one of never, 30d, 90d, 1y/],
    [["key", "create", "K", "--location", "all", "--ip", "10.0.0.0/40"], /--ip must be .*"10\.0\.0\.0\/40" is neither/],
    [["location", "add", "X", "--timezone", "Europe/Brussel"], /Did you mean "Europe\/Brussels"\?/],
    [["unblock", "example.org"], /"example\.org" isn't an IP address/],
    [["openapi", "--server", "visitors"], /--server must be an http\(s\) URL/],
  ];

  it("2: what is missing or can't be is named, before anything is done", async () => {
    for (const [args, words] of wrong) {
      const error = await refusalOf(args);
      assert.ok(error instanceof Failure, `${args.join(" ")}: ${String(error)}`);
      assert.equal(error.code, EXIT.usage);
      assert.match(error.message, words);
    }
  });

  it("suggests nothing that is far away", () => {
    assert.equal(didYouMean("frobnicate", ["start", "seed", "doctor"]), "");
  });
});

describe("foyer, when the service's database can't be used", () => {
  it("1: settings are explained, all at once", async () => {
    const { code, stderr } = await foyer(["user", "list"], { env: { PORT: "x", DATABASE_URL: "mysql://db/foyer" } });
    assert.equal(code, 1);
    assert.match(stderr, /PORT must be.*\n.*DATABASE_URL must be/);
  });

  it("1: a database that does not answer is explained, without its password and without a stack", async () => {
    const env = { DATABASE_URL: "postgres://foyer:geheim@127.0.0.1:1/foyer" };
    const { code, stdout, stderr } = await foyer(["user", "list"], { env });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /connect to the database at DATABASE_URL: .* \(ECONNREFUSED\)/);
    assert.doesNotMatch(stderr, /geheim|    at /);
  });

  it("1: in a folder without data it says so, and makes none", async () => {
    const { code, stderr } = await foyer(["key", "list"], { env: { DATA_DIR: "/nonexistent/here" } });
    assert.equal(code, 1);
    assert.match(stderr, /There's no database in \/nonexistent\/here yet/);
  });
});
