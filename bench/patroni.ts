import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { until } from "../test/support/run/process.ts";
import { familyOf, freePort } from "./processes.ts";

const BIN = "/usr/lib/postgresql/15/bin";
/** PostgreSQL refuses to be root. */
const NOBODY = 65_534;
const AS_NOBODY =
  process.getuid?.() === 0 ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : [];
/** Patroni's promise: a leader that is gone is replaced when its lease has run out. Whole seconds. */
const LEASE = { ttl: 15, loop_wait: 2, retry_timeout: 5 };

/** One machine of the cluster: Patroni and its PostgreSQL. */
export type Node = {
  name: string;
  port: number;
  rest: number;
  /** Kills everything that runs on it, without a word. */
  kill(): Promise<void>;
  start(): Promise<void>;
};

/** etcd, two machines, and HAProxy that leads to the leader and to the standby. */
export type Patroni = {
  nodes: readonly [Node, Node];
  /** Where HAProxy listens. */
  leaderPort: number;
  standbyPort: number;
  /** The leader, as Patroni says; undefined while there is none. */
  leader(): Promise<Node | undefined>;
  /** Waits until one leads and the other follows it synchronously. */
  inStep(): Promise<Node>;
  stop(): Promise<void>;
};

const run = (program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(program, args, { cwd: "/", stdio: "ignore", env: { PATH: `/usr/bin:/usr/sbin:/bin:${BIN}`, ...env } });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
};

const settingsOf = (name: string, home: string, ports: { etcd: number; port: number; rest: number }): string =>
  JSON.stringify({
    scope: "foyer",
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${ports.rest}` },
    etcd3: { host: `127.0.0.1:${ports.etcd}` },
    bootstrap: {
      dcs: {
        ...LEASE,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, shared_buffers: "32MB" } },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C" }, { auth: "trust" }],
      pg_hba: ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"],
    },
    postgresql: {
      listen: `127.0.0.1:${ports.port}`,
      connect_address: `127.0.0.1:${ports.port}`,
      data_dir: join(home, "data"),
      bin_dir: BIN,
      pgpass: join(home, "pgpass"),
      parameters: { unix_socket_directories: home },
      authentication: {
        superuser: { username: "postgres", password: "bench" },
        replication: { username: "replicator", password: "bench" },
        rewind: { username: "rewind", password: "bench" },
      },
    },
  });

const makeNode = async (name: string, folder: string, etcd: number): Promise<Node> => {
  const home = join(folder, name);
  await mkdir(home, { mode: 0o700 });
  const [port, rest] = [await freePort(), await freePort()];
  // What is JSON is YAML.
  await writeFile(join(home, "patroni.yml"), settingsOf(name, home, { etcd, port, rest }));
  if (AS_NOBODY.length > 0) for (const path of [home, join(home, "patroni.yml")]) await chown(path, NOBODY, NOBODY);
  const command = [...AS_NOBODY, "/usr/bin/patroni", join(home, "patroni.yml")];
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => void (child = run(command[0] ?? "", command.slice(1), { HOME: home }));
  const kill = async (): Promise<void> => {
    // PostgreSQL is not a child of Patroni's: it says itself where it is.
    const postmaster = Number(
      (await readFile(join(home, "data/postmaster.pid"), "utf8").catch(() => "")).split("\n", 1)[0],
    );
    const roots = [child?.pid ?? 0, postmaster].filter((pid) => pid > 0);
    const all = (await Promise.all(roots.map(familyOf))).flat();
    for (const pid of all)
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        continue; // It ended by itself meanwhile.
      }
    if (child !== undefined) await end(child);
  };
  return { name, port, rest, start, kill };
};

const proxySettings = (nodes: readonly Node[], leader: number, standby: number): string => {
  const section = (name: string, port: number): string[] => [
    `listen ${name}`,
    `  bind 127.0.0.1:${port}`,
    `  option httpchk GET /${name}`,
    "  http-check expect status 200",
    "  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions",
    ...nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} maxconn 100 check port ${node.rest}`),
  ];
  return [
    "global",
    "  maxconn 400",
    "defaults",
    "  mode tcp",
    "  timeout connect 2s",
    "  timeout check 2s",
    "  timeout client 30m",
    "  timeout server 30m",
    ...section("primary", leader),
    ...section("replica", standby),
    "",
  ].join("\n");
};

type Member = { name: string; role: string; state: string };

const membersBy = async (nodes: readonly Node[]): Promise<Member[]> => {
  for (const { rest } of nodes)
    try {
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(1_000) });
      return ((await response.json()) as { members: Member[] }).members;
    } catch {
      continue; // That one is down: the other is asked.
    }
  return [];
};

const at = (port: number): string => `http://127.0.0.1:${port}`;

/** One etcd, which is enough to try; in earnest there are three. */
const startEtcd = (data: string, port: number, peer: number): ChildProcess => {
  const settings = {
    name: "one",
    "data-dir": data,
    "log-level": "error",
    "listen-client-urls": at(port),
    "advertise-client-urls": at(port),
    "listen-peer-urls": at(peer),
    "initial-advertise-peer-urls": at(peer),
    "initial-cluster": `one=${at(peer)}`,
  };
  return run("/usr/bin/etcd", Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])); // prettier-ignore
};

/** Starts everything in a folder. Needs Debian's packages postgresql-15, patroni, etcd-server, python3-etcd and haproxy. */
export const startPatroni = async (folder: string): Promise<Patroni> => {
  const [etcdPort, peer, leaderPort, standbyPort] = [await freePort(), await freePort(), await freePort(), await freePort()]; // prettier-ignore
  const etcd = startEtcd(join(folder, "etcd"), etcdPort, peer);
  const nodes = [await makeNode("a", folder, etcdPort), await makeNode("b", folder, etcdPort)] as const;
  await writeFile(join(folder, "haproxy.cfg"), proxySettings(nodes, leaderPort, standbyPort));
  const proxy = run("/usr/sbin/haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
  const stop = async (): Promise<void> => {
    await Promise.all([...nodes.map((node) => node.kill()), end(proxy), end(etcd)]);
  };
  const named = (name: string | undefined): Node | undefined => nodes.find((node) => node.name === name);
  const leader = async (): Promise<Node | undefined> =>
    named((await membersBy(nodes)).find(({ role, state }) => role === "leader" && state === "running")?.name);
  const inStep = (): Promise<Node> =>
    until("a leader and its synchronous standby", async () => {
      const members = await membersBy(nodes);
      return members.some(({ role, state }) => role === "sync_standby" && /running|streaming/.test(state))
        ? leader()
        : undefined;
    });
  try {
    await nodes[0].start();
    await until("the first leader", leader);
    await nodes[1].start();
    await inStep();
    return { nodes, leaderPort, standbyPort, leader, inStep, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
