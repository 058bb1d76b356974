import { connect } from "node:net";

const REACH_MS_MAX = 3_000;

/** Where a URL leads, without what may be secret in it. */
export const hostOf = (url: string): string => new URL(url).host;

/**
 * Connects to where a URL leads, and says nothing there.
 * @returns why that was not possible, in the system's words; undefined when it was
 */
export const unreachable = (url: string): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { protocol, hostname, port } = new URL(url);
    const socket = connect({
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(port || (protocol === "https:" ? 443 : 80)),
    });
    const end = (reason: string | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(reason);
    };
    const timer = setTimeout(() => end("no answer in 3 s"), REACH_MS_MAX);
    socket.once("connect", () => end(undefined));
    socket.once("error", (error) => end(String(Reflect.get(error, "code") ?? "no connection")));
  });
