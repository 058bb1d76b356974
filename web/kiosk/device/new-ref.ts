/** A reference of a sign-in or sign-out, which identifies its visit. Plain HTTP pages have no `crypto.randomUUID`. */
export const newRef = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
