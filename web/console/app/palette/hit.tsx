import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { formatShortDay, formatTime } from "../../../shared/format.ts";
import { KeyHint } from "../../components/button/key-hint.tsx";
import { Portrait } from "../../components/photo/portrait.tsx";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { companyBeside, nameOf, formatStay } from "../../data/lists/visits.ts";
import type { SearchHit } from "./hits.ts";
import styles from "./palette.module.css";

const IS_MAC = navigator.platform.startsWith("Mac");

const useBelow = (hit: SearchHit): string | undefined => {
  const { t, i18n } = useTranslation("palette");
  const writing = useFormatContext();
  const now = useNow();
  const join = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(", ");
  if (hit.kind === "inside") {
    return join(companyBeside(hit.visit), t("inside", { duration: formatStay(hit.visit, now, i18n.language) }));
  }
  if (hit.kind === "earlier")
    return join(
      companyBeside(hit.visit),
      t("earlier", { day: formatShortDay(new Date(hit.visit.signed_in), writing) }),
    );
  if (hit.kind === "expected") {
    const from = hit.person.visiting_on?.startDate;
    const when = from === undefined ? t("always") : t("expected", { time: formatTime(new Date(from), writing) });
    return join(companyBeside(hit.person), when);
  }
  return hit.kind === "host" ? (hit.host.telephoneNumber ?? hit.host.mail) : undefined;
};

const Lead = ({ hit }: { hit: SearchHit }): ReactNode => {
  if (hit.kind === "page") return <hit.icon className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />;
  if (hit.kind === "command")
    return <hit.command.icon className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />;
  if (hit.kind === "action") return <IconPlus className={styles.icon} size={18} stroke={1.6} aria-hidden="true" />;
  if (hit.kind === "host") return <Portrait person={{ first_name: hit.host.cn }} />;
  if (hit.kind === "expected") return <Portrait person={hit.person} />;
  return <Portrait person={hit.visit} visitId={hit.visit._id} />;
};

const useTitle = (hit: SearchHit): string => {
  const { t } = useTranslation("palette");
  if (hit.kind === "page" || hit.kind === "command") return hit.label;
  if (hit.kind === "host") return hit.host.cn;
  if (hit.kind === "action") return hit.name === "" ? t("console:signInVisitor") : t("signInNew", { name: hit.name });
  return nameOf(hit.kind === "expected" ? hit.person : hit.visit);
};

type HitRowProps = { hit: SearchHit; active: boolean; likely: string | undefined };

/** A hit: its name and, while it is selected, the effect of command or control and Enter. */
export const HitRow = ({ hit, active, likely }: HitRowProps) => {
  const below = useBelow(hit);
  return (
    <>
      <Lead hit={hit} />
      <span className={styles.words}>
        <span className={styles.title} data-plain={["page", "command", "action"].includes(hit.kind) || undefined}>
          {useTitle(hit)}
        </span>
        {below !== undefined && <span className={styles.below}>{below}</span>}
      </span>
      {active && likely !== undefined && (
        <span className={styles.likely}>
          <span className={styles.verb}>{likely}</span>
          <KeyHint>{IS_MAC ? "⌘" : "Ctrl"}</KeyHint>
          <KeyHint>↵</KeyHint>
        </span>
      )}
    </>
  );
};
