import { useEffect, useRef, useState } from "react";

import type { Pdf } from "./pdf.ts";

type PdfPageProps = {
  pdf: Pdf;
  page: number;
  /** Of the box that scrolls, and of what only readers hear. */
  classNames: { box: string | undefined; text: string | undefined };
  title: string;
  /** The width relative to the box. */
  zoom: number;
  /** Called if it can't be drawn. The same function while the document is shown. */
  fail: () => void;
};

/** One page of a document, at least as wide as its box; its text is beside it for screen readers. */
export const PdfPage = ({ pdf, page, classNames, title, zoom, fail }: PdfPageProps) => {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const [place, paper] = [box.current, canvas.current];
    if (place === null || paper === null) return undefined;
    const drawing = { isOver: false, width: 0, last: Promise.resolve<unknown>(undefined) };
    const draw = async (): Promise<void> => {
      if (drawing.isOver) return;
      const said = await pdf.draw(page, paper, drawing.width * zoom);
      if (!drawing.isOver) setText(said);
    };
    // One after the other: a canvas takes one picture at a time.
    const observer = new ResizeObserver(() => {
      const { clientWidth } = place;
      if (clientWidth === 0 || clientWidth === drawing.width) return;
      drawing.width = clientWidth;
      drawing.last = drawing.last.then(draw).catch(() => drawing.isOver || fail());
    });
    observer.observe(place);
    place.scrollTop = 0;
    return () => {
      drawing.isOver = true;
      observer.disconnect();
    };
  }, [pdf, page, zoom, fail]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must with keys, too
    <div ref={box} className={classNames.box} role="group" tabIndex={0} aria-label={title}>
      {/* Another page is another canvas: the last picture of one does not get into the next. */}
      <canvas key={`${page} ${zoom}`} ref={canvas} style={{ width: `${zoom * 100}%` }} aria-hidden="true" />
      <p className={classNames.text}>{text}</p>
    </div>
  );
};
