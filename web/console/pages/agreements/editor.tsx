import { SegmentedControl, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { api, queryClient } from "../../data/api/api.ts";
import { Crumbs } from "../../components/layout/crumbs.tsx";
import type { SendChange } from "../../components/edits/save-merged.ts";
import { problemAt, useDraft } from "../../components/edits/use-draft.ts";
import { LanguageRows } from "../../components/form/language-rows.tsx";
import { localisedText, type LocalisedTexts } from "../../components/language/languages.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { PageLayout, Section } from "../../components/layout/page-layout.tsx";
import { Tag } from "../../components/feedback/status-label.tsx";
import { UnsavedBar } from "../../components/edits/unsaved-bar.tsx";
import { useLocation, useLocationId } from "../../data/session/location.ts";
import { matchOf } from "../../data/api/record-tags.ts";
import styles from "./agreements.module.css";
import { Captions } from "./captions.tsx";
import { Documents } from "./documents.tsx";
import { bodyOf, type AgreementDraft, type AgreementDraftState, draftOf } from "./model.ts";
import { type Agreement, agreementQuery } from "./queries.ts";
import { RemoveAgreement } from "./remove-agreement.tsx";
import { Validity } from "./validity.tsx";
import { Versions } from "./versions.tsx";
import { UsedBy } from "./used-by.tsx";

type Body = Parameters<typeof api.request<"PUT /companies/{company_id}/agreements/{agreement_id}">>[1]["body"] & object;

const useEditing = (agreement: Agreement): AgreementDraftState => {
  const location = useLocationId();
  const params = { company_id: location, agreement_id: agreement._id };
  const send: SendChange<AgreementDraft> = async (changed, _, match) => {
    const saved = await api.request("PUT /companies/{company_id}/agreements/{agreement_id}", {
      params,
      body: bodyOf(changed, agreement) as Body,
      ...match,
    });
    queryClient.setQueryData(agreementQuery(location, agreement._id).queryKey, saved);
    await queryClient.invalidateQueries({ queryKey: [location, "agreements"] });
  };
  return useDraft(draftOf(agreement), send, {
    location,
    id: agreement._id,
    codes: ["type"],
    read: async () => {
      const record = await api.request("GET /companies/{company_id}/agreements/{agreement_id}", { params });
      return { fields: draftOf(record), match: matchOf(record) };
    },
  });
};

const written = (texts: LocalisedTexts, language: string, text: string): LocalisedTexts => ({
  ...texts,
  [language]: text,
});

const Content = ({ editing, id }: { editing: AgreementDraftState; id: string }) => {
  const { t } = useTranslation("agreements");
  const { draft, set, problem } = editing;
  const { type, agreement_text, video } = draft;
  if (type === "pdf") return <Documents editing={editing} id={id} />;
  const key = type === "text" ? "agreement_text" : "video";
  return (
    <>
      <LanguageRows
        key={key}
        name={key}
        label={t(`content.${type}`)}
        help={t(`contentHelp.${type}`)}
        texts={type === "text" ? agreement_text : video}
        long={type === "text"}
        error={problemAt(problem, key) ?? problemAt(problem, `translations.${key}`)}
        onChange={(language, text) => set({ [key]: written(draft[key], language, text) })}
      />
      {type === "video" && (
        <div className={styles.apart}>
          <Captions editing={editing} />
        </div>
      )}
    </>
  );
};

const What = ({ editing, id }: { editing: AgreementDraftState; id: string }) => {
  const { t } = useTranslation("agreements");
  const { draft, set } = editing;
  return (
    <Section>
      <div className={styles.kind}>
        <div className={styles.label}>{t("kind")}</div>
        <SegmentedControl
          aria-label={t("kind")}
          value={draft.type}
          onChange={(type) => set({ type })}
          data={(["text", "pdf", "video"] as const).map((type) => ({ value: type, label: t(`type.${type}`) }))}
        />
      </div>
      <Content editing={editing} id={id} />
    </Section>
  );
};

const SHOWN_IN_PLACE = /^(name|agreement_text|video|captions|pdf|expiry_days|translations)/;

/** The editor of an agreement: what is signed first, its versions last. */
export const Editor = ({ agreement }: { agreement: Agreement }) => {
  const { t, i18n } = useTranslation("agreements");
  const { _id: location, default_language } = useLocation();
  const editing = useEditing(agreement);
  const { draft, set, problem } = editing;
  const name = localisedText(draft.name, i18n.language, default_language);
  return (
    <PageLayout
      title={
        <Crumbs to="/at/$location/settings/agreements" params={{ location }} name={name}>
          {t("title")}
        </Crumbs>
      }
      note={<Tag>{t("version", { version: agreement.version })}</Tag>}
      actions={<RemoveAgreement agreement={agreement} name={name} />}
    >
      {problem !== undefined && problem.isNote !== true && !SHOWN_IN_PLACE.test(problem.field) && (
        <div className={styles.problem}>
          <Notice kind="bad" title={t("refused")}>
            {problem.words}
          </Notice>
        </div>
      )}
      <Section>
        <LanguageRows
          name="name"
          label={t("name")}
          texts={draft.name}
          error={problemAt(problem, "name") ?? problemAt(problem, "translations.name")}
          onChange={(language, text) => set({ name: written(draft.name, language, text) })}
        />
      </Section>
      <What editing={editing} id={agreement._id} />
      <Validity editing={editing} />
      <UsedBy editing={editing} />
      <Section>
        <Switch
          label={t("active")}
          description={t("activeHelp")}
          error={problemAt(problem, "active")}
          checked={draft.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
      </Section>
      <Versions id={agreement._id} />
      <UnsavedBar {...editing} />
    </PageLayout>
  );
};
