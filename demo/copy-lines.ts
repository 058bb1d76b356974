import type { PlannedLocation } from "./plan.ts";
import { arrival } from "./day-rhythm.ts";
import { ordinaryVisit, type VisitValues, visitValues } from "./visits.ts";

const CHUNK_LENGTH = 65_536;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const field = (value: string | number | null): string =>
  value === null ? "\\N" : String(value).replaceAll(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? "");

/** One row in the text format of COPY. */
const copyLine = (values: VisitValues): string => `${values.map(field).join("\t")}\n`;

type Line = { at: number; text: string };

function* dayLines(plans: readonly PlannedLocation[], index: number, now: number): Generator<Line> {
  for (const { site, days } of plans) {
    const day = days[index];
    if (day === undefined) continue;
    for (let left = day.visits; left > 0; left -= 1) {
      const at = arrival(site.random, day, now);
      yield { at, text: copyLine(visitValues(site.random, site, ordinaryVisit(site.random, site, at, now))) };
    }
  }
}

function* sceneLines(plans: readonly PlannedLocation[]): Generator<Line> {
  for (const { site, scene } of plans)
    for (const visit of scene.visits)
      yield { at: visit.signedIn, text: copyLine(visitValues(site.random, site, visit)) };
}

/** All visits as lines, in chronological order: as on the disk of a service that has run for years. */
export function* chunksOf(
  plans: readonly PlannedLocation[],
  now: number,
  onLines: (count: number) => void,
): Generator<string> {
  const days = plans[0]?.days.length ?? 0;
  let chunk = "";
  for (let day = 0; day < days; day += 1) {
    const lines = [...dayLines(plans, day, now), ...(day === days - 1 ? sceneLines(plans) : [])];
    for (const { text } of lines.toSorted((a, b) => a.at - b.at)) {
      chunk += text;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = "";
    }
    onLines(lines.length);
  }
  yield chunk;
}
