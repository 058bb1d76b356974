import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import type { Door, DoorHost } from "../../visitor-flow/door.ts";

/** An encrypted value. */
export type SealedValue = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

/** What a kiosk stores across restarts. */
export type StoredValues = {
  credential: string;
  location: string;
  door: { version: string; door: Door };
  hosts: { version: string; hosts: readonly DoorHost[] };
  key: CryptoKey;
};

/** Why the service rejected a sign-in or sign-out, and how often it was tried. */
export type Rejection = { tries: number; field?: string };

/**
 * A sign-in or sign-out that has not been accepted; its content is sealed. `refused`: its rejection, under the name
 * that kiosks have always stored. `isWaiting`: a receptionist asked for it to be sent again.
 */
export type StoredJob = { location: string; sealed: SealedValue; refused?: Rejection; isWaiting?: boolean };

interface Schema extends DBSchema {
  kept: { key: keyof StoredValues; value: StoredValues[keyof StoredValues] };
  waiting: { key: number; value: StoredJob };
}

/** The browser's database. */
export type Store = IDBPDatabase<Schema>;

/** Opens the browser's database. Errors: DOMException if the browser allows none. */
export const openStore = (): Promise<Store> =>
  openDB<Schema>("foyer-kiosk", 1, {
    upgrade: (db) => {
      db.createObjectStore("kept");
      db.createObjectStore("waiting", { autoIncrement: true });
    },
  });

/** The value stored under a name. */
export const loadValue = async <K extends keyof StoredValues>(
  store: Store,
  name: K,
): Promise<StoredValues[K] | undefined> => (await store.get("kept", name)) as StoredValues[K] | undefined;

/** Stores a value. */
export const saveValue = async <K extends keyof StoredValues>(
  store: Store,
  name: K,
  value: StoredValues[K],
): Promise<void> => {
  await store.put("kept", value, name);
};

/** Deletes everything about a pairing. The key is kept: queued items are sealed with it. */
export const deletePairing = async (store: Store): Promise<void> => {
  const names = ["credential", "location", "door", "hosts"] as const;
  await Promise.all(names.map((name) => store.delete("kept", name)));
};
