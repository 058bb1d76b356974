import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { formatTimeToSecond } from "../../../shared/format.ts";
import { type Column, OnPhone, TwoLines } from "../../components/table/data-table.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import styles from "./audit.module.css";
import { differencesOf } from "./differences.ts";
import type { AuditEntry, AuditLine } from "./marks.ts";
import { useActor, useActorRole, useEntryLabel, useFieldLabel, useRecordName } from "./labels.ts";

const Actor = ({ actor }: Pick<AuditEntry, "actor">) => {
  const [name, role] = [useActor()(actor), useActorRole()(actor)];
  return (
    <span className={styles.actor}>
      <bdi>{name}</bdi>
      {role !== undefined && <span className={styles.role}>{role}</span>}
    </span>
  );
};

/** What the entry is about; of a batch of marks, how many persons. */
const useSubject = (): ((entry: AuditLine) => string | undefined) => {
  const { t } = useTranslation("audit");
  const name = useRecordName();
  return (entry) => (entry.marks === undefined ? name(entry) : t("persons", { count: entry.marks.length }));
};

/** The names of the fields that changed; of what is new or gone, none: all of it did. */
const fieldsOf = ({ before, after }: AuditEntry, write: (field: string) => string): string =>
  before === undefined || after === undefined
    ? ""
    : differencesOf(before, after)
        .map(({ field }) => write(field))
        .join(", ");

/** The columns of the log. */
export const useColumns = (): readonly Column<AuditLine>[] => {
  const { t } = useTranslation("audit");
  const [act, actor, name, field] = [useEntryLabel(), useActor(), useSubject(), useFieldLabel()];
  const writing = useFormatContext();
  return useMemo(
    () => [
      {
        key: "act",
        label: t("what"),
        width: "minmax(210px, 1.6fr)",
        cell: (entry) => (
          <TwoLines
            title={act(entry)}
            below={
              <>
                <span>{name(entry)}</span>
                <OnPhone>
                  {name(entry) !== undefined && ", "}
                  {actor(entry.actor)}
                </OnPhone>
              </>
            }
          />
        ),
      },
      {
        key: "actor",
        label: t("who"),
        width: "minmax(130px, 1fr)",
        drops: 1,
        cell: (entry) => <Actor actor={entry.actor} />,
      },
      {
        key: "fields",
        label: t("fields"),
        width: "minmax(150px, 1.4fr)",
        drops: 2,
        cell: (entry) => <span className={styles.fields}>{fieldsOf(entry, field)}</span>,
      },
      {
        key: "at",
        label: t("when"),
        width: "76px",
        right: true,
        cell: ({ at }) => <span className={styles.time}>{formatTimeToSecond(new Date(at), writing)}</span>,
      },
    ],
    [t, act, actor, name, field, writing],
  );
};
