import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** The service in a process of its own, which is replaced when its sources change. */
export type ServiceProcess = {
  /** Resolves when the service answers. Errors: it ended; the reason is on the terminal */
  ready: () => Promise<void>;
  restart: () => void;
  stop: () => Promise<void>;
};

const SCRIPT = join(import.meta.dirname, "service.ts");

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", () => reject(new Error("The service ended. Its error is on the terminal; correct and save.")));
  });

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
};

/** Starts the service. @param env its settings */
export const startServiceProcess = (env: NodeJS.ProcessEnv): ServiceProcess => {
  let child: ChildProcess;
  let ready: Promise<void>;
  let ending: Promise<void> | undefined;
  const start = (): Promise<void> => {
    // Its IPC channel tells it that this process is gone, however it ended.
    child = spawn(process.execPath, [SCRIPT], { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
    return untilReady(child);
  };
  const expect = (next: Promise<void>): void => {
    ready = next;
    // Sent to the request that waits for it; otherwise it is on the terminal.
    ready.catch(() => undefined);
  };
  const restart = (): void => {
    // While one ends, the next hasn't read its files yet.
    if (ending !== undefined) return;
    ending = end(child).finally(() => (ending = undefined));
    expect(ending.then(start));
  };
  const stop = async (): Promise<void> => {
    await ending;
    await end(child);
  };
  expect(start());
  return { ready: () => ready, restart, stop };
};
