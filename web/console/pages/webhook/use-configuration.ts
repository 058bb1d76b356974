import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { problemOf, useDraft } from "../../components/edits/use-draft.ts";
import type { SendChange } from "../../components/edits/save-merged.ts";
import type { EditedRecord } from "../../components/edits/use-edits.ts";
import { showToast } from "../../components/feedback/toast.tsx";
import { type Health, invalidateWebhook } from "./queries.ts";

/** The settings of a webhook; an empty password keeps the existing one. */
export type Configuration = {
  url: string;
  http_method: NonNullable<Health["http_method"]>;
  auth_username: string;
  auth_password: string;
  enabled: boolean;
};

export const METHODS = ["POST", "PUT", "PATCH", "GET"] as const;

const configurationOf = (health: Health): Configuration => ({
  url: health.url ?? "",
  http_method: health.http_method ?? "POST",
  auth_username: health.auth_username ?? "",
  auth_password: "",
  enabled: health.status === "none" || health.status === "enabled",
});

type Change = Partial<Configuration>;

/** Without a user name there is nothing to log in with, so the password is removed with it. */
const withCredentials = ({ auth_username, ...rest }: Change) => {
  if (auth_username === "") return { ...rest, auth_username: null, auth_password: null };
  return { ...rest, ...(auth_username !== undefined && { auth_username }) };
};

const create = (location: string, { auth_username, auth_password, ...rest }: Configuration) =>
  api.request("POST /companies/{company_id}/webhooks", {
    params: { company_id: location },
    body: { ...rest, ...(auth_username !== "" && { auth_username, auth_password }) },
  });

const change = (location: string, changed: Change) =>
  api.request("PUT /companies/{company_id}/webhooks", {
    params: { company_id: location },
    body: withCredentials(changed),
  });

const webhookRecord = (location: string): EditedRecord<Configuration> => ({
  location,
  // The log keeps it under an ID that the page does not know.
  id: "",
  codes: ["http_method", "auth_password"],
  read: async () => {
    const params = { company_id: location };
    return {
      fields: configurationOf(await api.request("GET /companies/{company_id}/webhooks/health", { params })),
      match: {},
    };
  },
});

const hostOf = (url: string | undefined): string => {
  try {
    return new URL(url ?? "").host;
  } catch {
    return "";
  }
};

/** The configuration being edited, and how to save it: all of it the first time, then the changes. */
export const useConfiguration = (location: string, health: Health) => {
  const { t } = useTranslation("webhook");
  const isNew = health.status === "none";
  const send: SendChange<Configuration> = async (changed, whole) => {
    const { warnings = [] } = await (isNew ? create(location, whole) : change(location, changed));
    await invalidateWebhook(location);
    if (warnings.includes("password_cleared")) return showToast({ words: t("savedMoved"), kind: "problem" });
    const isUnresolved = warnings.includes("host_unresolved");
    showToast({ words: isUnresolved ? t("savedUnresolved", { host: hostOf(whole.url) }) : t("saved") });
  };
  return useDraft(configurationOf(health), send, isNew ? undefined : webhookRecord(location));
};

/** Turns the webhook on or off immediately, with Undo. */
export const useSwitch = (location: string): ((enabled: boolean) => Promise<void>) => {
  const { t } = useTranslation("webhook");
  const run = async (enabled: boolean): Promise<void> => {
    try {
      await change(location, { enabled });
      await invalidateWebhook(location);
      showToast({ words: enabled ? t("switchedOn") : t("switchedOff"), undo: () => void run(!enabled) });
    } catch (error) {
      showToast({ words: problemOf(error).words, kind: "problem" });
    }
  };
  return run;
};
