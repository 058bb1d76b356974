import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Door, DoorHost } from "../../shared/visit/door.ts";
import type { Sealed } from "./seal.ts";

/** What a kiosk remembers over a restart. */
export type Kept = {
  credential: string;
  location: string;
  door: { version: string; door: Door };
  hosts: { version: string; hosts: readonly DoorHost[] };
  key: CryptoKey;
};

/** Why the service did not take something, and how often it was tried. */
export type Refusal = { tries: number; field?: string };

/** A sign-in or sign-out that has not been sent; its content is sealed. `isWaiting`: somebody had a refused one sent again. */
export type Waiting = { location: string; sealed: Sealed; refused?: Refusal; isWaiting?: boolean };

interface Schema extends DBSchema {
  kept: { key: keyof Kept; value: Kept[keyof Kept] };
  waiting: { key: number; value: Waiting };
}

/** The browser's database. */
export type Store = IDBPDatabase<Schema>;

/** Opens the browser's database. Errors: DOMException where the browser allows none. */
export const openStore = (): Promise<Store> =>
  openDB<Schema>("foyer-kiosk", 1, {
    upgrade: (db) => {
      db.createObjectStore("kept");
      db.createObjectStore("waiting", { autoIncrement: true });
    },
  });

/** What is remembered under a name. */
export const recall = async <K extends keyof Kept>(store: Store, name: K): Promise<Kept[K] | undefined> =>
  (await store.get("kept", name)) as Kept[K] | undefined;

/** Remembers something. */
export const keep = async <K extends keyof Kept>(store: Store, name: K, value: Kept[K]): Promise<void> => {
  await store.put("kept", value, name);
};

/** Forgets what belongs to a pairing. The key stays: what waits to be sent is sealed with it. */
export const forgetPairing = async (store: Store): Promise<void> => {
  const names = ["credential", "location", "door", "hosts"] as const;
  await Promise.all(names.map((name) => store.delete("kept", name)));
};
