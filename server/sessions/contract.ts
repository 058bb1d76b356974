import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import { endpoint } from "../http/contract.ts";
import { Email, Id, Instant, Message, Type } from "../http/schemas.ts";
import { User } from "../users/contract.ts";

const TAG = "Sessions";
export const PASSWORD_LENGTH_MAX = 1000;
/** A form of a few fields: nothing here is larger. */
const BODY_BYTES_MAX = 16 * 1024;

/** Somebody signed in on one browser. */
export const Session = Type.Object({
  _id: Id,
  created: Instant,
  last_used: Instant,
  /** The latest it can last; it ends earlier when it is not used for 12 hours. */
  expires: Instant,
  /** Program and system, such as `Firefox, Windows`; absent when unknown. */
  client: Type.Optional(Type.String()),
  address: Type.String(),
  current: Type.Boolean(),
});

const anyone = { tag: TAG, may: "anyone" } as const;
const submitted = { ...anyone, method: "POST", bodyLimit: BODY_BYTES_MAX } as const;

export const readOptions = endpoint({
  ...anyone,
  method: "GET",
  path: "/session/options",
  summary: "The ways to sign in",
  response: Type.Object({
    oidc: Type.Optional(Type.Object({ name: Type.String(), start: Type.String() })),
  }),
});

export const signIn = endpoint({
  ...submitted,
  path: "/session",
  summary: "Sign in with e-mail address and password; sets the cookie",
  body: Type.Object({
    email: Type.String({ "x-expected": "the e-mail address of a user" }),
    password: Type.String({ "x-expected": "the password" }),
  }),
  response: Type.Object({ user: User }),
});

export const readSession = endpoint({
  ...anyone,
  method: "GET",
  path: "/session",
  summary: "Who is signed in",
  response: User,
});

const Name = Type.Optional(Type.String({ maxLength: 200, "x-expected": "a name of at most 200 characters" }));

export const changeSelf = endpoint({
  ...anyone,
  method: "PUT",
  path: "/session",
  bodyLimit: BODY_BYTES_MAX,
  summary: "Change one's own name and language",
  body: Type.Object({ first_name: Name, last_name: Name, language_id: Name }),
  response: User,
});

const NewPassword = Type.String({
  minLength: PASSWORD_LENGTH_MIN,
  maxLength: PASSWORD_LENGTH_MAX,
  "x-expected": `a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`,
});

export const changePassword = endpoint({
  ...anyone,
  method: "PUT",
  path: "/session/password",
  bodyLimit: BODY_BYTES_MAX,
  summary: "Change one's own password; ends all other sessions of the user",
  body: Type.Object({
    current_password: Type.String({ "x-expected": "the present password" }),
    password: NewPassword,
  }),
  response: Message,
});

export const confirm = endpoint({
  ...submitted,
  path: "/session/confirm",
  summary: "Give one's password again, before something that asks for it; the cookie gets a new value",
  body: Type.Object({ password: Type.String({ "x-expected": "the present password" }) }),
  response: Message,
});

export const signOut = endpoint({
  ...anyone,
  method: "DELETE",
  path: "/session",
  summary: "Sign out",
  response: Message,
});

export const signOutEverywhere = endpoint({
  ...anyone,
  confirmed: true,
  method: "DELETE",
  path: "/session/all",
  summary: "Sign out on every browser",
  response: Message,
});

export const listSessions = endpoint({
  ...anyone,
  method: "GET",
  path: "/session/list",
  summary: "Where the caller is signed in, the latest use first",
  response: Type.Array(Session),
});

export const endSession = endpoint({
  ...anyone,
  confirmed: true,
  method: "DELETE",
  path: "/session/list/{id}",
  summary: "Sign out on one browser",
  params: { id: Id },
  response: Message,
});

export const forgotPassword = endpoint({
  ...submitted,
  path: "/session/password/forgot",
  summary: "Ask for a link to set a new password; the answer does not tell whether the address is known",
  body: Type.Object({ email: Email }),
  response: Message,
});

export const setPassword = endpoint({
  ...submitted,
  path: "/session/password",
  summary: "Set a password with the link of an invitation or of a forgotten password; ends all sessions of the user",
  body: Type.Object({
    token: Type.String({ "x-expected": "the token of the link" }),
    password: NewPassword,
  }),
  response: Message,
});
