import { createSocket, type RemoteInfo } from "node:dgram";
import { once } from "node:events";
import { createServer, isIPv6 } from "node:net";

export const TYPES = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 } as const;
export type Question = { name: string; type: number; byTcp: boolean; packet: Buffer };
export type Entry = { name: string; type: number; data: Buffer; ttl?: number; class?: number };
type Header = { rcode?: number; truncated?: boolean; id?: number; asked?: string };

/** What a name does when it is asked: the packets it answers with, at once or later; none is silence. */
export type Behave = (question: Question) => Buffer[] | Promise<Buffer[]>;

const nameBytes = (name: string): Buffer =>
  Buffer.concat([
    ...name
      .split(".")
      .filter((label) => label !== "")
      .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

const addressBytes = (address: string): Buffer => {
  if (!isIPv6(address)) return Buffer.from(address.split(".").map(Number));
  const [head = "", tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
      const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
      return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
    })
    .split("::");
  const words = (text: string): number[] =>
    text
      .split(":")
      .filter((word) => word !== "")
      .map((word) => parseInt(word, 16));
  const [front, back] = [words(head), words(tail ?? "")];
  const all = [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]));
};

/** An address record of the family that the address is of. */
export const address = (name: string, text: string, ttl = 60): Entry => ({
  name,
  type: isIPv6(text) ? TYPES.AAAA : TYPES.A,
  data: addressBytes(text),
  ttl,
});

export const alias = (name: string, target: string): Entry => ({ name, type: TYPES.CNAME, data: nameBytes(target) });

/** One packet that answers a question. */
export const answer = (question: Question, records: readonly Entry[], header: Header = {}): Buffer => {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(header.id ?? question.packet.readUInt16BE(0), 0);
  head.writeUInt16BE(0x8580 | (header.truncated === true ? 0x0200 : 0) | (header.rcode ?? 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const asked = Buffer.concat([nameBytes(header.asked ?? question.name), Buffer.from([0, question.type, 0, 1])]);
  const bodies = records.map(({ name, type, data, ttl = 60, class: klass = 1 }) => {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt16BE(klass, 2);
    fixed.writeUInt32BE(ttl, 4);
    fixed.writeUInt16BE(data.length, 8);
    return Buffer.concat([nameBytes(name), fixed, data]);
  });
  return Buffer.concat([head, asked, ...bodies]);
};

const readQuestion = (packet: Buffer, byTcp: boolean): Question => {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: packet.readUInt16BE(at + 1), byTcp, packet };
};

const framed = (packet: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(packet.length);
  return Buffer.concat([length, packet]);
};

/**
 * A name server over UDP and TCP on one address.
 * @param behave what to answer to a question; a thrown error ends the process
 */
export const startNameServer = async (host: string, port: number, behave: Behave): Promise<void> => {
  const udp = createSocket("udp4");
  const onPacket = async (packet: Buffer, { port, address }: RemoteInfo): Promise<void> => {
    for (const reply of await behave(readQuestion(packet, false))) udp.send(reply, port, address);
  };
  udp.on("message", (packet, from) => void onPacket(packet, from));
  udp.bind(port, host);
  await once(udp, "listening");
  const tcp = createServer((socket) => {
    let waiting = Buffer.alloc(0);
    // The system's resolver waits for an answer by TCP forever, and the process for its resolver.
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.on("data", async (data: Buffer) => {
      waiting = Buffer.concat([waiting, data]);
      while (waiting.length > 2 && waiting.length >= waiting.readUInt16BE(0) + 2) {
        const length = waiting.readUInt16BE(0) + 2;
        const packet = waiting.subarray(2, length);
        waiting = waiting.subarray(length);
        for (const reply of await behave(readQuestion(packet, true))) socket.write(framed(reply));
      }
    });
  });
  tcp.listen(port, host);
  await once(tcp, "listening");
};
