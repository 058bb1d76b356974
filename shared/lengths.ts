/** The most characters of what people type (rules 2). No imports: the pages check them, too. */
export const LENGTHS = { name: 500, email: 320, phone: 100, answer: 10_000 } as const;

const BY_FIELD: ReadonlyMap<string, number> = new Map([
  ...["first_name", "last_name", "company", "recipient"].map((field) => [field, LENGTHS.name] as const),
  ...["email", "recipient_mail"].map((field) => [field, LENGTHS.email] as const),
  ["phone", LENGTHS.phone],
]);

/** The most characters of an answer: to a documented field, or to a location's own question of this type. */
export const longestOf = (field: string, type: string = "text"): number =>
  BY_FIELD.get(field) ?? (type === "email" ? LENGTHS.email : type === "phone" ? LENGTHS.phone : LENGTHS.answer);
