import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../shared/texts.ts";
import type { Failure } from "../../visitor-flow/call.ts";
import { call } from "../lib/call.ts";
import { PageSkeleton } from "../components/message-page.tsx";
import { SideButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { Frame } from "../components/frame.tsx";
import { saveToPhone } from "../components/save-to-phone.ts";
import { LoadFailure } from "../components/load-failure.tsx";
import { type PageContextValue, PageContext, usePageContext } from "../lib/page-context.ts";
import { useLanguage } from "../lib/use-language.ts";
import { useLocationTheme } from "../lib/use-location-theme.ts";
import { usePageData } from "../lib/use-page-data.ts";
import { nameIn, type OwnData as Data, textIn } from "./data.ts";
import { Erasure } from "./erasure.tsx";
import styles from "./own-data.module.css";
import { Lines, Pictures, useFormatInstant, Visit } from "./record.tsx";

/** The visitor, as registered or pre-registered. */
const Person = ({ data }: { data: Data }) => {
  const { t } = useTranslation();
  const formatInstant = useFormatInstant();
  const { registered_visitor, given_before, signed_agreements } = data;
  if (registered_visitor === undefined) return null;
  const invited = textIn(registered_visitor, "invited_date");
  const before = signed_agreements.filter(({ visit }) => visit === undefined);
  return (
    <section className={styles.part} aria-label={t("own.person")}>
      <h2>{t("own.person")}</h2>
      <Pictures of={given_before} />
      <Facts>
        <Fact name={t("own.name")}>{nameIn(registered_visitor)}</Fact>
        <Lines data={data} record={registered_visitor} />
        {given_before?.signed_name !== undefined && <Fact name={t("own.signedName")}>{given_before.signed_name}</Fact>}
        {before.map(({ name, version, signed_at }) => (
          <Fact key={name} name={t("own.signed")}>
            {t("own.agreement", { name, version, when: formatInstant(signed_at) })}
          </Fact>
        ))}
        {invited !== undefined && <Fact name={t("own.invited")}>{formatInstant(invited)}</Fact>}
      </Facts>
    </section>
  );
};

const Messages = ({ data: { messages } }: { data: Data }) => {
  const { t } = useTranslation();
  const formatInstant = useFormatInstant();
  if (messages.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("own.messages")}>
      <h2>{t("own.messages")}</h2>
      <Facts>
        {messages.map(({ kind, to, at }) => (
          <Fact key={`${at} ${to}`} name={t(`own.${kind}`, { to })}>
            {formatInstant(at)}
          </Fact>
        ))}
      </Facts>
    </section>
  );
};

const Shown = ({ data }: { data: Data }) => {
  const { t } = useTranslation();
  const name = nameIn(data.registered_visitor ?? data.visits[0]);
  const download = (): void => {
    const text = JSON.stringify(data, null, 2);
    saveToPhone(new Blob([text], { type: "application/json" }), `${t("own.file")}.json`);
  };
  return (
    <Frame
      name="data"
      title={t("own.title")}
      hint={
        name === ""
          ? t("own.hintAny", { location: data.location.name })
          : t("own.hint", { name, location: data.location.name })
      }
      tellsWho
    >
      <div className={styles.download}>
        <SideButton icon={<IconDownload size={22} stroke={1.6} aria-hidden="true" />} onClick={download}>
          {t("own.download")}
        </SideButton>
      </div>
      <Person data={data} />
      {data.visits.map((visit) => (
        <Visit key={visit._id} data={data} visit={visit} />
      ))}
      <Messages data={data} />
      <Erasure first={data.erasure} />
    </Frame>
  );
};

const OFFERED = Object.keys(LANGUAGES);

const InLanguage = ({ data }: { data: Data }) => {
  const { token } = usePageContext();
  const stored = textIn(data.registered_visitor ?? data.visits[0], "language_id");
  const { language, speak } = useLanguage(OFFERED, stored);
  useLocationTheme(data.location.colour);
  const place: PageContextValue = {
    token,
    location: data.location,
    days: data.retention_days,
    languages: OFFERED,
    language,
    speak,
  };
  return (
    <PageContext value={place}>
      <Shown data={data} />
    </PageContext>
  );
};

const readAll = async (token: string): Promise<Data | Failure> => {
  const { answer, failure } = await call(token)("GET /data");
  return answer ?? failure;
};

/** The data stored about a visitor: to read, to download, and to have erased. */
export const OwnData = () => {
  const { t } = useTranslation();
  const { found: read, readAgain } = usePageData(readAll);
  if (read === undefined) return <PageSkeleton words={t("reading")} />;
  if ("status" in read) return <LoadFailure failure={read} link="data" again={() => void readAgain()} />;
  return <InLanguage data={read} />;
};
