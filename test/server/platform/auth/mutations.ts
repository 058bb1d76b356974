import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";

import {
  type Application,
  base64url,
  goodClaims,
  type Odd,
  type Provider,
  signed,
  type Version,
} from "../../../support/outside/provider.ts";

/** A token that must be refused, and what the log says of it. */
export type Mutation = { name: string; token: string; reason: RegExp };

type Maker = { provider: Provider; app: Application; version: Version };
type Claims = Record<string, unknown>;

const UNREADABLE = /^unreadable token$/;
const UNREGISTERED = /^token: unregistered application$/;
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ours = (key: KeyObject): Claims => key.export({ format: "jwk" });
const seconds = (): number => Math.floor(Date.now() / 1000);

const odd = (maker: Maker, name: string, reason: RegExp, how: Odd): Mutation => ({
  name: `v${maker.version} ${name}`,
  token: maker.provider.token(maker.app, maker.version, how),
  reason,
});

const claim = (maker: Maker, name: string, reason: RegExp, values: readonly unknown[]): Mutation[] =>
  values.map((value) => odd(maker, `${name} ${JSON.stringify(value)}`, reason, { claims: { [name]: value } }));

const header = (maker: Maker, name: string, reason: RegExp, values: readonly unknown[]): Mutation[] =>
  values.map((value) => odd(maker, `header ${name} ${JSON.stringify(value)}`, reason, { header: { [name]: value } }));

/** Claims that say what the registration does not: directory, issuer, client, audience. */
const identity = (maker: Maker): Mutation[] => {
  const { provider, app, version } = maker;
  const [tid, id, other] = [app.tenant_id, app.client_id, randomUUID()];
  const [client, otherClient] = version === "1.0" ? ["appid", "azp"] : ["azp", "appid"];
  const issuers = [
    `https://sts.windows.net/${other}/`,
    `${provider.url}/${other}/v2.0`,
    `https://sts.windows.net/${tid}`,
    `${provider.url}/${tid}/v2.0/`,
    `${provider.url}/common/v2.0`,
    `https://sts.windows.net.example.org/${tid}/`,
    `http://sts.windows.net/${tid}/`,
    `https://example.org/${tid}/v2.0`,
    version === "1.0" ? `${provider.url}/${tid}/v2.0` : `https://sts.windows.net/${tid}/`,
    undefined,
    "",
    null,
    [goodClaims(provider.url, app, version)["iss"]],
  ];
  const audiences = [
    other,
    `api://${other}`,
    "00000003-0000-0000-c000-000000000000",
    `${id}/.default`,
    `${id}/`,
    `api://${id}/`,
    `api://${id}.example.org`,
    `https://${id}`,
    `spn:${id}`,
    ` ${id}`,
    [id],
    [id, other],
    { id },
    undefined,
    null,
    "",
    ...(version === "2.0" ? [`api://${id}`] : []),
  ];
  return [
    ...claim(maker, "tid", UNREGISTERED, [other]),
    ...claim(maker, "tid", UNREADABLE, [undefined, null, "", "common", `${tid} `, [tid], `${tid}/../${tid}`]),
    ...claim(maker, "iss", /^token: another issuer$/, issuers),
    ...claim(maker, "ver", /^token: another issuer$/, [
      version === "1.0" ? "2.0" : "1.0",
      1,
      "3.0",
      null,
      Number(version),
    ]),
    ...claim(maker, "aud", /^token: another audience$/, audiences),
    ...claim(maker, client, UNREGISTERED, [other]),
    ...claim(maker, client, UNREADABLE, [undefined, null, "", [id], `api://${id}`]),
    ...claim(maker, otherClient, UNREADABLE, [other, [id], ""]),
  ];
};

const times = (maker: Maker): Mutation[] => [
  ...claim(maker, "exp", /^token: expired$/, [
    seconds() - 1,
    seconds() - 3600,
    0,
    -1,
    undefined,
    null,
    "9999999999",
    "",
    [9e9],
    true,
  ]),
  ...claim(maker, "nbf", /^token: not valid yet$/, [seconds() + 120, 9e9, "0", null, {}]),
  ...claim(maker, "iat", /^token: not valid yet$/, [seconds() + 120, 9e9, "0", null]),
];

