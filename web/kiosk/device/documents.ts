import { fetchFile } from "../../visitor-flow/call.ts";
import { type Door, type DoorAgreement, inLanguage } from "../../visitor-flow/door.ts";

const CACHE = "foyer-documents";

/** The cache key of a document: a digest of its content, so that a new version is another one. */
const addressOf = (digest: string): string => `/kiosk/documents/${digest}`;

/** Browsers have no cache storage for plain HTTP pages from another machine. */
const openCache = async (): Promise<Cache | undefined> =>
  (globalThis as Partial<typeof globalThis>).caches === undefined ? undefined : caches.open(CACHE);

const fetchDocument = (agreement: string, language: string, credential: string): Promise<Response | undefined> => {
  const query = new URLSearchParams({ language_id: language });
  return fetchFile(`/kiosk/api/agreements/${agreement}/pdf?${query.toString()}`, credential);
};

/** Which document, and the language to show it in. */
export type DocumentRequest = { agreement: DoorAgreement; language: string; fallback: string };

/** The document of an agreement, from the cache or the service; undefined if neither is possible. */
export const readDocument = async (
  { agreement, language, fallback }: DocumentRequest,
  credential: string,
): Promise<Blob | undefined> => {
  const digest = inLanguage(agreement.pdf, language, fallback)?.sha256 ?? "";
  const kept = await (await openCache())?.match(addressOf(digest));
  return (kept ?? (await fetchDocument(agreement._id, language, credential)))?.blob();
};

/**
 * Caches the documents of all agreements for use offline, and removes unused ones. Documents that couldn't be read are
 * tried again with the next call.
 */
export const cacheDocuments = async ({ agreements }: Pick<Door, "agreements">, credential: string): Promise<void> => {
  const cache = await openCache();
  if (cache === undefined) return;
  const wanted = new Map(
    agreements.flatMap(({ _id, pdf }) =>
      Object.entries(pdf).map(([language, { sha256 }]) => [addressOf(sha256), { _id, language }] as const),
    ),
  );
  for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
  for (const [address, { _id, language }] of wanted) {
    if ((await cache.match(address)) !== undefined) continue;
    const response = await fetchDocument(_id, language, credential);
    // A browser without space for it reads it when it is shown.
    if (response !== undefined) await cache.put(address, response).catch(() => undefined);
  }
};
