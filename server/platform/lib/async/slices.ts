import { setImmediate as afterOthers } from "node:timers/promises";

/** Working on this many records takes some milliseconds. */
const SLICE = 1_000;

/** A list slice by slice; between slices, other requests have their turn. */
export async function* slicesOf<T>(list: readonly T[], size = SLICE): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) {
    if (at > 0) await afterOthers();
    yield list.slice(at, at + size);
  }
}

/** `list.map` for any number of records: between slices, other requests have their turn. */
export const mapInSlices = async <T, R>(list: readonly T[], convert: (item: T, index: number) => R): Promise<R[]> => {
  const converted: R[] = [];
  for await (const slice of slicesOf(list)) for (const item of slice) converted.push(convert(item, converted.length));
  return converted;
};

/** The JSON text of a list of any length: between slices, other requests have their turn. */
export const jsonOfList = async (list: readonly unknown[]): Promise<string> => {
  const parts: string[] = [];
  for await (const slice of slicesOf(list)) parts.push(JSON.stringify(slice).slice(1, -1));
  return `[${parts.join(",")}]`;
};
