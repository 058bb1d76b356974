import { saveValue, loadValue, type Store } from "./device-storage.ts";

/** What can't be read without the key. */
export type SealedValue = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };

const AES = { name: "AES-GCM", length: 256 };
const IV_BYTES = 12;

/** Browsers give no cryptography to a page that came over plain http (but from this machine itself). */
export const canSeal = (): boolean => (crypto as Partial<Crypto>).subtle !== undefined;

/** The kiosk's key: made once, kept by the browser, which reveals it to no script, ours included. */
export const sealingKey = async (store: Store): Promise<CryptoKey> => {
  const known = await loadValue(store, "key");
  if (known !== undefined) return known;
  const made = await crypto.subtle.generateKey(AES, false, ["encrypt", "decrypt"]);
  await saveValue(store, "key", made);
  return made;
};

/** Makes a value unreadable. */
export const seal = async (key: CryptoKey, value: unknown): Promise<SealedValue> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: AES.name, iv }, key, plain) };
};

/** Reads it again. Errors: DOMException when it was sealed with another key, or changed since. */
export const unseal = async (key: CryptoKey, { iv, data }: SealedValue): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: AES.name, iv }, key, data)));
