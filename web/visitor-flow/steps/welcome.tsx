import { IconBriefcase, IconTag, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { inLanguage } from "../door.ts";
import type { Draft } from "../model.ts";
import { greetingOfKnown, typeNameOf } from "../labels.ts";
import { typeOf } from "../steps.ts";
import { usePages } from "../use-pages.ts";
import { useFace } from "./face.ts";
import { Paper } from "./paper.tsx";
import { frameOf, Next, type StepPropsOf } from "./step.tsx";
import styles from "./welcome.module.css";

/** How the location uses the visitor's data. */
export const NoticeStep = (props: StepPropsOf<"notice">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, MainButton, door, language, isLarge } = useFace();
  const text = inLanguage(door.privacy_notice, language, door.location.default_language) ?? "";
  const pages = usePages(text);
  const more = (
    <MainButton arrow={isLarge} onClick={() => pages.turn(pages.page + 1)}>
      {t("nextPage")}
    </MainButton>
  );
  return (
    <Frame
      {...frameOf(props)}
      isFull
      title={t("title.notice")}
      main={pages.page < pages.count ? more : <Next {...props} />}
    >
      <Paper title={t("noticeOf", { location: door.location.name })} text={text} pages={pages} />
    </Frame>
  );
};

/** The data of a recognised visitor that they may see before they are identified. */
const KnownFacts = ({ draft }: { draft: Draft }) => {
  const { t } = useTranslation("visitor-flow");
  const { Facts, Fact, door, language } = useFace();
  const type = typeOf(door, draft);
  const company = draft.answers["company"];
  const facts = [
    { name: t("visits"), Icon: IconUser, value: draft.host?.cn },
    { name: t("for"), Icon: IconTag, value: type?._id ? typeNameOf(type, { t, door, language }) : undefined },
    { name: t("field.company"), Icon: IconBriefcase, value: typeof company === "string" ? company : undefined },
  ].filter(({ value = "" }) => value !== "");
  if (facts.length === 0) return null;
  return (
    <div className={styles.known}>
      <Facts>
        {facts.map(({ name, Icon, value }) => (
          <Fact key={name} name={name} icon={<Icon size={26} stroke={1.6} aria-hidden="true" />}>
            {value}
          </Fact>
        ))}
      </Facts>
    </div>
  );
};

/** Greets a recognised visitor, and asks whether it is them. */
export const HelloStep = (props: StepPropsOf<"hello">) => {
  const { t } = useTranslation("visitor-flow");
  const { Frame, SideButton, language } = useFace();
  const { flow, next } = props;
  return (
    <Frame
      {...frameOf(props)}
      title={t("title.hello", { name: greetingOfKnown(flow.draft.recognised, language) })}
      hint={t(flow.isLast ? "hint.helloLast" : "hint.hello")}
      main={<Next {...props} />}
      side={<SideButton onClick={() => next({ editing: true })}>{t("changeDetails")}</SideButton>}
    >
      <KnownFacts draft={flow.draft} />
    </Frame>
  );
};
