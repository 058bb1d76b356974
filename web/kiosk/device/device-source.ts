import type { Door } from "../../visitor-flow/door.ts";
import type { Caller } from "../../visitor-flow/call.ts";
import { call, type KioskEndpoints } from "./call.ts";
import { openStore, type Store } from "./device-storage.ts";
import { cacheDocuments, type DocumentRequest, readDocument } from "./documents.ts";

type HealthReport = NonNullable<KioskEndpoints["POST /heartbeat"]["body"]["health"]>;

/** What a kiosk is made of: its own service and the browser's database, or what a demo has in their place (demo/demo-source.ts). */
export type DeviceSource = {
  /** undefined: it keeps nothing over a reload. */
  store: Store | undefined;
  /** What it is paired with from the start. */
  credential?: string;
  call: (credential: string | undefined) => Caller<KioskEndpoints>;
  readDocument: (request: DocumentRequest, credential: string) => Promise<Blob | undefined>;
  cacheDocuments: (door: Door, credential: string) => Promise<void>;
  print: () => void;
  /** The device runs no more: no heartbeat, nothing is sent. */
  crashed: (error: unknown) => void;
  /** What can be told of the device; nothing of a demo. */
  readHealth?: () => Promise<HealthReport>;
};

/** A kiosk of this service. A browser that allows no database (a private window) makes one that forgets. @param page what the page adds */
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