/** Tokens that a person got, or without a proof of identity. */
const grants = (maker: Maker): Mutation[] => {
  const GRANT = /^token: not from the client credentials grant$/;
  const proof = maker.version === "1.0" ? "appidacr" : "azpacr";
  const person = { name: "Jo", oid: randomUUID(), sub: "pairwise-subject" };
  return [
    ...claim(maker, "scp", GRANT, ["user_impersonation", "", null, []]),
    ...claim(maker, "idtyp", GRANT, ["user", "device", "", null, "APP", ["app"]]),
    ...claim(maker, proof, GRANT, ["0", 1, "", null]),
    ...["upn", "unique_name", "preferred_username"].flatMap((name) => claim(maker, name, GRANT, ["jo@example.org"])),
    ...claim(maker, "nonce", GRANT, ["n"]),
    ...claim(maker, "sub", GRANT, ["pairwise-subject", undefined, null, 7, ""]),
    ...claim(maker, "oid", GRANT, [randomUUID(), undefined, null]),
    odd(maker, "a user token without scp", GRANT, { claims: person }),
    odd(maker, "a user token with scp", GRANT, { claims: { ...person, scp: "user_impersonation" } }),
    odd(maker, "a user token that says app", GRANT, { claims: { ...person, idtyp: "app", scp: "user_impersonation" } }),
    odd(maker, "an ID token", UNREADABLE, {
      claims: { ...person, nonce: "n", preferred_username: "jo@example.org", azp: undefined, appid: undefined },
    }),
  ];
};

const headers = (maker: Maker): Mutation[] => {
  const { keyId, key, url } = maker.provider;
  return [
    ...header(maker, "alg", UNREADABLE, [
      "none",
      "None",
      "HS256",
      "RS384",
      "RS512",
      "PS256",
      "ES256",
      "rs256",
      "",
      null,
      undefined,
      ["RS256"],
    ]),
    ...header(maker, "typ", UNREADABLE, ["JWE", "at+jwt", "dpop+jwt", "", null, 1]),
    ...header(maker, "kid", UNREADABLE, [undefined, null, "", 7, [keyId], "k".repeat(300)]),
    ...header(maker, "crit", UNREADABLE, [["exp"], ["b64"], [], null]),
    ...header(maker, "b64", UNREADABLE, [false, true]),
    ...header(maker, "cty", UNREADABLE, ["JWT"]),
    ...header(maker, "zip", UNREADABLE, ["DEF"]),
    ...header(maker, "jku", UNREADABLE, [`${url}/keys`]),
    ...header(maker, "x5u", UNREADABLE, [`${url}/chain`]),
    ...header(maker, "x5c", UNREADABLE, [["MIIB"]]),
    odd(maker, "a key of its own in jwk", UNREADABLE, {
      key: stranger.privateKey,
      header: { jwk: ours(stranger.publicKey) },
    }),
    odd(maker, "a stranger's key under the id of a real one", /^token: wrong signature$/, { key: stranger.privateKey }),
    odd(maker, "another key id, well signed", /^token: unknown signing key$/, { header: { kid: `${keyId}x` }, key }),
  ];
};

