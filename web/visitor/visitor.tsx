import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { subscribeTo } from "../shared/store.ts";
import { LANGUAGES } from "../shared/texts.ts";
import { Answer } from "./answer/answer.tsx";
import { MessagePage } from "./components/message-page.tsx";
import { Contactless } from "./contactless/contactless.tsx";
import { Invitation } from "./invitation/invitation.tsx";
import { type Link, parseLink } from "./lib/link.ts";
import { OwnData } from "./own-data/own-data.tsx";
import { PageContext } from "./lib/page-context.ts";
import { useLanguage } from "./lib/use-language.ts";
import { useLocationTheme } from "./lib/use-location-theme.ts";

const PAGES: Readonly<Record<Link["kind"], () => React.ReactNode>> = {
  poster: Contactless,
  invitation: Invitation,
  data: OwnData,
  answer: Answer,
};

const OFFERED = Object.keys(LANGUAGES);

const subscribe = subscribeTo(window, "hashchange");

const NoLink = () => {
  const { t } = useTranslation();
  return <MessagePage title={t("noLink")}>{t("noLinkHint")}</MessagePage>;
};

/** The page of any link on a poster, in an email or on a badge. No location is shown until it is known. */
export const Visitor = () => {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const { language, speak } = useLanguage(OFFERED);
  useLocationTheme(undefined);
  const link = parseLink(hash);
  const Page = link === undefined ? NoLink : PAGES[link.kind];
  const place = { token: link?.token ?? "", location: undefined, days: undefined, languages: OFFERED, language, speak };
  return (
    <PageContext value={place}>
      <Page key={hash} />
    </PageContext>
  );
};
