import type { User } from "../../resources/users/contract.ts";
import type { Static } from "../../platform/http/schemas.ts";

/** The name under which the data from before are kept, erasures that were repeated, or secrets of another SECRET_KEY that don't work. */
export type RestoreNote =
  | { code: "previous_data_kept"; name: string }
  | { code: "erased_again" }
  | { code: "other_key" };

/** How far the restore that the first-run page began is. */
export type RestoreState = {
  state: "idle" | "running" | "done" | "failed";
  /** The part under way: check, load, verify, index. */
  step: string;
  percent: number;
  /** What went wrong, or what was done. */
  message: string;
  /** What its reader must know or do after it. */
  notes: readonly RestoreNote[];
};

/** A backup as the page lists it: nothing of where it is. */
export type BackupOffer = {
  name: string;
  bytes: number;
  /** The moment that it is of, ISO 8601; of one that cannot be read, when the file was last written. */
  time: string;
  /** Why it cannot be read. */
  problem?: string;
  program?: string;
  migration?: number;
  locations?: number;
  visits?: number;
  users?: number;
};

type AdministratorBody = {
  email: string;
  password: string;
  first_name?: string;
  last_name?: string;
  language_id?: string;
};

/** Every body has the token of the printed link. */
type SetupEndpoint<Body, Answer> = { params: object; query: object; body: Body & { token: string }; answer: Answer };

/** What the first-run pages call (docs/setup.md). Its bodies are read by hand, for the refusals say what to do about the link. */
export type SetupEndpoints = {
  "POST /setup/administrator": SetupEndpoint<AdministratorBody, { user: Static<typeof User> }>;
  "POST /setup/backups": SetupEndpoint<object, { backups: BackupOffer[] }>;
  "POST /setup/restore": SetupEndpoint<{ name: string; confirm: true }, RestoreState>;
  "POST /setup/restore/progress": SetupEndpoint<object, RestoreState>;
};
