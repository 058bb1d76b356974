import { address, alias, answer, type Behave, type Question, type Entry, TYPES } from "./name-server.ts";

export const PUBLIC = "8.8.4.4";
const PUBLIC_6 = "2606:4700:4700::1111";
const INSIDE = "10.0.0.5";

/** What calls of a name come to, one entry a call; `safe` leaves open whether it is refused, unresolved or reached. */
type Outcome = "refused" | "unresolved" | "reached" | "reached6" | "safe";
/** Names with many calls are asked in turn; `nth` counts the questions of a family. */
export type Behaviour = { expected: Outcome[]; behave: (question: Question, nth: number) => ReturnType<Behave> };

const records = (name: string, texts: readonly string[], ttl?: number): Entry[] =>
  texts.map((text) => address(name, text, ttl));
/** Those of the family that was asked for. */
const ofType = (question: Question, texts: readonly string[], ttl?: number): Entry[] =>
  records(question.name, texts, ttl).filter(({ type }) => type === question.type);
const holding =
  (...texts: string[]): Behaviour["behave"] =>
  (question) => [answer(question, ofType(question, texts))];
const inTurn =
  (ttl: number, ...turns: string[][]): Behaviour["behave"] =>
  (question, nth) => [answer(question, ofType(question, turns[Math.min(nth, turns.length - 1)] ?? [], ttl))];
const isA = ({ type }: Question): boolean => type === TYPES.A;
const none = (question: Question): Buffer => answer(question, []);
/** Answers questions for IPv4 so, and has no IPv6. */
const forA =
  (reply: (question: Question) => Buffer[]): Behaviour["behave"] =>
  (question) =>
    isA(question) ? reply(question) : [none(question)];
const chain = (question: Question, length: number, end: string): Entry[] => {
  const step = (n: number): string => (n === 0 ? question.name : `step${n}.${question.name}`);
  const aliases = Array.from({ length }, (_, n) => alias(step(n), step(n + 1)));
  return [...aliases, ...ofType({ ...question, name: step(length) }, [end])];
};
const later = (ms: number, packets: Buffer[]): Promise<Buffer[]> =>
  new Promise((resolve) => setTimeout(() => resolve(packets), ms));
const raw = (question: Question, data: Buffer, extra: Partial<Entry> = {}): Buffer =>
  answer(question, [{ name: question.name, type: question.type, data, ...extra }]);
const inside = (question: Question): Entry[] => ofType(question, [INSIDE]);
const outside = (question: Question): Entry[] => ofType(question, [PUBLIC]);
const otherId = ({ packet }: Question): number => packet.readUInt16BE(0) ^ 0x5555;

const FORBIDDEN = [
  "0.0.0.0",
  "127.0.0.1",
  "10.0.0.5",
  "172.16.3.4",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "198.18.0.1",
  "192.0.2.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fd00::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.5",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::a00:5",
  "2002:7f00:1::1",
  "2001:0:4136:e378:8000:63bf:80ff:fffe",
  "4000::1",
];

const LISTS: [string, Behaviour][] = [
  ["one public address", { expected: ["reached"], behave: holding(PUBLIC) }],
  ["one public IPv6 address", { expected: ["reached6"], behave: holding(PUBLIC_6) }],
  ["the same public address ten times", { expected: ["reached"], behave: holding(...Array<string>(10).fill(PUBLIC)) }],
  ["public, then private", { expected: ["refused"], behave: holding(PUBLIC, INSIDE) }],
  ["private, then public", { expected: ["refused"], behave: holding(INSIDE, PUBLIC) }],
  ["public IPv4, private IPv6", { expected: ["refused"], behave: holding(PUBLIC, "fd00::1") }],
  ["private IPv4, public IPv6", { expected: ["refused"], behave: holding(INSIDE, PUBLIC_6) }],
  ["public IPv4, IPv6 of this machine", { expected: ["refused"], behave: holding(PUBLIC, "::1") }],
  ["public IPv4, mapped private IPv6", { expected: ["refused"], behave: holding(PUBLIC, "::ffff:10.0.0.5") }],
  ["twenty public, one private", { expected: ["refused"], behave: holding(...Array<string>(20).fill(PUBLIC), INSIDE) }],
];

