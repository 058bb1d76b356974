import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../shared/texts.ts";
import { Alone } from "./components/alone.tsx";
import { Contactless } from "./contactless/contactless.tsx";
import { Invitation } from "./invitation/invitation.tsx";
import { type Link, linkIn } from "./link.ts";
import { OwnData } from "./own-data/own-data.tsx";
import { PlaceContext } from "./place.ts";
import { useLanguage } from "./use-language.ts";
import { useLook } from "./use-look.ts";

const PAGES: Readonly<Record<Link["kind"], () => React.ReactNode>> = {
  poster: Contactless,
  invitation: Invitation,
  data: OwnData,
};

const OFFERED = Object.keys(LANGUAGES);

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

const NoLink = () => {
  const { t } = useTranslation();
  return <Alone title={t("noLink")}>{t("noLinkHint")}</Alone>;
};

/** Whatever a link of a poster, a mail or a badge leads to. Until the page knows its location, nothing is shown of one. */
export const Visitor = () => {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const { language, speak } = useLanguage(OFFERED);
  useLook(undefined);
  const link = linkIn(hash);
  const Page = link === undefined ? NoLink : PAGES[link.kind];
  const place = { token: link?.token ?? "", location: undefined, days: undefined, languages: OFFERED, language, speak };
  return (
    <PlaceContext value={place}>
      <Page key={hash} />
    </PlaceContext>
  );
};
