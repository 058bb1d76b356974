import { LENGTHS } from "../../../../shared/lengths.ts";
import { endpoint } from "../../../platform/http/contract/contract.ts";
import { Id, Instant, OneOf, Type } from "../../../platform/http/contract/schemas.ts";
import { User } from "../../../resources/users/contract.ts";

const BODY_BYTES_MAX = 16 * 1024;
const common = { tag: "Sessions", permission: "anyone" } as const;
const submitted = { ...common, method: "POST", bodyLimit: BODY_BYTES_MAX } as const;
const changing = { ...submitted, confirmed: true } as const;

const Code = Type.String({ maxLength: 40, "x-expected": "the six digits of an authenticator app, or a recovery code" });
/** What `PublicKeyCredential.toJSON()` gives; read with the challenge. */
const Passkey = Type.Unknown({ "x-expected": "what the browser made of the passkey, as JSON" });
/** For `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
const Options = Type.Unknown();

/** What follows from adding a factor: the first one comes with recovery codes. At a login, the user is logged in. */
const Added = Type.Object({
  _id: Id,
  recovery_codes: Type.Optional(Type.Array(Type.String())),
  user: Type.Optional(User),
});

const Factor = Type.Object({
  _id: Id,
  kind: OneOf("totp", "passkey"),
  name: Type.Optional(Type.String()),
  created: Instant,
  last_used: Type.Optional(Instant),
});

export const enterCode = endpoint({
  ...submitted,
  path: "/session/code",
  summary: "Complete a login with a code; sets the cookie",
  body: Type.Object({ code: Code }),
  response: Type.Object({ user: User }),
});

export const askPasskey = endpoint({
  ...submitted,
  path: "/session/passkey/options",
  summary: "What a browser asks a passkey for, to log in",
  response: Options,
});

export const enterPasskey = endpoint({
  ...submitted,
  path: "/session/passkey",
  summary: "Log in with a passkey, or complete a login with it; sets the cookie",
  body: Type.Object({ passkey: Passkey }),
  response: Type.Object({ user: User }),
});

export const askConfirmation = endpoint({
  ...submitted,
  path: "/session/confirm/options",
  summary: "What a browser asks a passkey for, to confirm who you are",
  response: Options,
});

export const listFactors = endpoint({
  ...common,
  method: "GET",
  path: "/session/factors",
  summary: "Your second factors, and how many recovery codes are left",
  response: Type.Object({
    factors: Type.Array(Factor),
    recovery_codes: Type.Integer(),
    required: Type.Boolean(),
  }),
});

export const setUpApp = endpoint({
  ...changing,
  path: "/session/factors/totp/setup",
  summary: "A new secret for an authenticator app",
  response: Type.Object({ secret: Type.String(), uri: Type.String(), setup: Type.String() }),
});

export const addApp = endpoint({
  ...changing,
  path: "/session/factors/totp",
  summary: "Add the authenticator app with its first code; it takes the place of the one before",
  body: Type.Object({ setup: Type.String({ "x-expected": "the text of the set-up" }), code: Code }),
  response: Added,
});

export const askNewPasskey = endpoint({
  ...changing,
  path: "/session/factors/passkeys/options",
  summary: "What a browser asks for a new passkey",
  response: Options,
});

export const addPasskey = endpoint({
  ...changing,
  path: "/session/factors/passkeys",
  summary: "Add a passkey",
  body: Type.Object({
    name: Type.String({
      minLength: 1,
      maxLength: LENGTHS.name,
      "x-expected": `a name of at most ${LENGTHS.name} characters`,
    }),
    passkey: Passkey,
  }),
  response: Added,
});

export const renewCodes = endpoint({
  ...changing,
  path: "/session/factors/codes",
  summary: "Make new recovery codes; earlier ones no longer work",
  response: Type.Object({ recovery_codes: Type.Array(Type.String()) }),
});

export const removeFactor = endpoint({
  ...common,
  confirmed: true,
  method: "DELETE",
  path: "/session/factors/{id}",
  summary: "Remove a second factor",
  params: { id: Id },
  response: Type.Object({ message: Type.String() }),
});
