import { useTranslation } from "react-i18next";

import { formatTime } from "../../shared/format.ts";
import { TextLink } from "../components/button.tsx";
import { Frame } from "../components/frame.tsx";
import { OpenDoor } from "../contactless/open-door.tsx";
import { dataAddress } from "../lib/link.ts";
import { type PageContextValue, PageContext, usePageContext } from "../lib/page-context.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { nameIn, type OwnData, textIn } from "../own-data/data.ts";

/** The visit that the invitation led to: the latest there is. */
const latestOf = ({ visits }: OwnData): OwnData["visits"][number] | undefined =>
  visits.toSorted((a, b) => Date.parse(b.signed_in) - Date.parse(a.signed_in))[0];

/** The invitation has been used: the visit goes on, or is over. It still leads to what is stored about the visitor. */
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
  const isInside = visit !== undefined && textIn(visit, "signed_out") === undefined;
  const writing = { language, timeZone: data.location.timezone };
  return (
    <PageContext value={page}>
      <Frame
        name="begun"
        title={isInside ? t("inside.title", { name: nameIn(visit) }) : t("begun.over")}
        hint={
          isInside
            ? t("begun.since", { time: formatTime(new Date(visit.signed_in), writing) })
            : t("begun.overHint", { location: data.location.name })
        }
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
