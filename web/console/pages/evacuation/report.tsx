import { IconArrowLeft, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { atLineStart } from "../../../../shared/text/typography.ts";
import { formatDay, formatNumber, formatTime, formatTimeToSecond } from "../../../shared/format.ts";
import { Button } from "../../components/button/button.tsx";
import { saveCsv } from "../../components/import/csv.ts";
import { LoadingState } from "../../components/feedback/loading-state.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { type Evacuation, evacuationQuery } from "../../data/session/evacuation-storage.ts";
import { useLocation, useFormatContext } from "../../data/session/location.ts";
import { companyBeside, nameOf } from "../../data/lists/visits.ts";
import { formatElapsed, isRejected, type Person, sortByName } from "./people.ts";
import styles from "./report.module.css";
import { useEntryPointNames } from "./use-evacuation.ts";

const Figure = ({ name, alarm = false, children }: { name: string; alarm?: boolean; children: ReactNode }) => (
  <div className={styles.figure} data-alarm={alarm || undefined}>
    <dd>{children}</dd>
    <dt>{name}</dt>
  </div>
);

/** How long it took for half, and for all: a report in which people are missing says so, and never that they are safe. */
const Times = ({ evacuation: { people = 0, safe = 0, median_seconds, persons } }: { evacuation: Evacuation }) => {
  const { t } = useTranslation("evacuation");
  const last = Math.max(-1, ...persons.filter((one) => !isRejected(one)).map(({ seconds = -1 }) => seconds));
  return (
    <>
      {median_seconds !== undefined && <Figure name={t("median")}>{formatElapsed(median_seconds * 1000)}</Figure>}
      {median_seconds === undefined && people > 0 && <Figure name={t("medianNever")}>–</Figure>}
      {last >= 0 && (
        <Figure name={t(safe < people ? "lastKnownSafe" : "lastSafe")}>{formatElapsed(last * 1000)}</Figure>
      )}
    </>
  );
};

/** Who is missing comes first. */
const Figures = ({ evacuation }: { evacuation: Evacuation }) => {
  const { t, i18n } = useTranslation("evacuation");
  const write = (value: number): string => formatNumber(value, i18n.language);
  const { people = 0, safe = 0, started, ended } = evacuation;
  const missing = people - safe;
  return (
    <dl className={styles.figures}>
      {missing > 0 && (
        <Figure name={t("unaccounted", { count: missing })} alarm>
          {write(missing)}
        </Figure>
      )}
      <Figure name={t("peopleInside", { count: people })}>{write(people)}</Figure>
      <Figure name={t("wereSafe", { count: safe })}>{write(safe)}</Figure>
      <Times evacuation={evacuation} />
      {ended !== undefined && (
        <Figure name={t("took")}>{formatElapsed(Date.parse(ended) - Date.parse(started))}</Figure>
      )}
    </dl>
  );
};

/** Who was never safe comes first, then by how long it took; by name where that is the same. Those rejected are last. */
const inOrder = (persons: readonly Person[], language: string): Person[] =>
  sortByName(persons, language).toSorted(
    (a, b) =>
      Number(isRejected(a)) - Number(isRejected(b)) ||
      (b.seconds ?? Number.MAX_VALUE) - (a.seconds ?? Number.MAX_VALUE),
  );

/** How to find who is missing: their company and their phone. */
const Contact = ({ person }: { person: Person }) => {
  if (person.safe) return null;
  const { phone } = person;
  return (
    <span className={styles.contact}>
      {companyBeside(person) !== undefined && <bdi>{companyBeside(person)}</bdi>}
      {phone !== undefined && <a href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`}>{phone}</a>}
    </span>
  );
};

const Row = ({ person, entryPoint }: { person: Person; entryPoint: string | undefined }) => {
  const { t } = useTranslation("evacuation");
  const writing = useFormatContext();
  const at = person.marked === undefined ? "" : formatTimeToSecond(new Date(person.marked.at), writing);
  return (
    <tr>
      <th scope="row">
        <bdi>{nameOf(person) || t("nameless")}</bdi>
        <Contact person={person} />
        <span className={styles.below}>{[entryPoint, person.recipient].filter(Boolean).join(", ")}</span>
      </th>
      <td>{entryPoint}</td>
      <td>{person.recipient}</td>
      <td className={styles.number}>
        {isRejected(person) ? (
          t("rejected")
        ) : person.seconds === undefined ? (
          <span className={styles.never}>{atLineStart(t("unaccounted", { count: 1 }), writing.language)}</span>
        ) : (
          formatElapsed(person.seconds * 1000)
        )}
      </td>
      <td>{person.signed_out ? t("leftByThemselves") : [at, person.marked?.by].filter(Boolean).join(", ")}</td>
    </tr>
  );
};

const useTable = () => {
  const { t } = useTranslation("evacuation");
  const heads = [t("paper.visitor"), t("paper.door"), t("paper.host"), t("timeToSafe"), t("marked")];
  const cells = (persons: readonly Person[], entryPoints: Readonly<Record<string, string>>): (string | number)[][] => [
    [
      t("paper.visitor"),
      t("paper.company"),
      t("paper.door"),
      t("paper.host"),
      t("safe"),
      t("secondsToSafe"),
      t("markedAt"),
      t("by"),
      t("paper.phone"),
      t("rejected"),
    ],
    ...persons.map((person) => [
      nameOf(person),
      person.company ?? "",
      entryPoints[person.entrypoint_id ?? ""] ?? "",
      person.recipient ?? "",
      t(person.safe ? "yes" : "no"),
      person.seconds ?? "",
      person.marked?.at ?? "",
      person.marked?.by ?? "",
      person.phone ?? "",
      t(isRejected(person) ? "yes" : "no"),
    ]),
  ];
  return { heads, cells };
};

const Content = ({ evacuation }: { evacuation: Evacuation }) => {
  const { t } = useTranslation("evacuation");
  const { name } = useLocation();
  const writing = useFormatContext();
  const entryPoints = useEntryPointNames();
  const { heads, cells } = useTable();
  const started = new Date(evacuation.started);
  const persons = inOrder(evacuation.persons, writing.language);
  const save = (): void =>
    saveCsv(cells(persons, entryPoints), `evacuation-${evacuation.started.slice(0, 16).replaceAll(/\D/g, "")}.csv`);
  return (
    <>
      <div className={styles.head}>
        <div>
          <PageTitle className={styles.title}>{evacuation.drill ? t("reportDrill") : t("report")}</PageTitle>
          <p className={styles.when}>
            {t("reportOf", { name, day: formatDay(started, writing), time: formatTime(started, writing) })}
          </p>
        </div>
        <div className={styles.acts}>
          <Button icon={<IconPrinter aria-hidden="true" />} onClick={() => globalThis.print()}>
            {t("printReport")}
          </Button>
          <Button icon={<IconDownload aria-hidden="true" />} onClick={save}>
            {t("download")}
          </Button>
        </div>
      </div>
      <Figures evacuation={evacuation} />
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={t("report")}>
        <table className={styles.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {persons.map((person) => (
              <Row key={person.visitor_id} person={person} entryPoint={entryPoints[person.entrypoint_id ?? ""]} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};

/** After it: how long it took, for each and in the middle. Names are here for as long as the visits are kept. */
export const Report = ({ id }: { id: string }) => {
  const { t } = useTranslation("evacuation");
  const { _id: location } = useLocation();
  const { data, error, refetch } = useQuery(evacuationQuery(location, id));
  return (
    <main className={styles.page}>
      <Link to="/at/$location/evacuation" params={{ location }} search={{}} className={styles.back}>
        <IconArrowLeft size={20} stroke={1.6} aria-hidden="true" />
        {t("title")}
      </Link>
      {data === undefined ? (
        <LoadingState
          rows={8}
          label={t("report")}
          failed={<PageTitle>{t("reportNotRead")}</PageTitle>}
          error={error}
          retry={refetch}
        />
      ) : (
        <Content evacuation={data} />
      )}
    </main>
  );
};
