import { useCallback, useEffect, useState } from "react";

import type { Pdf } from "./pdf.ts";

/** A document page by page. `pdf`: undefined while it is read, null if it can't be shown. */
export type PdfReader = {
  pdf: Pdf | null | undefined;
  page: number;
  count: number;
  turn: (page: number) => void;
  /** It can't be shown after all. */
  fail: () => void;
};

const open = async (read: () => Promise<Blob | undefined>): Promise<Pdf | null> => {
  const [file, { openPdf }] = await Promise.all([read(), import("./pdf.ts")]);
  return file === undefined ? null : openPdf(file);
};

/**
 * Reads a document while the component is mounted.
 * @param read is stable for the same document; undefined if there is none
 */
export const usePdf = (read: (() => Promise<Blob | undefined>) | undefined): PdfReader => {
  const [pdf, setPdf] = useState<Pdf | null>();
  const [page, setPage] = useState(1);
  useEffect(() => {
    if (read === undefined) return undefined;
    const opening = { isOver: false };
    // An invalid file, and a part of ours that failed to load, are the same to a visitor.
    const opened = open(read).catch(() => null);
    void opened.then((found) => !opening.isOver && setPdf(found));
    return () => {
      opening.isOver = true;
      setPdf(undefined);
      setPage(1);
      void opened.then((found) => found?.close());
    };
  }, [read]);
  const count = pdf?.count ?? 1;
  const turn = (to: number): void => setPage(Math.max(1, Math.min(count, to)));
  const fail = useCallback(() => setPdf(null), []);
  return { pdf, page: Math.min(page, count), count, turn, fail };
};
