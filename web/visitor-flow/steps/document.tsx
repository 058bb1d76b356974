import { IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { DoorAgreement } from "../door.ts";
import { PdfPage } from "../pdf-page.tsx";
import { type PdfReader, usePdf } from "../use-pdf.ts";
import { useFace } from "./face.ts";
import { PageTurns, Sheet } from "./paper.tsx";
import styles from "./paper.module.css";

/** `unseen`: it is loading, or not viewed to the end: it can't be agreed to yet. `broken`: it can't be shown here. */
export type DocumentState = "unseen" | "seen" | "broken";

/** The document of an agreement; a file that can't be read is broken. @param see is a stable function */
export const useDocument = (agreement: DoorAgreement, see: (seen: DocumentState) => void): PdfReader => {
  const { readDocument } = useFace();
  const read = useCallback(() => readDocument(agreement), [agreement, readDocument]);
  const reading = usePdf(agreement.type === "pdf" ? read : undefined);
  const { pdf } = reading;
  useEffect(() => {
    if (pdf === null) see("broken");
    else if (pdf !== undefined) see("seen");
  }, [pdf, see]);
  return reading;
};

/** A document, one page at a time. A page made for paper is small on a screen: it can be enlarged and moved. */
export const Document = ({ title, reading }: { title: string; reading: PdfReader }) => {
  const { t } = useTranslation("visitor-flow");
  const { TurnButton, bySize } = useFace();
  const { pdf, page, fail } = reading;
  const [isLarge, setLarge] = useState(false);
  const Zoom = isLarge ? IconZoomOut : IconZoomIn;
  const classNames = { box: styles.document, text: "hidden" };
  return (
    <Sheet title={title} isBusy={pdf === undefined}>
      {pdf === null && <p role="status">{t("pdfBroken")}</p>}
      {pdf === undefined && <div className={styles.document} />}
      {pdf && <PdfPage {...{ pdf, page, classNames, title, fail }} zoom={isLarge ? bySize(1.75, 2.25) : 1} />}
      {pdf && (
        <PageTurns pages={reading}>
          <TurnButton
            icon={<Zoom size={bySize(22, 18)} stroke={1.8} aria-hidden="true" />}
            onClick={() => setLarge(!isLarge)}
          >
            {t(isLarge ? "smaller" : "larger")}
          </TurnButton>
        </PageTurns>
      )}
    </Sheet>
  );
};
