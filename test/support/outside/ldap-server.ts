import { createServer, type Server, type Socket } from "node:net";

import { Ber, BerReader, BerWriter, EqualityFilter, PagedResultsControl, SearchRequest } from "ldapts";

/** An entry; each attribute has its values. */
export type Entry = { dn: string; [attribute: string]: string | (string | Buffer)[] };

/** How the server is to misbehave; set while it runs. */
export type Behaviour = {
  entries: Entry[];
  /** Values of an attribute in one answer, as Active Directory has it. */
  rangeMax: number;
  /** Ends the connection in the middle of this page of a search. */
  diesOnPage: number | undefined;
  /** Sends a page without entries before each other one. */
  hasEmptyPages: boolean;
  /** A result code for every search. */
  searchResult: number;
};

/** An LDAP server of a test; `searches` has the base of each search it was sent. */
export type LdapServer = {
  url: string;
  behaviour: Behaviour;
  searches: string[];
  logins: string[];
  close: () => Promise<void>;
};

const OP = { bind: 0x60, unbind: 0x42, search: 0x63, extended: 0x77 } as const;
const ANSWER = { bind: 0x61, entry: 0x64, done: 0x65, extended: 0x78 } as const;
const CONTROLS = 0xa0;
const OCTETS = 0x04;
const SET = 0x31;
export const LOGIN = { dn: "cn=reader,dc=example,dc=org", password: "a secret" } as const;
const [INVALID_LOGIN, NO_SUCH_OBJECT, PROTOCOL_ERROR] = [49, 32, 2];

const messageOf = (id: number, write: (writer: BerWriter) => void): Buffer => {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  write(writer);
  writer.endSequence();
  return writer.buffer;
};

const resultOf = (id: number, op: number, code: number, cookie?: string): Buffer =>
  messageOf(id, (writer) => {
    writer.startSequence(op);
    writer.writeEnumeration(code);
    writer.writeString("");
    writer.writeString("");
    writer.endSequence();
    if (cookie === undefined) return;
    writer.startSequence(CONTROLS);
    new PagedResultsControl({ value: { size: 0, cookie: Buffer.from(cookie) } }).write(writer);
    writer.endSequence();
  });

/** The values that are sent of an attribute, and under which name. */
const valuesOf = (entry: Entry, wanted: string, rangeMax: number): [string, (string | Buffer)[]] => {
  const [, bare = wanted, from] = /^(.+);range=(\d+)-\*$/.exec(wanted) ?? [];
  const name = Object.keys(entry).find((key) => key.toLowerCase() === bare.toLowerCase()) ?? bare;
  const all = [entry[name] ?? []].flat();
  const first = Number(from ?? 0);
  if (from === undefined && all.length <= rangeMax) return [name, all];
  const end = Math.min(first + rangeMax, all.length);
  return [`${name};range=${first}-${end === all.length ? "*" : end - 1}`, all.slice(first, end)];
};

const entryOf = (id: number, entry: Entry, attributes: readonly string[], rangeMax: number): Buffer =>
  messageOf(id, (writer) => {
    writer.startSequence(ANSWER.entry);
    writer.writeString(entry.dn);
    writer.startSequence();
    for (const [name, values] of attributes.map((wanted) => valuesOf(entry, wanted, rangeMax))) {
      if (values.length === 0) continue;
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(SET);
      for (const value of values) writer.writeBuffer(Buffer.from(value as string), OCTETS);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
    writer.endSequence();
  });

const flat = ({ dn: _, ...attributes }: Entry): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, values]) => [name, String([values].flat()[0])]));

const found = ({ entries }: Behaviour, { baseDN, scope, filter }: SearchRequest): Entry[] | undefined => {
  const isBelow = ({ dn }: Entry): boolean =>
    scope === "base" ? dn === baseDN : dn === baseDN || dn.endsWith(`,${baseDN}`);
  const below = entries.filter(isBelow);
  if (below.length === 0) return undefined;
  // One entry is asked for as it is: the library reads no filter of presence.
  return scope === "base" ? below : below.filter((entry) => filter.matches(flat(entry), false));
};

