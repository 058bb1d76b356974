import { useTranslation } from "react-i18next";

import { formatTime } from "../../../shared/format.ts";
import { Box, Paper } from "../../components/layout/paper.tsx";
import type { Evacuation } from "../../data/session/evacuation-storage.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { isRejected, type Person } from "./people.ts";
import { SortedName } from "./sorted-name.tsx";

type PrintedPeopleProps = {
  evacuation?: Evacuation;
  people: readonly Person[];
  entryPoints: Readonly<Record<string, string>>;
};

const Line = ({ person, entryPoint }: { person: Person; entryPoint: string | undefined }) => {
  const { t } = useTranslation("evacuation");
  const writing = useFormatContext();
  return (
    <tr>
      <td>
        <Box on={person.safe} />
      </td>
      <td>
        <SortedName person={person} />
        {isRejected(person) && ` (${t("rejected")})`}
      </td>
      <td>{person.company}</td>
      <td>{person.recipient}</td>
      <td>{entryPoint}</td>
      <td>{person.phone}</td>
      <td>{formatTime(new Date(person.signed_in), writing)}</td>
      <td />
    </tr>
  );
};

const HEADS = ["safe", "visitor", "company", "host", "door", "phone", "insideSince", "seenAt"] as const;

/** The list on paper, to tick by hand: for when no phone works any more. */
export const PrintedPeople = ({ evacuation, people, entryPoints }: PrintedPeopleProps) => {
  const { t } = useTranslation("evacuation");
  const { name } = useLocation();
  const what = evacuation?.drill === true ? t("drill") : t("title");
  return (
    <Paper
      title={t("paperTitle", { what, name, count: people.filter((person) => !isRejected(person)).length })}
      heads={HEADS.map((key) => t(`paper.${key}`))}
    >
      {people.map((person) => (
        <Line key={person.visitor_id} person={person} entryPoint={entryPoints[person.entrypoint_id ?? ""]} />
      ))}
    </Paper>
  );
};
