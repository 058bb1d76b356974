import { useTranslation } from "react-i18next";

import { formatTime } from "../../shared/format.ts";
import type { Door, RecognisedVisitor } from "../../visitor-flow/door.ts";
import { MainButton, SideButton } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { usePageContext } from "../lib/page-context.ts";
import { OpenDoor } from "./open-door.tsx";
import type { PhoneOwner } from "./inside.tsx";

const NOON = 12;
const EVENING = 18;

const greetingOf = (timeZone: string): "morning" | "afternoon" | "evening" => {
  const hour = Number(formatTime(new Date(), { language: "en", timeZone }).slice(0, 2));
  return hour < NOON ? "morning" : hour < EVENING ? "afternoon" : "evening";
};

type StartProps = {
  door: Door;
  /** Whose invitation was completed on this phone. */
  known: Extract<PhoneOwner, { kind: "expected" }> | undefined;
  signIn: (recognised?: RecognisedVisitor) => void;
  expected: () => void;
};

const Ways = ({ door, known, signIn, expected }: StartProps) => {
  const { t } = useTranslation();
  const { visit_types } = door;
  const mayBeExpected = visit_types.length === 0 || visit_types.some((type) => type.expected);
  const name = known?.recognised.first_name;
  if (known !== undefined)
    return (
      <>
        <MainButton arrow onClick={() => signIn(known.recognised)}>
          {name === undefined ? t("start.expected") : t("start.asYou", { name })}
        </MainButton>
        <SideButton onClick={() => signIn()}>{t("start.asOther")}</SideButton>
      </>
    );
  return (
    <>
      <MainButton arrow onClick={() => signIn()}>
        {t("start.signIn")}
      </MainButton>
      {mayBeExpected && <SideButton onClick={expected}>{t("start.expected")}</SideButton>}
    </>
  );
};

/** Identifies the visitor at the entrance. */
export const Start = (props: StartProps) => {
  const { t } = useTranslation();
  const { location } = usePageContext();
  return (
    <Frame
      name="start"
      title={
        <>
          {t(`start.${greetingOf(location?.timezone ?? "UTC")}`)} <br />
          {t("start.comeIn")}
        </>
      }
      hint={t("start.sub")}
      tellsWho
      top={<OpenDoor />}
      action={<Ways {...props} />}
    />
  );
};
