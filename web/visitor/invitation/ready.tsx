import { IconCalendarPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { readFile } from "../call.ts";
import { SideButton, TextButton, TextLink } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { handOver } from "../components/hand-over.ts";
import { Qr } from "../components/qr.tsx";
import { keep } from "../kept.ts";
import { dataAddress } from "../link.ts";
import { usePlace } from "../place.ts";
import { TroubleLine } from "../steps/trouble.tsx";
import type { Invitation } from "./door.ts";
import styles from "./ready.module.css";

const DAY_MS = 24 * 60 * 60_000;
const UNDATED_MS = 30 * DAY_MS;

/** The poster at the door may know this phone until the day of the visit is over. */
const untilOf = ({ visiting_on }: Invitation): number => {
  const last = visiting_on?.endDate ?? visiting_on?.startDate;
  return last === undefined ? Date.now() + UNDATED_MS : Date.parse(last) + DAY_MS;
};

const Calendar = () => {
  const { t } = useTranslation();
  const { token, language } = usePlace();
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const read = async (): Promise<void> => {
    setBusy(true);
    setBroken(false);
    const query = new URLSearchParams({ language_id: language }).toString();
    const file = await readFile(`/invitation/calendar?${query}`, token);
    setBusy(false);
    if (file === undefined) return setBroken(true);
    handOver(file, `${t("ready.file")}.ics`);
  };
  return (
    <>
      <TroubleLine trouble={isBroken ? "failed" : undefined} />
      <SideButton
        busy={isBusy}
        icon={<IconCalendarPlus size={22} stroke={1.6} aria-hidden="true" />}
        onClick={() => void read()}
      >
        {t("ready.calendar")}
      </SideButton>
    </>
  );
};

/** All is given: the code to show, the calendar entry, and the way to change it until the visit. */
export const Ready = ({ invitation, change }: { invitation: Invitation; change: () => void }) => {
  const { t } = useTranslation();
  const { token } = usePlace();
  const name = invitation.answers["first_name"];
  const hasDate = invitation.visiting_on?.startDate !== undefined;
  useEffect(() => keep("invitation", { code: invitation.code }, untilOf(invitation)), [invitation]);
  return (
    <Frame
      name="ready"
      title={typeof name === "string" && name !== "" ? t("ready.title", { name }) : t("ready.titleAny")}
      hint={t("ready.hint")}
      tellsWho
      action={hasDate && <Calendar />}
    >
      <div className={styles.light}>
        <div className={styles.paper} data-scheme="light">
          <Qr text={invitation.code} label={t("ready.code")} />
        </div>
      </div>
      <p className={styles.note}>{t("ready.kept")}</p>
      <p className={styles.ways}>
        <TextButton onClick={change}>{t("ready.change")}</TextButton>
        <TextLink href={dataAddress(token)}>{t("data.link")}</TextLink>
      </p>
    </Frame>
  );
};
