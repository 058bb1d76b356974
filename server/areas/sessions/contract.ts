import { PASSWORD_LENGTH_MIN } from "../../platform/auth/passwords/passwords.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Email, Id, Instant, Message, NameInput, OneOf, Type } from "../../platform/http/contract/schemas.ts";
import { User } from "../../resources/users/contract.ts";

const TAG = "Sessions";
export const PASSWORD_LENGTH_MAX = 1000;
/** Forms with a few fields: no body here is larger. */
const BODY_BYTES_MAX = 16 * 1024;

/** A user's session in one browser. */
export const Session = Type.Object({
  _id: Id,
  created: Instant,
  last_used: Instant,
  /** The latest it can last; it ends earlier if it is not used for 12 hours. */
  expires: Instant,
  /** Browser and operating system, such as `Firefox, Windows`; absent if unknown. */
  client: Type.Optional(Type.String()),
  address: Type.String(),
  current: Type.Boolean(),
});

const anyone = { tag: TAG, permission: "anyone" } as const;
const submitted = { ...anyone, method: "POST", bodyLimit: BODY_BYTES_MAX } as const;

export const readOptions = endpoint({
  ...anyone,
  method: "GET",
  path: "/session/options",
  summary: "Login methods",
  response: Type.Object({
    providers: Type.Array(Type.Object({ _id: Id, name: Type.String(), start: Type.String() })),
    /** The provider that the caller is logged in with, or the first. */
    oidc: Type.Optional(Type.Object({ name: Type.String(), start: Type.String() })),
    /** The origin whose pages can use passkeys; absent where browsers know none. */
    passkeys: Type.Optional(Type.String()),
  }),
});

export const signIn = endpoint({
  ...submitted,
  path: "/session",
  summary: "Log in with email address and password; sets the cookie",
  body: Type.Object({
    email: Type.String({ "x-expected": "a user's email address" }),
    password: Type.String({ "x-expected": "the password" }),
  }),
  /** `next`: what a user with a second factor, or whose role needs one, must do before they are logged in. */
  response: Type.Object({
    user: Type.Optional(User),
    next: Type.Optional(Type.Object({ step: OneOf("verify", "enrol"), factors: Type.Array(OneOf("totp", "passkey")) })),
  }),
});

export const readSession = endpoint({
  ...anyone,
  method: "GET",
  path: "/session",
  summary: "The user who is logged in",
  response: User,
});

const Name = Type.Optional(NameInput());

export const changeSelf = endpoint({
  ...anyone,
  method: "PUT",
  path: "/session",
  bodyLimit: BODY_BYTES_MAX,
  summary: "Change your own name and language",
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
  summary: "Change your own password; ends all your other sessions",
  body: Type.Object({
    current_password: Type.String({ "x-expected": "your current password" }),
    password: NewPassword,
  }),
  response: Message,
});

export const confirm = endpoint({
  ...submitted,
  path: "/session/confirm",
  summary: "Show again who you are before a call that requires it; renews the cookie",
  body: Type.Object({
    password: Type.Optional(Type.String({ "x-expected": "your current password" })),
    code: Type.Optional(Type.String({ maxLength: 40, "x-expected": "a code of your second factor" })),
    passkey: Type.Optional(Type.Unknown({ "x-expected": "what the browser made of the passkey, as JSON" })),
  }),
  response: Message,
});

export const signOut = endpoint({
  ...anyone,
  method: "DELETE",
  path: "/session",
  summary: "Log out",
  response: Message,
});

export const signOutEverywhere = endpoint({
  ...anyone,
  confirmed: true,
  method: "DELETE",
  path: "/session/all",
  summary: "Log out in every browser",
  response: Message,
});

export const listSessions = endpoint({
  ...anyone,
  method: "GET",
  path: "/session/list",
  summary: "Your sessions, most recent first",
  response: Type.Array(Session),
});

export const readChanger = endpoint({
  ...anyone,
  method: "GET",
  path: "/session/changer/{company_id}/{id}",
  summary: "The name of the other user, or API key, who changed a record last",
  params: { company_id: Id, id: Id },
  response: Type.Object({ name: Type.Optional(Type.String()) }),
});

export const endSession = endpoint({
  ...anyone,
  confirmed: true,
  method: "DELETE",
  path: "/session/list/{id}",
  summary: "Log out in one browser",
  params: { id: Id },
  response: Message,
});

export const forgotPassword = endpoint({
  ...submitted,
  path: "/session/password/forgot",
  summary: "Request a link to set a new password; the response doesn't reveal whether the address is known",
  body: Type.Object({ email: Email }),
  response: Message,
});

export const setPassword = endpoint({
  ...submitted,
  path: "/session/password",
  summary: "Set a password with the link from an invitation or a password reset; ends all the user's sessions",
  body: Type.Object({
    token: Type.String({ "x-expected": "the token from the link" }),
    password: NewPassword,
  }),
  response: Message,
});
