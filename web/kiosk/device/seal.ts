import { type SealedValue, saveValue, loadValue, type Store } from "./device-storage.ts";

const AES = { name: "AES-GCM", length: 256 };
const IV_BYTES = 12;

/** Browsers have no cryptography for plain HTTP pages from another machine. */
export const canSeal = (): boolean => (crypto as Partial<Crypto>).subtle !== undefined;

/** The kiosk's key: created once, stored by the browser, which reveals it to no script, including ours. */
export const sealingKey = async (store: Store): Promise<CryptoKey> => {
  const known = await loadValue(store, "key");
  if (known !== undefined) return known;
  const made = await crypto.subtle.generateKey(AES, false, ["encrypt", "decrypt"]);
  await saveValue(store, "key", made);
  return made;
};

/** Encrypts a value. */
export const seal = async (key: CryptoKey, value: unknown): Promise<SealedValue> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: AES.name, iv }, key, plain) };
};

/** Decrypts it. Errors: DOMException if it was sealed with another key, or changed since. */
export const unseal = async (key: CryptoKey, { iv, data }: SealedValue): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: AES.name, iv }, key, data)));