const withMac = (maker: Maker, secret: string | Buffer): string => {
  const { app, version, provider } = maker;
  const head = base64url(JSON.stringify({ typ: "JWT", alg: "HS256", kid: provider.keyId }));
  const content = `${head}.${base64url(JSON.stringify(goodClaims(provider.url, app, version)))}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
};

const WRONG = /^token: wrong signature$/;

/** What can be done to a good token without the key. */
const texts = (maker: Maker): Mutation[] => {
  const { app, version, provider } = maker;
  const good = provider.token(app, version);
  const [head = "", body = "", mac = ""] = good.split(".");
  const bytes = Buffer.from(mac, "base64url");
  const more = base64url(JSON.stringify({ ...goodClaims(provider.url, app, version), roles: ["more"] }));
  const pem = publicPem(provider);
  const made: [string, string, RegExp][] = [
    ["other claims under the same signature", `${head}.${more}.${mac}`, WRONG],
    ["a signature of zeros", `${head}.${body}.${base64url(Buffer.alloc(256))}`, WRONG],
    ["a short signature", `${head}.${body}.${base64url(bytes.subarray(1))}`, WRONG],
    ["a long signature", `${head}.${body}.${base64url(Buffer.concat([bytes, Buffer.alloc(1)]))}`, WRONG],
    [
      "the signature of another token",
      `${head}.${body}.${provider.token(app, version, { claims: { uti: "x" } }).split(".")[2]}`,
      WRONG,
    ],
    ["PSS instead of PKCS1", `${head}.${body}.${pss(`${head}.${body}`, provider.key)}`, WRONG],
    ["HS256 with the public key as PEM", withMac(maker, pem), UNREADABLE],
    ["HS256 with the modulus", withMac(maker, String(ours(provider.key)["n"])), UNREADABLE],
    ["HS256 with nothing", withMac(maker, ""), UNREADABLE],
    ["no signature", `${head}.${body}.`, UNREADABLE],
    ["two parts", `${head}.${body}`, UNREADABLE],
    ["four parts", `${good}.${mac}`, UNREADABLE],
    ["five parts", `${head}..${body}.${mac}.${mac}`, UNREADABLE],
    ["one character less", good.slice(0, -1), UNREADABLE],
    ["padding", `${head}.${body}.${mac}==`, UNREADABLE],
    ["a quote around it", `"${good}"`, UNREADABLE],
    ["a dot before it", `.${good}`, UNREADABLE],
    ["a blank in it", `${head}. ${body}.${mac}`, UNREADABLE],
    ["plain Base64", `${head}.${body}.${bytes.toString("base64")}`, UNREADABLE],
    [
      "a nested token",
      signed(JSON.stringify({ alg: "RS256", kid: provider.keyId, cty: "JWT" }), good, provider.key),
      UNREADABLE,
    ],
    ["JSON serialisation", JSON.stringify({ payload: body, protected: head, signature: mac }), UNREADABLE],
  ];
  return made.map(([name, token, reason]) => ({ name: `v${version} ${name}`, token, reason }));
};

const publicPem = ({ key }: Provider): string => {
  const { kty, n, e } = ours(key);
  return `${String(kty)}${String(n)}${String(e)}`;
};

const pss = (content: string, key: KeyObject): string =>
  base64url(sign("sha256", Buffer.from(content), { key, padding: 6, saltLength: 32 }));

/** Payloads and headers that are not plain objects, or can be read in two ways; each is well signed. */
const payloads = (maker: Maker): Mutation[] => {
  const { app, version, provider } = maker;
  const good = JSON.stringify(goodClaims(provider.url, app, version));
  const head = JSON.stringify({ typ: "JWT", alg: "RS256", kid: provider.keyId });
  const inside = good.slice(1, -1);
  const made: [string, string, string | Buffer][] = [
    ["a claim twice", head, `{"tid":"${randomUUID()}",${inside}}`],
    ["a claim twice, the same", head, `{${inside},"tid":"${app.tenant_id}"}`],
    ["a claim with an escape", head, good.replace('"tid"', '"t\\u0069d"')],
    ["a header twice", `{"alg":"none",${head.slice(1)}`, good],
    ["an array", head, `[${good}]`],
    ["a string", head, JSON.stringify(good)],
    ["null", head, "null"],
    ["nothing", head, ""],
    ["broken JSON", head, good.slice(0, -1)],
    ["a byte order mark", head, `\ufeff${good.slice(0, -1)}`],
    ["bytes that are no UTF-8", head, Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from([0xff, 0x7d])])],
    ["a header that is an array", `[${head}]`, good],
    ["a deep nest", head, `{${inside},"x":${"[".repeat(9000)}${"]".repeat(9000)}}`],
    ["17,000 characters", head, `{${inside},"x":"${"x".repeat(17_000)}"}`],
  ];
  return made.map(([name, header_, payload]) => ({
    name: `v${version} ${name}`,
    token: signed(header_, payload as string, provider.key),
    reason: UNREADABLE,
  }));
};

/** Tokens that differ from a good one in one thing each, in both versions. */
export const mutations = (provider: Provider, app: Application): Mutation[] =>
  (["1.0", "2.0"] as const).flatMap((version) =>
    [identity, times, grants, headers, texts, payloads].flatMap((make) => make({ provider, app, version })),
  );
