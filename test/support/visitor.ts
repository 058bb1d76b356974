import * as door from "../../server/areas/door/contract.ts";
import { badgeToken } from "../../server/platform/auth/visitor-tokens.ts";
import { openApi } from "../../server/platform/http/contract/openapi.ts";
import { invitationToken } from "../../server/resources/messages/invitations/invitation-link.ts";
import * as pages from "../../server/areas/visitor-pages/contract.ts";
import { type Judge, makeJudge } from "./judge.ts";
import { type Answer, type Body, buildRegistered, type World } from "./world.ts";

export type VisitorOptions = {
  /** The token of a link; none when left out. */
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  from?: string;
};

const judge: Judge = makeJudge(
  openApi(
    Object.values({ ...door, ...pages }).filter((part) => "method" in part),
    "/visit/api",
  ),
);

/** Calls what a visitor's own phone calls, below `/visit/api`. */
export const visitorCall = async (
  { app }: World,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  { token, body, from = "127.0.0.1", headers = {} }: VisitorOptions = {},
): Promise<Answer> => {
  const response = await app.inject({
    method,
    url: `/visit/api${path}`,
    remoteAddress: from,
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const type = String(response.headers["content-type"]);
  const isJson = type.startsWith("application/json");
  if (isJson) judge({ method, path, status: response.statusCode, type, text: response.body });
  return {
    status: response.statusCode,
    body: isJson ? response.json() : response.body,
    text: response.body,
    headers: response.headers,
  };
};

/** The token in a link or the text of a code. */
export const tokenOf = (link: string): string => link.slice(link.indexOf("=") + 1);

/** The token of a door's poster. */
export const posterOf = async (world: World, location: string, entryPoint: string): Promise<string> => {
  const { body, text } = await world.get(`/companies/${location}/entrypoints/${entryPoint}/poster`);
  if (body.url === undefined) throw new Error(`no poster: ${text}`);
  return tokenOf(body.url);
};

/** The token of the link to a visit's data, or of its badge. */
export const badgeOf = (world: World, location: string, visit: string, kind: "data" | "exit" = "data"): string =>
  badgeToken(world.context.secretKey, { location, visit, kind }, new Date(world.context.now()).toISOString(), null);

const inviteRegistered = async (
  world: World,
  location: string,
  _id: string,
): Promise<{ visitor: Body; token: string }> => {
  await world.post(`/companies/${location}/knownvisitors/sendinvites`, [_id]);
  const { body } = await world.get(`/knownvisitors/${_id}`);
  const { startDate = null, endDate = null } = body.visiting_on ?? {};
  const token = invitationToken(
    world.context.secretKey,
    { location, registeredVisitorId: _id },
    { from: startDate, to: endDate, made: Date.parse(body.invited_date) },
  );
  return { visitor: body, token };
};

/** Registers and invites a visitor; their record, and the token of their invitation. */
export const inviteVisitor = async (
  world: World,
  location: string,
  overrides: Record<string, unknown> = {},
): Promise<{ visitor: Body; token: string }> => {
  const { _id } = await buildRegistered(world, location, { email: "rosa@example.org", ...overrides });
  return inviteRegistered(world, location, _id);
};

/** Expects a group of a leader, a member and two without names; the tokens of the invitations of the leader and the member. */
export const inviteLeader = async (
  world: World,
  location: string,
  overrides: Record<string, unknown> = {},
): Promise<{ group: Body; token: string; memberToken: string }> => {
  const { status, body, text } = await world.post("/groups", {
    company_id: location,
    name: "Acme",
    company: "Acme",
    recipient: "Ann Peeters",
    leader: { first_name: "Jo", last_name: "Janssens", email: "jo@example.org" },
    members: [{ first_name: "Max", last_name: "Maes", email: "max@example.org" }],
    unnamed: 2,
    ...overrides,
  });
  if (status !== 200) throw new Error(text);
  const { token } = await inviteRegistered(world, location, body.leader._id);
  const { token: memberToken } = await inviteRegistered(world, location, body.members[0]._id);
  return { group: body, token, memberToken };
};
