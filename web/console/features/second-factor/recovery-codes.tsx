import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { Button } from "../../components/button/button.tsx";
import { saveFile } from "../../components/import/csv.ts";
import { useIsPrinting } from "../../components/layout/is-printing.ts";
import paper from "../../components/layout/paper.module.css";
import { CopyButton } from "../../components/text/code.tsx";
import styles from "./second-factor.module.css";

type RecoveryCodesProps = { codes: readonly string[]; email: string; done: () => void };

/** The codes on paper: nothing else of the page is printed. */
const PrintedCodes = ({ codes, title }: { codes: readonly string[]; title: string }) => {
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={paper.paper}>
      <h1>{title}</h1>
      <ul>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>,
    document.body,
  );
};

/** Shows recovery codes, this once: to copy, to print, to store in a file. */
export const RecoveryCodes = ({ codes, email, done }: RecoveryCodesProps) => {
  const { t } = useTranslation("second-factor");
  const title = t("fileTitle", { email });
  const text = codes.join("\n");
  return (
    <div className={styles.form}>
      <p>{t("codesHelp")}</p>
      <div className={styles.codes}>
        <ul>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <CopyButton text={text} label={t("copyCodes")} />
      </div>
      <div className={styles.foot}>
        <Button icon={<IconPrinter />} onClick={() => print()}>
          {t("print")}
        </Button>
        <Button
          icon={<IconDownload />}
          onClick={() => saveFile(`${title}\n\n${text}\n`, "foyer-recovery-codes.txt", "text/plain;charset=utf-8")}
        >
          {t("download")}
        </Button>
        <Button kind="primary" onClick={done} data-autofocus>
          {t("stored")}
        </Button>
      </div>
      <PrintedCodes codes={codes} title={title} />
    </div>
  );
};