const CHAINS: [string, Behaviour][] = [
  ["alias of a private name", { expected: ["refused"], behave: (q) => [answer(q, chain(q, 1, INSIDE))] }],
  ["chain of four to a private name", { expected: ["refused"], behave: (q) => [answer(q, chain(q, 4, INSIDE))] }],
  ["chain of four to a public name", { expected: ["reached"], behave: (q) => [answer(q, chain(q, 4, PUBLIC))] }],
  ["alias of itself", { expected: ["unresolved"], behave: (q) => [answer(q, [alias(q.name, q.name)])] }],
  ["alias of localhost", { expected: ["safe"], behave: (q) => [answer(q, [alias(q.name, "localhost")])] }],
  [
    "alias of localhost with its address",
    {
      expected: ["refused"],
      behave: (q) => [
        answer(q, [alias(q.name, "localhost"), ...ofType({ ...q, name: "localhost" }, ["127.0.0.1", "::1"])]),
      ],
    },
  ],
];

const TURNS: [string, Behaviour][] = [
  ["rebinding: public, then private", { expected: ["reached", "refused"], behave: inTurn(60, [PUBLIC], [INSIDE]) }],
  ["rebinding: private, then public", { expected: ["refused", "reached"], behave: inTurn(60, [INSIDE], [PUBLIC]) }],
  [
    "rebinding without a time to live",
    { expected: ["reached", "refused", "refused"], behave: inTurn(0, [PUBLIC], [INSIDE]) },
  ],
  [
    "rebinding with the longest time to live",
    { expected: ["reached", "refused"], behave: inTurn(2 ** 31 - 1, [PUBLIC], [INSIDE]) },
  ],
  ["rebinding to this machine", { expected: ["reached", "refused"], behave: inTurn(0, [PUBLIC], ["127.0.0.1"]) }],
  [
    "rebinding to the metadata service",
    { expected: ["reached", "refused"], behave: inTurn(0, [PUBLIC], ["169.254.169.254"]) },
  ],
  [
    "rebinding from IPv4 to a private IPv6",
    { expected: ["reached", "refused"], behave: inTurn(0, [PUBLIC], ["fd00::1"]) },
  ],
  ["rebinding by addition", { expected: ["reached", "refused"], behave: inTurn(0, [PUBLIC], [PUBLIC, INSIDE]) }],
  ["rebinding to nothing", { expected: ["reached", "unresolved"], behave: inTurn(0, [PUBLIC], []) }],
  ["there and back", { expected: ["reached", "refused", "reached"], behave: inTurn(0, [PUBLIC], [INSIDE], [PUBLIC]) }],
];

