import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ENTER = ["--map-root-user", "--net", "--mount", "--kill-child"];
/** Every address there is belongs to the loopback interface: this process answers every call. */
const WORLD = [
  "ip link set lo up",
  "ip route add local 0.0.0.0/0 dev lo",
  "ip -6 route add local ::/0 dev lo",
  "ip addr add 127.0.0.53/8 dev lo",
];

/** Whether this machine lets us make a network of our own. */
export const hasNamespaces = (): boolean => {
  try {
    execFileSync("unshare", [...ENTER, "sh", "-ec", WORLD.join("\n")], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
};

/**
 * Runs a script in a network of its own, without a way out, whose names are looked up at 127.0.0.53.
 * @returns its last line. Errors: when it ends otherwise than well
 */
export const runInNamespace = (script: string, env: Readonly<Record<string, string>> = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), "foyer-names-"));
  try {
    const file = join(folder, "resolv.conf");
    writeFileSync(file, "nameserver 127.0.0.53\nsearch .\noptions timeout:1 attempts:1\n");
    const inside = [...WORLD, `mount --bind ${file} /etc/resolv.conf`, 'exec "$0" "$1"'].join("\n");
    const { status, stdout, stderr } = spawnSync("unshare", [...ENTER, "sh", "-ec", inside, process.execPath, script], {
      encoding: "utf8",
      env: { ...process.env, ...env },
      timeout: 120_000,
      // The tool passes no other signal on.
      killSignal: "SIGKILL",
    });
    if (status !== 0) throw new Error(`the script ended with ${status}\n${stdout}\n${stderr}`);
    return stdout.trim().split("\n").at(-1) ?? "";
  } finally {
    rmSync(folder, { recursive: true });
  }
};
