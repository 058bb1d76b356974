import { connect } from "node:net";

const REACH_MS_MAX = 3_000;

/** The host of a URL, without anything that may be secret. */
export const hostOf = (url: string): string => new URL(url).host;

/**
 * Connects to a URL's host without sending anything.
 * @returns the system's error if that was impossible; otherwise undefined
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
