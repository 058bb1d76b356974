// Ends a service whose event loop hangs. It answers no requests and handles no SIGTERM, yet for the system it runs, so
// neither systemd nor a container engine would restart it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * How often it is checked, and how many checks in a row may find no sign of life (server/platform/lib/async/heartbeat.ts: one
 * a second).
 */
const PATIENCE = { lookMs: 1_000, silentLooksMax: 30 };

/** Whether the process was stopped by SIGSTOP, Ctrl-Z or a tracer: it will continue, or is being debugged. */
const isStopped = (pid) => {
  try {
    const state =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "")
        : execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" }).trim();
    return /^t/i.test(state);
  } catch {
    return false;
  }
};

/** In the form of the service's own log, which goes to the same stream. */
const logHang = (seconds) => {
  const msg = `the event loop hung for ${seconds} s. Stopping Foyer so that it is restarted.`;
  process.stderr.write(`${JSON.stringify({ level: 60, time: new Date().toISOString(), msg })}\n`);
};

/**
 * Watches a child from its first sign of life on; one that gives none, such as a command, is left alone, and a start
 * may take any time. Checks are counted, not time: while the machine sleeps, or this process is stopped, nothing is
 * counted.
 * @param child with an IPC channel
 * @returns whether the child was ended for its silence
 */
export const watch = (child, { lookMs, silentLooksMax } = PATIENCE) => {
  let silent = 0;
  let hung = false;
  let timer;
  const look = () => {
    silent += 1;
    if (silent <= silentLooksMax) return;
    if (isStopped(child.pid)) return void (silent = 0);
    hung = true;
    logHang(Math.round((silentLooksMax * lookMs) / 1_000));
    clearInterval(timer);
    child.kill("SIGKILL");
  };
  child.on("message", (message) => {
    if (message?.alive !== true) return;
    silent = 0;
    // A debugger that halts the program silences it, too.
    if (message.debugged) {
      clearInterval(timer);
      timer = undefined;
    } else timer ??= setInterval(look, lookMs).unref();
  });
  child.once("exit", () => clearInterval(timer));
  return () => hung;
};
