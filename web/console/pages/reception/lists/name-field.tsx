import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../../../shared/format.ts";
import { matches } from "../../../../shared/text-matching.ts";
import { signInRegistered, signOut } from "../../../actions/visit-actions.tsx";
import { Options } from "../../../components/form/options.tsx";
import { useCombobox } from "../../../components/search/use-combobox.ts";
import { focusPage, restOnRecord } from "../../../components/focus/row-focus.ts";
import { Portrait } from "../../../components/photo/portrait.tsx";
import { SearchField } from "../../../components/search/search-field.tsx";
import { CompanyAndHost } from "../../../components/form/company-and-host.tsx";
import { useLocationId, useFormatContext } from "../../../data/session/location.ts";
import { type RegisteredVisitor, useRegisteredToday } from "../../../data/lists/registered-visitors.ts";
import { nameOf, useVisitsInside, type Visit } from "../../../data/lists/visits.ts";
import styles from "./name-field.module.css";

const MOST = 7;

type Hit =
  | { kind: "inside"; visit: Visit }
  | { kind: "expected"; person: RegisteredVisitor }
  | { kind: "new"; name: string };

/** Whether the text matches the name, and not the company alone. */
const isNamed = (person: Visit | RegisteredVisitor, typed: string): boolean => matches(nameOf(person), typed);

/** One letter that only matches a company selects no visitor: Enter must not act. */
const isChosen = (hit: Hit | undefined, typed: string): boolean => {
  if (hit === undefined || hit.kind === "new" || typed.trim().length > 1) return true;
  return isNamed(hit.kind === "inside" ? hit.visit : hit.person, typed);
};

const find = (typed: string, inside: readonly Visit[], registered: readonly RegisteredVisitor[]): Hit[] => {
  const name = typed.trim();
  if (name === "") return [];
  const isThere = new Set(inside.map(({ known_visitor_id }) => known_visitor_id));
  const text = (person: Visit | RegisteredVisitor): string => `${nameOf(person)} ${person.company ?? ""}`;
  const found = <T extends Visit | RegisteredVisitor>(people: readonly T[]): T[] =>
    people
      .filter((person) => matches(text(person), name))
      .toSorted((a, b) => Number(isNamed(b, name)) - Number(isNamed(a, name)));
  const coming = found(registered.filter((person) => !isThere.has(person._id)));
  const here = found(inside);
  return [
    ...coming.slice(0, MOST).map((person) => ({ kind: "expected", person }) as const),
    ...here.slice(0, MOST).map((visit) => ({ kind: "inside", visit }) as const),
    { kind: "new", name },
  ];
};

const keyOf = (hit: Hit): string => {
  if (hit.kind === "new") return hit.kind;
  return hit.kind === "inside" ? hit.visit._id : hit.person._id;
};

const HitText = ({ title, below, end }: { title: ReactNode; below?: ReactNode; end?: ReactNode }) => (
  <>
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {below !== undefined && <span className={styles.below}>{below}</span>}
    </span>
    {end !== undefined && <span className={styles.end}>{end}</span>}
  </>
);

const HitWords = ({ hit }: { hit: Hit }) => {
  const { t } = useTranslation("reception");
  const writing = useFormatContext();
  if (hit.kind === "new")
    return (
      <>
        <span className={styles.plus}>
          <IconPlus size={18} stroke={1.6} aria-hidden="true" />
        </span>
        <HitText title={t("signInNew", { name: hit.name })} />
      </>
    );
  const person = hit.kind === "inside" ? hit.visit : hit.person;
  const from = hit.kind === "expected" ? hit.person.visiting_on?.startDate : undefined;
  const when = from === undefined ? "" : `${formatTime(new Date(from), writing)}  `;
  return (
    <>
      <Portrait person={person} {...(hit.kind === "inside" && { visitId: hit.visit._id })} />
      <HitText
        title={nameOf(person)}
        below={<CompanyAndHost of={person} isLine />}
        end={hit.kind === "inside" ? t("signOut") : `${when}${t("signIn")}`}
      />
    </>
  );
};

/** Once the list has drawn what it has read. */
const soon = (move: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(move));

const useTake = (done: () => void): ((hit: Hit) => void) => {
  const location = useLocationId();
  const navigate = useNavigate();
  return (hit) => {
    done();
    if (hit.kind === "new")
      return void navigate({ to: "/at/$location/sign-in", params: { location }, search: { name: hit.name } });
    // The next keys are the page's: Z must undo the action, and not be typed; Enter must not act on a neighbour.
    focusPage();
    if (hit.kind === "inside") signOut([hit.visit]);
    else void signInRegistered(hit.person).then((visit) => visit !== undefined && soon(() => restOnRecord(visit._id)));
  };
};

/**
 * A name typed here signs in or out: the first hit is selected, and Enter acts on it. Then the focus is on the page, or rests on the
 * row of who was signed in.
 */
export const NameField = () => {
  const { t } = useTranslation("reception");
  const [typed, setTyped] = useState("");
  const { visits: inside } = useVisitsInside();
  const { registered } = useRegisteredToday();
  const hits = find(typed, inside ?? [], registered ?? []);
  // Before both lists are read, the first hit may be another visitor a moment later: Enter must not act.
  const isRead = inside !== undefined && registered !== undefined;
  const clear = (): void => setTyped("");
  const take = useTake(clear);
  const pick = useCombobox(hits.map(keyOf), {
    first: isRead && isChosen(hits[0], typed) ? 0 : -1,
    take: (index) => {
      const hit = hits[index];
      if (hit !== undefined) take(hit);
    },
    close: () => {
      clear();
      focusPage();
    },
  });
  return (
    <div className={styles.place}>
      <SearchField
        label={t("typeName")}
        hint="/"
        data-search
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          pick.reset();
        }}
        onBlur={clear}
        {...pick.field}
      />
      <Options
        pick={pick}
        label={t("typeName")}
        items={hits}
        keyOf={keyOf}
        take={take}
        renderItem={(hit) => <HitWords hit={hit} />}
      />
    </div>
  );
};
