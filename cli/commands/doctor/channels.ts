import { connect, isIP, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { connect as connectTls } from "node:tls";

import { channels, urlOf, urlSettingOf } from "../../../server/platform/channels/channels.ts";
import {
  type Check,
  type Finding,
  isLoopback,
  ok,
  problem,
  warning,
} from "../../../server/jobs/system/checks/check.ts";
import { hostOf, unreachable } from "./connect-to.ts";

const SMTP_MS_MAX = 5_000;
const NAME = "SMTP_URL";

type Server = { host: string; port: number; secure: boolean; hasLogin: boolean };

const serverOf = (url: string): Server => {
  const { protocol, hostname, port, username } = new URL(url);
  const secure = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    hasLogin: username !== "",
  };
};

/** Reads one response: all its lines, the last of which has a space after the code. */
const readAnswer = async (lines: AsyncIterator<string>): Promise<string[]> => {
  const answer: string[] = [];
  for (;;) {
    const { done, value } = await lines.next();
    if (done === true) throw new Error("it hung up");
    answer.push(value);
    if (!/^\d{3}-/.test(value)) return answer;
  }
};

/** Sends EHLO and QUIT. @returns the server's capabilities */
const greet = async (socket: Socket): Promise<string[]> => {
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const greeting = await readAnswer(lines);
  if (greeting[0]?.startsWith("220") !== true) throw new Error("it doesn't respond like a mail server");
  socket.write("EHLO foyer\r\n");
  const offers = await readAnswer(lines);
  if (offers[0]?.startsWith("250") !== true) throw new Error("it refuses EHLO");
  socket.end("QUIT\r\n");
  return offers.map((line) => line.slice(4).toUpperCase());
};

const talk = (server: Server): Promise<string[]> => {
  const { host, port, secure } = server;
  const socket = secure
    ? connectTls({ host, port, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connect({ host, port });
  const { promise: broken, reject } = Promise.withResolvers<never>();
  socket.on("error", reject);
  const timer = setTimeout(() => reject(new Error("no greeting in 5 s")), SMTP_MS_MAX);
  return Promise.race([greet(socket), broken]).finally(() => {
    clearTimeout(timer);
    socket.destroy();
  });
};

const judgeOffers = (offers: readonly string[], { host, secure, hasLogin }: Server): Finding => {
  if (!secure && hasLogin && !isLoopback(host) && !offers.includes("STARTTLS"))
    return warning(
      NAME,
      "the server doesn't offer TLS, so the password is sent unencrypted",
      "Use smtps://, or turn on STARTTLS there.",
    );
  return ok(NAME, `${host} responds`);
};

const greetMailServer = async (url: string): Promise<Finding> => {
  const server = serverOf(url);
  try {
    return judgeOffers(await talk(server), server);
  } catch (error) {
    const reason = error instanceof Error ? (Reflect.get(error, "code") ?? error.message) : "";
    const fix = "Check the host, port and firewall. Use smtps:// for port 465, smtp:// for 587 and 25.";
    return problem(NAME, `${server.host}:${server.port} can't be reached (${reason})`, fix);
  }
};

const reachServer = async (name: string, url: string): Promise<Finding> => {
  const reason = await unreachable(url);
  if (reason === undefined) return ok(name, `${hostOf(url)} can be reached`);
  const fix = "Check the host, port and firewall. Each message is tried for five hours, then it has failed.";
  return problem(name, `${hostOf(url)} can't be reached (${reason})`, fix);
};

const checkChannel =
  (channel: (typeof channels)[number]): Check =>
  async ({ config }) => {
    const url = urlOf(config.channels, channel);
    if (url === undefined) return [];
    return [await (url.startsWith("smtp") ? greetMailServer(url) : reachServer(urlSettingOf(channel), url))];
  };

/** A check of each channel's server: a mail server is greeted, others are connected to; nothing is sent. */
export const channelChecks: readonly { name: string; check: Check }[] = channels.map((channel) => ({
  name: urlSettingOf(channel),
  check: checkChannel(channel),
}));
