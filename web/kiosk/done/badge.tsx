import { useTranslation } from "react-i18next";

import { Badge as Label } from "../../shared/badge/badge.tsx";
import { formatShortDay } from "../../shared/format.ts";
import { LocationLogo } from "../components/location-logo.tsx";
import { useKioskContext } from "../lib/kiosk-context.ts";
import type { CompletedSignIn } from "../sign-in/sign-in.tsx";
import { labelOf, sizeOf } from "./label.ts";

/** The badge, as printed and as shown on the done screen. */
export const Badge = ({ arrived: { signedIn, photo } }: { arrived: CompletedSignIn }) => {
  const { t } = useTranslation();
  const { door, language } = useKioskContext();
  const { badge } = signedIn;
  if (badge === undefined) return null;
  const { timezone: timeZone } = door.location;
  const day = formatShortDay(new Date(signedIn.signed_in), { language, timeZone }, new Date(0));
  return (
    <Label
      size={sizeOf(labelOf())}
      title={t("badge.name")}
      location={<LocationLogo location={door.location} small />}
      type={badge.visit_type}
      photo={photo}
      name={badge.name}
      company={badge.company}
      host={badge.host}
      hostLabel={t("badge.visits")}
      when={badge.visitor_number === undefined ? day : `${day} · ${badge.visitor_number}`}
      code={signedIn.code}
      codeLabel={t("badge.code")}
    />
  );
};
