import type { Door } from "../../visitor-flow/door.ts";
import type { Caller } from "../../visitor-flow/call.ts";
import { call, type KioskEndpoints } from "./call.ts";
import { openStore, type Store } from "./device-storage.ts";
import { cacheDocuments, type DocumentRequest, readDocument } from "./documents.ts";

type HealthReport = NonNullable<KioskEndpoints["POST /heartbeat"]["body"]["health"]>;

/**
 * The services behind a kiosk: its own API and the browser's database, or a demo's replacements (demo/demo-source.ts).
 */
export type DeviceSource = {
  /** undefined: nothing survives a reload. */
  store: Store | undefined;
  /** The initial pairing. */
  credential?: string;
  call: (credential: string | undefined) => Caller<KioskEndpoints>;
  readDocument: (request: DocumentRequest, credential: string) => Promise<Blob | undefined>;
  cacheDocuments: (door: Door, credential: string) => Promise<void>;
  print: () => void;
  /** The device is inactive: it sends no heartbeats and nothing else. */
  crashed: (error: unknown) => void;
  /** The health of the device; a demo has none. */
  readHealth?: () => Promise<HealthReport>;
};

/**
 * A kiosk of this service. Without a database (in a private window), it forgets everything. @param page the page's own
 * additions
 */
export const ownSource = async (
  page: Required<Pick<DeviceSource, "crashed" | "readHealth">>,
): Promise<DeviceSource> => ({
  ...page,
  store: await openStore().catch(() => undefined),
  call,
  readDocument,
  cacheDocuments,
  print: () => window.print(),
});