const search = (socket: Socket, id: number, request: SearchRequest, server: LdapServer): void => {
  const { behaviour } = server;
  server.searches.push(request.baseDN);
  const all = found(behaviour, request);
  const code = all === undefined ? NO_SUCH_OBJECT : behaviour.searchResult;
  if (all === undefined || code !== 0) return void socket.write(resultOf(id, ANSWER.done, code));
  const paging = request.controls?.find((control) => control instanceof PagedResultsControl);
  const { size = all.length, cookie } = paging?.value ?? {};
  const [from = 0, wasEmpty = 0] = (cookie?.toString() ?? "").split(":").map(Number);
  if (behaviour.hasEmptyPages && paging !== undefined && wasEmpty === 0)
    return void socket.write(resultOf(id, ANSWER.done, 0, `${from}:1`));
  const page = all.slice(from, from + size);
  const dies = behaviour.diesOnPage === Math.floor(from / size);
  for (const entry of dies ? page.slice(0, Math.ceil(page.length / 2)) : page)
    socket.write(entryOf(id, entry, request.attributes, behaviour.rangeMax));
  if (dies) return void socket.end();
  const next = from + size < all.length ? `${from + size}:0` : "";
  socket.write(resultOf(id, ANSWER.done, 0, paging === undefined ? undefined : next));
};

const bind = (socket: Socket, id: number, reader: BerReader, server: LdapServer): void => {
  reader.readSequence();
  reader.readInt();
  const dn = reader.readString() ?? "";
  const password = reader.readString(Ber.Context);
  server.logins.push(dn);
  const isRight = dn === LOGIN.dn && password === LOGIN.password;
  socket.write(resultOf(id, ANSWER.bind, isRight ? 0 : INVALID_LOGIN));
};

/** Reads one message, if it has arrived whole. @returns how many bytes it had */
const readMessage = (socket: Socket, bytes: Buffer, server: LdapServer): number => {
  const reader = new BerReader(bytes);
  if (reader.readSequence() === null || reader.remain < reader.length) return 0;
  const length = reader.offset + reader.length;
  reader.setBufferSize(length);
  const id = reader.readInt() ?? 0;
  const op = reader.peek();
  if (op === OP.bind) bind(socket, id, reader, server);
  if (op === OP.unbind) socket.end();
  if (op === OP.extended) socket.write(resultOf(id, ANSWER.extended, PROTOCOL_ERROR));
  if (op === OP.search) {
    reader.readSequence();
    const request = new SearchRequest({ messageId: id, filter: new EqualityFilter() });
    request.parse(reader, []);
    search(socket, id, request, server);
  }
  return length;
};

const serve = (socket: Socket, server: LdapServer): void => {
  let bytes = Buffer.alloc(0);
  socket.on("error", () => undefined);
  socket.on("data", (more) => {
    bytes = Buffer.concat([bytes, more]);
    for (let length = -1; length !== 0 && bytes.length > 0; bytes = bytes.subarray(length))
      length = readMessage(socket, bytes, server);
  });
};

/** Starts an LDAP server for what a real one can't be made to do. It knows `LOGIN`, and filters of equality. */
export const startLdapServer = async (entries: Entry[]): Promise<LdapServer> => {
  const sockets = new Set<Socket>();
  const behaviour: Behaviour = {
    entries,
    rangeMax: Infinity,
    diesOnPage: undefined,
    hasEmptyPages: false,
    searchResult: 0,
  };
  const listener: Server = createServer((socket) => {
    sockets.add(socket);
    serve(socket, server);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as { port: number };
  const close = async (): Promise<void> => {
    sockets.forEach((socket) => socket.destroy());
    await new Promise((resolve) => listener.close(resolve));
  };
  const server: LdapServer = { url: `ldap://127.0.0.1:${port}`, behaviour, searches: [], logins: [], close };
  return server;
};
