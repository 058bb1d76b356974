import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { LANGUAGES } from "../../shared/texts.ts";
import { call, type Failure } from "../call.ts";
import { Waiting } from "../components/alone.tsx";
import { SideButton } from "../components/button.tsx";
import { Fact, Facts } from "../components/facts.tsx";
import { Frame } from "../components/frame.tsx";
import { handOver } from "../components/hand-over.ts";
import { Refused } from "../components/refused.tsx";
import { type Place, PlaceContext, usePlace } from "../place.ts";
import { useLanguage } from "../use-language.ts";
import { useLook } from "../use-look.ts";
import { useRead } from "../use-read.ts";
import { nameIn, type OwnData as Data, textIn } from "./data.ts";
import { Erasure } from "./erasure.tsx";
import styles from "./own-data.module.css";
import { Lines, Pictures, useMoment, Visit } from "./record.tsx";

/** Who somebody is, as they were registered or pre-registered. */
const Person = ({ data }: { data: Data }) => {
  const { t } = useTranslation();
  const moment = useMoment();
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
            {t("own.agreement", { name, version, when: moment(signed_at) })}
          </Fact>
        ))}
        {invited !== undefined && <Fact name={t("own.invited")}>{moment(invited)}</Fact>}
      </Facts>
    </section>
  );
};

const Messages = ({ data: { messages } }: { data: Data }) => {
  const { t } = useTranslation();
  const moment = useMoment();
  if (messages.length === 0) return null;
  return (
    <section className={styles.part} aria-label={t("own.messages")}>
      <h2>{t("own.messages")}</h2>
      <Facts>
        {messages.map(({ kind, to, at }) => (
          <Fact key={`${at} ${to}`} name={t(`own.${kind}`, { to })}>
            {moment(at)}
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
    handOver(new Blob([text], { type: "application/json" }), `${t("own.file")}.json`);
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
  const { token } = usePlace();
  const stored = textIn(data.registered_visitor ?? data.visits[0], "language_id");
  const { language, speak } = useLanguage(OFFERED, stored);
  useLook(data.location.colour);
  const place: Place = {
    token,
    location: data.location,
    days: data.retention_days,
    languages: OFFERED,
    language,
    speak,
  };
  return (
    <PlaceContext value={place}>
      <Shown data={data} />
    </PlaceContext>
  );
};

const readAll = async (token: string): Promise<Data | Failure> => {
  const { answer, failure } = await call<Data>("GET", "/data", { token });
  return answer ?? failure;
};

/** What is stored about a visitor: to see, to take along, to have erased. */
export const OwnData = () => {
  const { t } = useTranslation();
  const { found: read, readAgain } = useRead(readAll);
  if (read === undefined) return <Waiting words={t("reading")} />;
  if ("status" in read) return <Refused failure={read} link="data" again={() => void readAgain()} />;
  return <InLanguage data={read} />;
};
