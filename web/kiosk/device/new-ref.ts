/** A reference of a sign-in or sign-out: the same one is the same visit. Plain http has no `crypto.randomUUID`. */
export const newRef = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
