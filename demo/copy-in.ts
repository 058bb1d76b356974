import { once } from "node:events";

import type { ClientBase, Connection, Submittable } from "pg";

/** The part of pg's connection that handles COPY; its types omit it. */
type CopyConnection = Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};

/** The methods that pg's client calls on the current query. */
type CopyQuery = Submittable & {
  handleCopyInResponse(connection: CopyConnection): void;
  handleCommandComplete(): void;
  handleReadyForQuery(): void;
  handleError(error: Error): void;
};

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const field = (value: string | number | null): string =>
  value === null ? "\\N" : String(value).replaceAll(SPECIAL, (sign) => ESCAPES[sign] ?? "");

/** One row in the text format of COPY. */
export const copyLine = (values: readonly (string | number | null)[]): string => `${values.map(field).join("\t")}\n`;

/** Sends all chunks, waiting whenever the socket is full; stops as soon as the server has refused one. */
const pump = async (connection: CopyConnection, chunks: Iterable<string>, refused: () => boolean): Promise<void> => {
  for (const chunk of chunks) {
    if (refused()) return;
    connection.sendCopyFromChunk(Buffer.from(chunk));
    if (connection.stream.writableNeedDrain) await once(connection.stream, "drain");
  }
  connection.endCopyFrom();
};

/**
 * Runs `copy … from stdin` with the chunks as its input. Errors: PostgreSQL's error for a row, or that of making a
 * chunk; then nothing was copied.
 */
export const copyIn = (client: ClientBase, text: string, chunks: Iterable<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    let failed: unknown;
    const query: CopyQuery = {
      submit: (connection) => connection.query(text),
      handleCopyInResponse: (connection) => {
        pump(connection, chunks, () => failed !== undefined).catch((error: unknown) => {
          failed ??= error;
          connection.sendCopyFail("the rows could not be made");
        });
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => resolve(),
      // pg forgets the query after an error, so there is no further event.
      handleError: (error) => {
        failed ??= error;
        reject(failed instanceof Error ? failed : error);
      },
    };
    client.query(query);
  });
