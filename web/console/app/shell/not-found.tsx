import { useTranslation } from "react-i18next";

import { ButtonLink } from "../../components/button/button.tsx";
import { Empty } from "../../components/feedback/empty.tsx";
import { PageTitle } from "../../components/layout/page-title.tsx";
import { useLocationId } from "../../data/session/location.ts";

/** An address without a page, such as one with a typo: says so, and leads back to reception. */
export const NotFound = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const back =
    location === "" ? (
      <ButtonLink to="/">{t("nav.reception")}</ButtonLink>
    ) : (
      <ButtonLink to="/at/$location/reception" params={{ location }}>
        {t("nav.reception")}
      </ButtonLink>
    );
  return (
    <Empty title={<PageTitle>{t("nowhere")}</PageTitle>} action={back}>
      {t("nowhereHelp")}
    </Empty>
  );
};

/** The same outside every frame. */
export const NotFoundPage = () => (
  <main>
    <NotFound />
  </main>
);
