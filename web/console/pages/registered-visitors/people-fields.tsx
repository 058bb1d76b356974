import { Textarea, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type ClipboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { Button, IconButton } from "../../components/button.tsx";
import { useImportFields } from "./import-rows.ts";
import { personProblem } from "./new-registrations.ts";
import { readPeople } from "./people-lines.ts";
import type { Person } from "./person-names.ts";
import styles from "./people-fields.module.css";

const FIELDS = ["first_name", "last_name", "email", "company", "phone"] as const satisfies (keyof Person)[];
/** Shown where it was pasted. */
const RARE = "phone";

type RowProps = { person: Person; number: number; set: (person: Person) => void; remove: () => void };

const PersonRow = ({ person, number, set, remove }: RowProps) => {
  const { t } = useTranslation("registered-visitors");
  const problem = personProblem(person);
  const errorAt = (field: keyof Person): string | undefined => {
    if (problem === "email") return field === "email" ? t("problem.email") : undefined;
    return problem !== undefined && field === "last_name" ? t("problem.name") : undefined;
  };
  return (
    <li className={styles.row}>
      <div className={styles.fields}>
        {FIELDS.filter((field) => field !== RARE || person[RARE] !== "").map((field) => (
          <TextInput
            key={field}
            size="sm"
            aria-label={t("fieldOf", { field: t(`target.${field}`), number })}
            placeholder={t(`target.${field}`)}
            type={field === "email" ? "email" : "text"}
            value={person[field]}
            error={errorAt(field)}
            onChange={(event) => set({ ...person, [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      <IconButton label={t("removeRow", { number })} onClick={remove}>
        <IconTrash />
      </IconButton>
    </li>
  );
};

type PeopleFieldsProps = {
  people: readonly Person[];
  set: (people: readonly Person[]) => void;
  problem: string | undefined;
};

const EMPTY: Person = { first_name: "", last_name: "", email: "", company: "", phone: "" };

/** Several visitors, pasted from an email, a list or a spreadsheet, and put right before anything is sent. */
export const PeopleFields = ({ people, set, problem }: PeopleFieldsProps) => {
  const { t } = useTranslation("registered-visitors");
  const targets = useImportFields();
  const [pasted, setPasted] = useState("");
  const add = (text: string): void => {
    set([...people, ...readPeople(text, targets)]);
    setPasted("");
  };
  const paste = (event: ClipboardEvent): void => {
    if (pasted !== "") return;
    event.preventDefault();
    add(event.clipboardData.getData("text"));
  };
  return (
    <div className={styles.people}>
      <Textarea
        label={t("paste")}
        description={t("help.paste")}
        minRows={3}
        maxRows={8}
        value={pasted}
        error={problem}
        spellCheck={false}
        onPaste={paste}
        onChange={(event) => setPasted(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button size="input" disabled={pasted.trim() === ""} onClick={() => add(pasted)}>
          {t("addPasted")}
        </Button>
        <Button size="input" kind="quiet" onClick={() => set([...people, EMPTY])}>
          {t("addRow")}
        </Button>
      </div>
      <p className={styles.count} role="status">
        {people.length > 0 && t("count", { count: people.length, number: people.length })}
      </p>
      <ol className={styles.rows} aria-label={t("people")}>
        {people.map((person, index) => (
          <PersonRow
            // oxlint-disable-next-line react/no-array-index-key -- rows have nothing else of their own
            key={index}
            person={person}
            number={index + 1}
            set={(next) => set(people.with(index, next))}
            remove={() => set(people.toSpliced(index, 1))}
          />
        ))}
      </ol>
    </div>
  );
};
