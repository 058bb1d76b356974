const NAMES: ReadonlySet<string> = new Set(["first_name", "last_name"]);

/** Whether the visitor's own name is among these questions: of a delivery, only the carrier may be asked. */
export const asksName = (questions: readonly { field_name: string }[]): boolean =>
  questions.some(({ field_name }) => NAMES.has(field_name));
