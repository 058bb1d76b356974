import { Textarea } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { HOST_HEADINGS, VISITOR_HEADINGS } from "../../../../shared/import/headings.ts";
import { makeIsHeading } from "../../../../shared/import/match-columns.ts";
import { readTable, readTextTable, type Table } from "../../../../shared/import/read-table.ts";
import { UnreadableTable } from "../../../../shared/import/unreadable-table.ts";
import { Button } from "../button/button.tsx";
import styles from "./csv-source.module.css";

/** Lines above the heading are passed over, as far as one of these is known. */
const isHeading = makeIsHeading({ ...HOST_HEADINGS, ...VISITOR_HEADINGS });

type CsvSourceProps = {
  /** The hint, such as the recognised columns. */
  help: ReactNode;
  take: (table: Table) => void;
};

type DropProps = { help: ReactNode; readFile: (file: File | undefined) => void };

const Drop = ({ help, readFile }: DropProps) => {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    readFile(event.dataTransfer.files[0]);
  };
  return (
    <label
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconTableImport size={22} stroke={1.6} aria-hidden="true" />
      <span className={styles.choose}>{t("csv.choose")}</span>
      <span className={styles.help}>{help}</span>
      <input
        type="file"
        className="hidden"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        aria-label={t("csv.choose")}
        onChange={(event) => readFile(event.currentTarget.files?.[0])}
      />
    </label>
  );
};

/** The source of a table: a dropped or chosen file, or text pasted from a spreadsheet. */
export const CsvSource = ({ help, take }: CsvSourceProps) => {
  const { t } = useTranslation();
  const [pasted, setPasted] = useState("");
  const [problem, setProblem] = useState<string>();
  const read = async (tableOf: () => Table | Promise<Table>): Promise<void> => {
    try {
      const table = await tableOf();
      if (table.rows.length > 0) take(table);
      else setProblem(t("csv.problem.empty"));
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      setProblem(t(`csv.problem.${error.problem}`, { line: error.line }));
    }
  };
  const readFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    await read(() => readTable(bytes, isHeading));
  };
  return (
    <div className={styles.source}>
      <Drop help={help} readFile={(file) => void readFile(file)} />
      <Textarea
        label={t("csv.paste")}
        minRows={4}
        maxRows={10}
        value={pasted}
        error={problem}
        spellCheck={false}
        onChange={(event) => {
          setPasted(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      <div>
        <Button disabled={pasted.trim() === ""} onClick={() => void read(() => readTextTable(pasted, isHeading))}>
          {t("csv.read")}
        </Button>
      </div>
    </div>
  );
};
