import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";

import { formatDay, formatTime } from "../../shared/format.ts";
import { useIsPrinting } from "../components/is-printing.ts";
import type { Evacuation } from "../kept-list.ts";
import { useLocation, useWriting } from "../location.ts";
import { useNow } from "../now.ts";
import { nameOf } from "../today.ts";
import styles from "./paper.module.css";
import type { Person } from "./people.ts";

type PaperProps = {
  evacuation?: Evacuation;
  people: readonly Person[];
  doors: Readonly<Record<string, string>>;
};

const Line = ({ person, door }: { person: Person; door: string | undefined }) => {
  const writing = useWriting();
  return (
    <tr>
      <td>
        <span className={styles.box} data-on={person.safe || undefined} />
      </td>
      <td>{nameOf(person)}</td>
      <td>{person.company}</td>
      <td>{person.recipient}</td>
      <td>{door}</td>
      <td>{person.phone}</td>
      <td>{formatTime(new Date(person.signed_in), writing)}</td>
      <td />
    </tr>
  );
};

/** The list on paper, to tick by hand: for when no phone works any more. */
export const Paper = ({ evacuation, people, doors }: PaperProps) => {
  const { t } = useTranslation("evacuation");
  const writing = useWriting();
  const { name } = useLocation();
  const now = new Date(useNow());
  const heads = ["safe", "visitor", "company", "host", "door", "phone", "insideSince", "seenAt"] as const;
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={styles.paper}>
      <h1>
        {t("paperTitle", { what: evacuation?.drill === true ? t("drill") : t("title"), name, count: people.length })}
      </h1>
      <p>{`${formatDay(now, writing)}, ${formatTime(now, writing)}`}</p>
      <table>
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key}>{t(`paper.${key}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Line key={person.visitor_id} person={person} door={doors[person.entrypoint_id ?? ""]} />
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
};
