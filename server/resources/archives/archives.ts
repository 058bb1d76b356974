import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { type RequestContext, StreamResponse } from "../../platform/http/request-context.ts";
import { streamOf } from "../../platform/http/output/text-stream.ts";
import { type StreamedFile, zipStream } from "../../platform/http/output/zip-stream.ts";
import { CSV_START, csvLine } from "../../platform/lib/text/csv.ts";
import { parsePicture, pictureBytes } from "../../platform/lib/text/picture.ts";
import { dateOf, iso } from "../../platform/lib/time/time.ts";
import { VERSION } from "../../platform/lib/version.ts";
import type { Cell } from "../../../shared/spreadsheet.ts";
import { readSigned } from "../agreements/signed-documents.ts";
import { fileName } from "../exports/exports.ts";
import * as locations from "../locations/locations.ts";
import { readArchive as contract } from "./contract.ts";
import { AGREEMENT_FILES, type Kind, PICTURES, RECORDS, TABLES } from "./kinds-store.ts";
import { type ArchivedRow, listKind } from "./store.ts";

const IDLE_MS_MAX = 60_000;

type Archive = { ctx: RequestContext; location: string; counts: Record<string, number> };

async function* rowsOf({ ctx, location, counts }: Archive, kind: Kind): AsyncGenerator<ArchivedRow[]> {
  for await (const rows of listKind(ctx.db, location, kind)) {
    counts[kind.name] = (counts[kind.name] ?? 0) + rows.length;
    yield rows;
  }
}

async function* tableOf(archive: Archive, kind: (typeof TABLES)[number]): AsyncGenerator<string> {
  yield CSV_START + csvLine(kind.columns, ",");
  for await (const rows of rowsOf(archive, kind))
    // Safe: the statement selects texts, numbers and truth values.
    yield rows
      .map((row) =>
        csvLine(
          kind.columns.map((column) => (row[column] ?? null) as Cell),
          ",",
        ),
      )
      .join("");
}

/** A record a line, so that programs can read them one by one. */
async function* recordsOf(archive: Archive, kind: Kind): AsyncGenerator<string> {
  let start = "[\n";
  for await (const rows of rowsOf(archive, kind))
    for (const { key: _key, ...row } of rows) {
      yield start + JSON.stringify(row);
      start = ",\n";
    }
  yield start === "[\n" ? "[]\n" : "\n]\n";
}

const extensionOf = (picture: string): string =>
  parsePicture(picture)
    ?.type.slice("image/".length)
    .replace("jpeg", "jpg")
    .replace(/\+xml$/, "") ?? "bin";

async function* attachmentsOf(archive: Archive): AsyncGenerator<StreamedFile> {
  for await (const rows of rowsOf(archive, PICTURES))
    for (const { name, picture } of rows)
      yield { path: `${String(name)}.${extensionOf(String(picture))}`, parts: [pictureBytes(String(picture))] };
  for await (const rows of rowsOf(archive, AGREEMENT_FILES))
    // Safe: it is a bytea.
    for (const { path, bytes } of rows) yield { path: String(path), parts: [bytes as Buffer] };
}

/** The sealed PDFs of signed agreements; those that no one has asked for are made now. */
async function* signedOf({ ctx, location }: Archive): AsyncGenerator<StreamedFile> {
  const signed = RECORDS.find(({ name }) => name === "signed_agreements");
  if (signed === undefined) return;
  for await (const rows of listKind(ctx.db, location, signed))
    for (const { key, visit_id, agreement_id } of rows)
      yield {
        path: `signed/${key}.pdf`,
        parts: [(await readSigned(ctx, location, String(visit_id), String(agreement_id))).bytes],
      };
}

async function* filesOf(archive: Archive): AsyncGenerator<StreamedFile> {
  for (const kind of TABLES) yield { path: `${kind.name}.csv`, parts: tableOf(archive, kind) };
  for (const kind of RECORDS) yield { path: `${kind.name}.json`, parts: recordsOf(archive, kind) };
  yield* attachmentsOf(archive);
  yield* signedOf(archive);
  const { ctx, location, counts } = archive;
  const about = { format: 1, foyer: VERSION, company_id: location, at: iso(ctx.now), counts };
  yield { path: "archive.json", parts: [`${JSON.stringify(about, undefined, 2)}\n`] };
}

/**
 * Everything that a location holds as a ZIP file (docs/archive.md), made while it is read: each record is as it is when
 * its turn comes. Errors: `404`.
 */
export const readArchive = async (ctx: RequestContext, { _id, timezone }: LocationClock): Promise<StreamResponse> => {
  const { name } = await locations.readLocation(ctx, _id);
  const file = `${fileName("archive", name, dateOf(ctx.now, timezone))}.zip`;
  const parts = zipStream(filesOf({ ctx, location: _id, counts: {} }));
  return new StreamResponse(async (request, reply) => {
    reply.raw.setTimeout(IDLE_MS_MAX, () => reply.raw.destroy());
    reply.headers({
      "content-type": contract.produces,
      "content-disposition": `attachment; filename="${file}"`,
      "x-content-type-options": "nosniff",
    });
    await reply.send(streamOf(request.method === "HEAD" ? [] : parts));
  });
};
