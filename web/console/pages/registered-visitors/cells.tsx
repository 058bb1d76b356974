import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../shared/format.ts";
import { TwoLines } from "../../components/table/data-table.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { StatusLabel } from "../../components/feedback/status-label.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { companyBeside, nameOf, useVisitsInside } from "../../data/lists/visits.ts";
import type { Cells } from "../../features/list/columns.tsx";
import { isOccurrence } from "../../features/series/series.ts";
import { useNow } from "../../lib/use-now.ts";
import { insideSince, leftAt } from "./attendance.ts";
import { useExpectedOn } from "./expected-on.ts";

const KINDS = { created: "quiet", invited: "expected", preregistered: "ok" } as const;

/** Whether a registered visitor is inside now. */
export const useIsInside = ({ _id }: RegisteredVisitor): boolean =>
  useVisitsInside().visits?.some(({ known_visitor_id }) => known_visitor_id === _id) === true;

/** The state of a registered visitor, as a word in its colour. */
export const StatusWord = ({ person }: { person: RegisteredVisitor }) => {
  const { t } = useTranslation("registered-visitors");
  const [writing, now] = [useFormatContext(), new Date(useNow())];
  if (useIsInside(person)) {
    const since = insideSince(person, writing, now);
    const words = since !== undefined && "time" in since ? t("insideSince", since) : t("isInside");
    return <StatusLabel kind="inside">{words}</StatusLabel>;
  }
  const left = leftAt(person, writing, now);
  if (left !== undefined)
    return <StatusLabel kind="quiet">{"time" in left ? t("left", left) : t("leftOn", left)}</StatusLabel>;
  return <StatusLabel kind={KINDS[person.status]}>{t(`status.${person.status}`)}</StatusLabel>;
};

/** The list's own cells, for columns that aren't simply a field's value. */
export const useCells = (): Cells<RegisteredVisitor> => {
  const { t } = useTranslation(["registered-visitors", "series"]);
  const [writing, expectedOn] = [useFormatContext(), useExpectedOn()];
  return {
    visitor: (person) => {
      const name = nameOf(person) || t("unnamed");
      const below = [
        companyBeside(person),
        isOccurrence(person) && t("series:repeats"),
        person.group_id !== undefined && t("group.title"),
      ];
      return (
        <TwoLines
          lead={<Portrait person={person} />}
          title={name}
          below={below.filter(Boolean).join(" · ") || undefined}
        />
      );
    },
    visiting_on: expectedOn,
    status: (person) => <StatusWord person={person} />,
    create_date: ({ create_date }) => formatShortDay(new Date(create_date), writing),
  };
};
