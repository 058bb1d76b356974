import { type ReactNode, useCallback } from "react";
import { useTranslation } from "react-i18next";

import { searchNames } from "../../../shared/text/name-search.ts";
import type { DoorAgreement } from "../../visitor-flow/door.ts";
import { FaceContext, type Face, type HostSearch, type StepFrameProps } from "../../visitor-flow/steps/face.ts";
import { MainButton, PanelButton, SideButton, TextButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { Field, FieldError } from "../components/field.tsx";
import { Screen } from "../components/screen.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import { useIsSlow } from "../lib/use-is-slow.ts";
import { Answer } from "./answer.tsx";
import styles from "./kiosk-face.module.css";

/** Why a sign-in failed. */
export type SignInProblem = "busy" | "failed";

const SHOWN_MAX = 4;

/** The matching hosts, then the pinned ones, at most four: the kiosk has all names. */
const useHosts = (typed: string): HostSearch => {
  const { hosts } = useKioskContext().state;
  if (hosts === undefined) return { hosts: [], outcome: "unavailable" };
  const found = searchNames(hosts, typed, SHOWN_MAX);
  const pinned = hosts.filter(({ sticky, _id }) => sticky && !found.some((one) => one._id === _id));
  return { hosts: [...found, ...pinned].slice(0, SHOWN_MAX), outcome: found.length === 0 ? "none" : "found" };
};

const FoundHosts: Face["FoundHosts"] = ({ typed, children }) => children(useHosts(typed));

const Frame = ({ isFull = false, search, note, main, side, ...rest }: StepFrameProps) => (
  <Screen
    {...rest}
    layout={isFull ? "stack" : "split"}
    aside={search}
    foot={note}
    action={
      main === undefined ? undefined : (
        <>
          {side}
          {main}
        </>
      )
    }
  />
);

const PARTS = {
  size: "large",
  Frame,
  MainButton,
  SideButton,
  PanelButton,
  TextButton,
  Answer,
  NameField: Field,
  FieldError,
  Facts,
  Fact,
  FoundHosts,
  TurnButton: PanelButton,
} as const;

/** Draws the steps of a sign-in on the kiosk. */
export const KioskFace = ({ children }: { children: ReactNode }) => {
  const { device, door, language, hasKeys, fieldsPerScreen } = useKioskContext();
  const fallback = door.location.default_language;
  const read = useCallback(
    (agreement: DoorAgreement) => device.readDocument({ agreement, language, fallback }),
    [language, fallback, device],
  );
  const days = door.settings.retention_days;
  const face: Face = { ...PARTS, door, language, days, hasKeys, signsBeside: fieldsPerScreen > 1, readDocument: read };
  return <FaceContext value={face}>{children}</FaceContext>;
};

/** Says that the sign-in is being sent, if that takes a while. */
export const SavingLine = () => {
  const { t } = useTranslation();
  const isSlow = useIsSlow(true);
  return <p role="status">{isSlow && t("saving")}</p>;
};

/** What went wrong with a sign-in. */
export const TroubleLine = ({ trouble }: { trouble: SignInProblem }) => {
  const { t } = useTranslation("visitor-flow");
  return (
    <p role="alert" className={styles.failed}>
      {t(`trouble.${trouble}`)}
    </p>
  );
};
