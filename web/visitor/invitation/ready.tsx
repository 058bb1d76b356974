import { IconCalendarPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { greetingOf } from "../../visitor-flow/labels.ts";
import { readFile } from "../lib/call.ts";
import { SideButton, TextButton, TextLink } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { saveToPhone } from "../components/save-to-phone.ts";
import { Qr } from "../components/qr.tsx";
import { DAY_MS, saveItem } from "../lib/phone-storage.ts";
import { dataAddress } from "../lib/link.ts";
import { usePageContext } from "../lib/page-context.ts";
import { SubmitProblemLine } from "../steps/submit-problem-line.tsx";
import type { Invitation } from "./door.ts";
import styles from "./ready.module.css";

const UNDATED_MS = 30 * DAY_MS;

/** The poster's page may recognise this phone until the day of the visit is over. */
const untilOf = ({ visiting_on }: Invitation): number => {
  const last = visiting_on?.endDate ?? visiting_on?.startDate;
  return last === undefined ? Date.now() + UNDATED_MS : Date.parse(last) + DAY_MS;
};

const Calendar = () => {
  const { t } = useTranslation();
  const { token, language } = usePageContext();
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const read = async (): Promise<void> => {
    setBusy(true);
    setBroken(false);
    const query = new URLSearchParams({ language_id: language }).toString();
    const file = await readFile(`/invitation/calendar?${query}`, token);
    setBusy(false);
    if (file === undefined) return setBroken(true);
    saveToPhone(file, `${t("ready.file")}.ics`);
  };
  return (
    <>
      <SubmitProblemLine trouble={isBroken ? "failed" : undefined} />
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

type ReadyProps = {
  invitation: Invitation;
  change: () => void;
  /** To the names of the group that the visitor leads. */
  fillInNames: () => void;
};

/** Everything is complete: the code to show, the calendar entry, and a link to change it until the visit. */
export const Ready = ({ invitation, change, fillInNames }: ReadyProps) => {
  const { t } = useTranslation();
  const { token, language } = usePageContext();
  const name = greetingOf(invitation.answers, language);
  const hasDate = invitation.visiting_on?.startDate !== undefined;
  useEffect(() => saveItem("invitation", { code: invitation.code }, untilOf(invitation)), [invitation]);
  return (
    <Frame
      name="ready"
      title={name === undefined ? t("ready.titleAny") : t("ready.title", { name })}
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
      {invitation.group !== undefined && (
        <div className={styles.names}>
          <SideButton onClick={fillInNames}>
            {invitation.group.unnamed > 0 ? t("names.fillIn", { count: invitation.group.unnamed }) : t("names.title")}
          </SideButton>
        </div>
      )}
      <p className={styles.ways}>
        <TextButton onClick={change}>{t("ready.change")}</TextButton>
        <TextLink href={dataAddress(token)}>{t("data.link")}</TextLink>
      </p>
    </Frame>
  );
};