const BROKEN: [string, Behaviour][] = [
  ["no such name", { expected: ["unresolved"], behave: (q) => [answer(q, [], { rcode: 3 })] }],
  ["no such name, with a private address", { expected: ["safe"], behave: (q) => [answer(q, inside(q), { rcode: 3 })] }],
  ["server failure", { expected: ["unresolved"], behave: (q) => [answer(q, [], { rcode: 2 })] }],
  ["refused by the server", { expected: ["unresolved"], behave: (q) => [answer(q, [], { rcode: 5 })] }],
  ["no records", { expected: ["unresolved"], behave: (q) => [none(q)] }],
  ["slow", { expected: ["reached"], behave: (q) => later(100, [answer(q, outside(q))]) }],
  ["slow and private", { expected: ["refused"], behave: (q) => later(100, [answer(q, inside(q))]) }],
  [
    "wrong id and private, then right and public",
    { expected: ["reached"], behave: forA((q) => [answer(q, inside(q), { id: otherId(q) }), answer(q, outside(q))]) },
  ],
  [
    "right and public, then again private",
    { expected: ["reached"], behave: forA((q) => [answer(q, outside(q)), answer(q, inside(q))]) },
  ],
  [
    "answer to another question, then the right one",
    { expected: ["safe"], behave: forA((q) => [answer(q, inside(q), { asked: "other.test" }), answer(q, outside(q))]) },
  ],
  [
    "private address of another name",
    { expected: ["safe"], behave: forA((q) => [answer(q, [address("other.test", INSIDE)])]) },
  ],
  [
    "public, with a private address of another name",
    { expected: ["safe"], behave: forA((q) => [answer(q, [...outside(q), address("other.test", INSIDE)])]) },
  ],
  ["in capitals", { expected: ["safe"], behave: forA((q) => [answer(q, [address(q.name.toUpperCase(), PUBLIC)])]) }],
  [
    "truncated, private by TCP",
    { expected: ["refused"], behave: forA((q) => [answer(q, q.byTcp ? inside(q) : [], { truncated: !q.byTcp })]) },
  ],
  [
    "truncated and public, private by TCP",
    {
      expected: ["refused"],
      behave: forA((q) => [answer(q, q.byTcp ? inside(q) : outside(q), { truncated: !q.byTcp })]),
    },
  ],
  [
    "truncated, public by TCP",
    { expected: ["reached"], behave: forA((q) => [answer(q, q.byTcp ? outside(q) : [], { truncated: !q.byTcp })]) },
  ],
  [
    "truncated and private, public by TCP",
    { expected: ["safe"], behave: forA((q) => [answer(q, q.byTcp ? outside(q) : inside(q), { truncated: !q.byTcp })]) },
  ],
  [
    "oversized, with one private at its end",
    {
      expected: ["safe"],
      behave: forA((q) => [answer(q, [...records(q.name, Array<string>(120).fill(PUBLIC)), ...inside(q)])]),
    },
  ],
  ["IPv4 of three bytes", { expected: ["safe"], behave: forA((q) => [raw(q, Buffer.from([10, 0, 0]))]) }],
  ["IPv4 of five bytes", { expected: ["safe"], behave: forA((q) => [raw(q, Buffer.from([10, 0, 0, 5, 0]))]) }],
  ["IPv4 of sixteen bytes", { expected: ["safe"], behave: forA((q) => [raw(q, Buffer.alloc(16))]) }],
  ["another class", { expected: ["safe"], behave: forA((q) => [raw(q, Buffer.from([10, 0, 0, 5]), { class: 3 })]) }],
  [
    "text instead of an address",
    { expected: ["unresolved"], behave: forA((q) => [raw(q, Buffer.from("\u00078.8.4.4"), { type: TYPES.TXT })]) },
  ],
  [
    "IPv6 where IPv4 was asked for",
    { expected: ["safe"], behave: forA((q) => [answer(q, [address(q.name, "fd00::1")])]) },
  ],
  [
    "a name that points at itself",
    {
      expected: ["unresolved"],
      behave: forA((q) => [
        Buffer.concat([answer(q, []).subarray(0, 6), Buffer.from([0, 1, 0, 0, 0, 0, 0xc0, 12, 0, 1, 0, 1])]),
      ]),
    },
  ],
];

/** No server answers these in time; they come last, since the system goes on looking for a while. */
const SILENT: [string, Behaviour][] = [
  ["an empty packet", { expected: ["unresolved"], behave: () => [Buffer.alloc(0)] }],
  ["noise", { expected: ["unresolved"], behave: () => [Buffer.from("not a packet of the domain name system")] }],
  ["half a header", { expected: ["unresolved"], behave: (q) => [q.packet.subarray(0, 6)] }],
  ["the question sent back", { expected: ["unresolved"], behave: (q) => [q.packet] }],
  ["wrong id and private", { expected: ["unresolved"], behave: (q) => [answer(q, inside(q), { id: otherId(q) })] }],
  [
    "truncated, silent by TCP",
    { expected: ["unresolved"], behave: (q) => (q.byTcp ? [] : [answer(q, [], { truncated: true })]) },
  ],
  ["private, too late", { expected: ["unresolved"], behave: (q) => later(1_500, [answer(q, inside(q))]) }],
  ["public IPv4, silent about IPv6", { expected: ["safe"], behave: (q) => (isA(q) ? [answer(q, outside(q))] : []) }],
  ["silence", { expected: ["unresolved"], behave: () => [] }],
];

/** Everything names do to those who look them up, by what it is called. */
export const BEHAVIOURS: ReadonlyMap<string, Behaviour> = new Map([
  ...FORBIDDEN.map((text): [string, Behaviour] => [`only ${text}`, { expected: ["refused"], behave: holding(text) }]),
  ...LISTS,
  ...CHAINS,
  ...TURNS,
  ...BROKEN,
  ...SILENT,
]);

/** Whether a name is one that keeps its callers waiting. */
export const isSilent = (title: string): boolean => SILENT.some(([name]) => name === title);
