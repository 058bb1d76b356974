import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, type FormatContext, formatShortDay } from "../../shared/format.ts";
import { TextLink } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { OpenDoor } from "../contactless/open-door.tsx";
import { dataAddress } from "../lib/link.ts";
import { type PageContextValue, PageContext, usePageContext } from "../lib/page-context.ts";
import { DAY_MS, saveItem } from "../lib/phone-storage.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useFormatTime } from "../lib/use-format-time.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { nameIn, type OwnData, textIn } from "../own-data/data.ts";

/** The latest visit of the invitation. */
const latestOf = ({ visits }: OwnData): OwnData["visits"][number] | undefined =>
  visits.toSorted((a, b) => Date.parse(b.signed_in) - Date.parse(a.signed_in))[0];

/** Since when the visit goes on; with the day where it isn't today. */
const useSince = (writing: FormatContext): ((since: Date) => string) => {
  const { t } = useTranslation();
  const formatTime = useFormatTime(writing);
  return (since) => {
    const time = formatTime(since);
    const isToday = dayOf(since, writing.timeZone) === dayOf(new Date(), writing.timeZone);
    return isToday ? t("begun.since", { time }) : t("begun.sinceDay", { time, day: formatShortDay(since, writing) });
  };
};

/**
 * The invitation has been used: the visit is in progress, or over. It still leads to the data stored about the visitor.
 * During the visit, this phone is recognised by the poster, which signs it out.
 */
export const Begun = ({ data }: { data: OwnData }) => {
  const { t } = useTranslation();
  const { token, languages } = usePageContext();
  const visit = latestOf(data);
  const { language, speak } = useLanguage(languages, textIn(data.registered_visitor, "language_id"));
  useLocationTheme(data.location.colour);
  const page: PageContextValue = {
    token,
    location: data.location,
    days: data.retention_days,
    languages,
    language,
    speak,
  };
  // A visit without a sign-out ends with the day, or after the location's sign-out days.
  const isInside = visit !== undefined && data.inside === true && textIn(visit, "signed_out") === undefined;
  const since = useSince({ language, timeZone: data.location.timezone });
  useEffect(() => {
    if (isInside) saveItem("invitation", { code: token }, Date.now() + DAY_MS);
  }, [isInside, token]);
  return (
    <PageContext value={page}>
      <Frame
        name="begun"
        title={isInside ? t("inside.title", { name: nameIn(visit) }) : t("begun.over")}
        hint={isInside ? since(new Date(visit.signed_in)) : t("begun.overHint", { location: data.location.name })}
        top={isInside && <OpenDoor />}
        tellsWho
      >
        {isInside && <p>{t("begun.leave")}</p>}
        <p>
          <TextLink href={dataAddress(token)}>{t("data.link")}</TextLink>
        </p>
      </Frame>
    </PageContext>
  );
};
