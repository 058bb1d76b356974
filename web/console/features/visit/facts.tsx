import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { CantBeTexted } from "../../components/feedback/cant-be-texted.tsx";
import { formatDayTime } from "../../../shared/format.ts";
import { namesHaving } from "../../../../shared/fields.ts";
import { hostNamed } from "../../../../shared/text/host-name.ts";
import { atLineStart } from "../../../../shared/text/typography.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { useFieldLabel } from "../../components/form/field-label.ts";
import { MailLink } from "../../components/text/mail-link.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useToday } from "../../data/lists/day.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import type { Visit } from "../../data/lists/visits.ts";
import type { FormName } from "./edit/edit-fields.tsx";
import { useHosts } from "./queries.ts";
import styles from "./visit.module.css";

/** Facts that are shown as they are. */
const PANEL = namesHaving(VISIT_FIELDS, "panel");

const SOURCES = ["desk", "kiosk", "phone"] as const;

/** The sign-in or sign-out method, as a key of the texts. */
export const sourceOf = (source: number | undefined): (typeof SOURCES)[number] => SOURCES[source ?? 0] ?? "desk";

type FactProps = {
  label: string;
  children: ReactNode;
  aside?: string | undefined;
  /** The field in which it can be changed (edit-on-click.ts). */
  field?: FormName;
};

/** A label and what is beside it; nothing where there is nothing. */
export const Fact = ({ label, children, aside, field }: FactProps) =>
  children === undefined || children === null || children === "" || children === false ? null : (
    <div className={styles.fact} data-field={field}>
      <dt>{label}</dt>
      <dd>
        <span>{children}</span>
        {aside !== undefined && <span className={styles.aside}> {aside}</span>}
      </dd>
    </div>
  );

/** `09:12`; with the day where it is not today. */
const useFormatInstant = (): ((instant: string | undefined) => string | undefined) => {
  const writing = useFormatContext();
  const today = useToday();
  return (instant) => (instant === undefined ? undefined : formatDayTime(new Date(instant), writing, today));
};

const namedIn = (list: readonly { _id: string; name: string }[], id: string | undefined): string | undefined =>
  list.find(({ _id }) => _id === id)?.name;

const EntryPointFact = ({ visit }: { visit: Visit }) => {
  const { t, i18n } = useTranslation("visit");
  const label = useFieldLabel();
  const entryPoints = useEntryPoints();
  const formatInstant = useFormatInstant();
  const how = t(`source.${sourceOf(visit.signed_in_source)}`);
  const came = `${how}, ${formatInstant(visit.signed_in)}`;
  const entryPoint = namedIn(entryPoints, visit.entrypoint_id);
  return entryPoint === undefined ? (
    <Fact label={label("signed_in")}>{atLineStart(came, i18n.language)}</Fact>
  ) : (
    <Fact label={label("entrypoint_id")} aside={came} field="entrypoint_id">
      {entryPoint}
    </Fact>
  );
};

const useDesk = (host: string | undefined): string | undefined => {
  const { t } = useTranslation("visit");
  const hosts = useHosts();
  const desk = (host === undefined ? undefined : hostNamed(hosts, host))?.telephoneNumber;
  return typeof desk === "string" && desk !== "" ? t("desk", { number: desk }) : undefined;
};

const placeOf = ({ address, zip_code, city }: Visit): string =>
  [address, [zip_code, city].filter((part) => part !== undefined).join(" ")]
    .filter((part) => part !== undefined && part !== "")
    .join(", ");

const Approval = ({ visit }: { visit: Visit }) => {
  const { t } = useTranslation("visit");
  const label = useFieldLabel();
  if (visit.approval === undefined || visit.approval === "pending") return null;
  const reason = visit["rejection_reason"];
  return (
    <>
      <Fact label={label("approval")}>{t(`approval.${visit.approval}`)}</Fact>
      {typeof reason === "string" && <Fact label={label("rejection_reason")}>{reason}</Fact>}
    </>
  );
};

type FactsProps = {
  visit: Visit;
  /** Adds a missing host; absent for users who may not. */
  addHost: (() => void) | undefined;
};

const HostFact = ({ visit: { recipient, signed_out }, addHost }: FactsProps) => {
  const { t } = useTranslation("visit");
  const desk = useDesk(recipient);
  const isMissing = recipient === undefined && signed_out === undefined && addHost !== undefined;
  return (
    <Fact label={t("field.recipient")} aside={desk} field="recipient">
      {isMissing ? (
        <button type="button" className={styles.add} onClick={addHost}>
          {t("addHost")}
        </button>
      ) : (
        recipient
      )}
    </Fact>
  );
};

/** Whom they visit, how they came, how they are reached. */
export const Facts = ({ visit, addHost }: FactsProps) => {
  const { t, i18n } = useTranslation("visit");
  const label = useFieldLabel();
  const types = useVisitTypes();
  const formatInstant = useFormatInstant();
  const left = `${t(`source.${sourceOf(visit.signed_out_source)}`)}, ${formatInstant(visit.signed_out)}`;
  return (
    <dl className={styles.facts}>
      <HostFact visit={visit} addHost={addHost} />
      <Fact label={label("visit_type")} field="visit_type">
        {namedIn(types, visit.visit_type)}
      </Fact>
      <EntryPointFact visit={visit} />
      {visit.signed_out !== undefined && <Fact label={label("signed_out")}>{atLineStart(left, i18n.language)}</Fact>}
      <Approval visit={visit} />
      {visit.safe && <Fact label={t("field.safe")}>{t("safe")}</Fact>}
      <Fact label={label("email")} field="email">
        {visit.email !== undefined && <MailLink to={visit.email} />}
      </Fact>
      <Fact label={label("phone")} field="phone">
        {visit.phone !== undefined && (
          <>
            <a href={`tel:${visit.phone.replaceAll(/[^+\d]/g, "")}`}>{visit.phone}</a>{" "}
            <CantBeTexted number={visit.phone} />
          </>
        )}
      </Fact>
      <Fact label={label("address")}>{placeOf(visit)}</Fact>
      {PANEL.map((name) => {
        const value = visit[name];
        return (
          (typeof value === "number" || typeof value === "string") && (
            <Fact key={name} label={label(name)}>
              {value}
            </Fact>
          )
        );
      })}
    </dl>
  );
};
