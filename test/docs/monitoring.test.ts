import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { startTicks } from "../../server/ticks.ts";
import { until } from "../support/run/process.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";

const PROJECT = join(import.meta.dirname, "../..");
const textOf = (path: string): Promise<string> => readFile(join(PROJECT, path), "utf8");

type Target = { expr: string };
type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: Record<"x" | "y" | "w" | "h", number>;
  targets?: Target[];
};
type Dashboard = { __inputs: { type: string; name: string }[]; panels: Panel[] };

let world: World;
/** The metrics of a service that has done some of everything. */
let told: Set<string>;
let labels: Map<string, Set<string>>;
let docs: string;
let dashboard: Dashboard;
let alerts: string;

const metricsIn = (text: string): Set<string> =>
  new Set([...text.matchAll(/\b(?:foyer|process|nodejs)_[a-z0-9_]+/g)].map(([name]) => name));
/** A histogram is three names in a query. */
const base = (name: string): string => (told.has(name) ? name : name.replace(/_(bucket|sum|count)$/, ""));

before(async () => {
  world = await makeWorld();
  world.context.metrics.newestBackup = async () => 0;
  world.context.metrics.certificateEnd = 0;
  const stop = startTicks(world.context);
  await buildVisit(world, await buildLocation(world));
  world.context.metrics.deliveries.add("delivered");
  world.context.metrics.messages.add("mail", "sent");
  await until("a tick", async () => (world.context.metrics.tick("queue notifications").done > 0 ? true : undefined));
  await stop();
  const { body } = await world.app.inject("/metrics");
  told = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ""));
  labels = new Map();
  for (const [, name = "", inner = ""] of body.matchAll(/^([a-z_0-9]+)\{([^}]*)\}/gm)) {
    const known = labels.get(base(name)) ?? new Set();
    for (const [, label = ""] of inner.matchAll(/([a-z_]+)="/g)) known.add(label);
    labels.set(base(name), known);
  }
  docs = await textOf("docs/monitoring.md");
  dashboard = JSON.parse(await textOf("deploy/grafana/foyer.json"));
  alerts = await textOf("deploy/prometheus/alerts.yml");
});
after(() => world.close());

const expressions = (): string[] => dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

describe("docs/monitoring.md", () => {
  it("explains every metric, with its labels, and none that is not there", () => {
    const [table = ""] = /\n\| metric .*?\n\n/s.exec(docs) ?? [];
    const rows = [...table.matchAll(/^\| `(\w+)` +\| ([\w, ]*?) *\|/gm)].map(
      ([, name = "", given = ""]) => [name, given] as const,
    );
    const own = [...told].filter((name) => name.startsWith("foyer_"));
    assert.deepEqual(rows.map(([name]) => name).toSorted(), own.toSorted());
    for (const [name, given] of rows) {
      const has = [...(labels.get(name) ?? [])].filter((label) => label !== "le");
      assert.deepEqual(
        has.toSorted(),
        given
          .split(", ")
          .filter((part) => part !== "")
          .toSorted(),
        name,
      );
    }
    const spelt = docs.replace(/and with (`_\w+`, )+`_\w+` before/, (parts) =>
      [...parts.matchAll(/`_(\w+)`/g)].map(([, part]) => `nodejs_eventloop_lag_${part}_seconds`).join(" "),
    );
    for (const name of told) assert.ok(metricsIn(spelt).has(name), `${name} is not explained`);
  });

  it("explains every alert, and none that is not there", () => {
    const names = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const explained = [...docs.matchAll(/^\| `(Foyer\w+)`/gm)].map(([, name]) => name);
    assert.ok(names.length >= 10);
    assert.deepEqual(explained, names);
  });
});

describe("deploy/grafana/foyer.json and deploy/prometheus/alerts.yml", () => {
  it("ask only for metrics and labels that there are", () => {
    for (const text of [...expressions(), alerts]) {
      for (const name of metricsIn(text)) assert.ok(told.has(base(name)), `${name} is asked for in ${text}`);
      for (const [, name = "", inner = ""] of text.matchAll(/\b((?:foyer|nodejs|process)_\w+)\{([^}]*)\}/g))
        for (const [, label = ""] of inner.matchAll(/([a-z_]+)(?==|!|~)/g))
          assert.ok(["instance", "le"].includes(label) || labels.get(base(name))?.has(label), `${name}{${label}}`);
    }
  });

  it("show every metric of Foyer's own in the dashboard", () => {
    const shown = metricsIn(expressions().join("\n"));
    for (const name of [...told].filter((each) => each.startsWith("foyer_")))
      assert.ok(
        [...shown].some((each) => base(each) === name),
        `${name} is in no panel`,
      );
  });

  it("can be imported: a data source to choose, panels that do not overlap, ids of their own", () => {
    assert.deepEqual(
      dashboard.__inputs.map(({ type, name }) => [type, name]),
      [["datasource", "DS_PROMETHEUS"]],
    );
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length);
    const taken = new Set<string>();
    for (const {
      gridPos: { x, y, w, h },
      title,
    } of dashboard.panels)
      for (let dx = 0; dx < w; dx += 1)
        for (let dy = 0; dy < h; dy += 1) {
          const cell = `${x + dx},${y + dy}`;
          assert.ok(x + w <= 24 && !taken.has(cell), title);
          taken.add(cell);
        }
    for (const group of ["Front door", "Events", "Messages", "Database and background work", "Process"])
      assert.ok(
        dashboard.panels.some(({ type, title }) => type === "row" && title === group),
        group,
      );
  });

  it("balance the brackets of every query", () => {
    for (const text of [...expressions(), alerts])
      for (const [open, close] of ["()", "{}", "[]"].map((pair) => [pair[0] ?? "", pair[1] ?? ""] as const))
        assert.equal(text.split(open).length, text.split(close).length, text);
  });
});
