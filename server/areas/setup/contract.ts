import type { User } from "../../resources/users/contract.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";

/**
 * Notes after a restore: where the previous data is kept, erasures that were repeated.
 */
export type RestoreNote = { code: "previous_data_kept"; name: string } | { code: "erased_again" };

/** The progress of the restore that the setup page started. */
export type RestoreState = {
  state: "idle" | "running" | "done" | "failed";
  /** The current stage: check, load, verify, index. */
  step: string;
  percent: number;
  /** The error, or the result. */
  message: string;
  /** What the administrator must know or do afterwards. */
  notes: readonly RestoreNote[];
};

/** A backup as the page lists it, without its path. */
export type BackupOffer = {
  name: string;
  bytes: number;
  /** The moment of its data, ISO 8601; for one that can't be read, when the file was last written. */
  time: string;
  /** Why it can't be read. */
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

/**
 * The endpoints of the setup pages (docs/setup.md). Bodies are parsed by hand, because the errors explain what to do
 * about the link.
 */
export type SetupEndpoints = {
  "POST /setup/administrator": SetupEndpoint<AdministratorBody, { user: Static<typeof User> }>;
  "POST /setup/backups": SetupEndpoint<object, { backups: BackupOffer[] }>;
  "POST /setup/restore": SetupEndpoint<{ name: string; confirm: true }, RestoreState>;
  "POST /setup/restore/progress": SetupEndpoint<object, RestoreState>;
};
