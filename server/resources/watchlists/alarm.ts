import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import { queueMessages } from "../messages/queue.ts";
import { messageTexts } from "../messages/texts.ts";
import * as store from "./alarm-store.ts";

const queueAlarms = async (
  db: Db,
  { _id, name, default_language }: store.AlarmedLocation,
  link: string,
  now: number,
): Promise<void> => {
  const administrators = await store.listAdministrators(db, _id);
  if (administrators.length === 0) return;
  const messages = administrators.map(({ email, language_id }) => {
    const language = chooseLanguage(language_id, default_language);
    const { subject, text } = messageTexts(language).watchlist;
    const values = { location: name, link };
    const parameters = { subject: fillPlaceholders(subject, values), text: fillPlaceholders(text, values) };
    // Not in the location's outbox, which shows reception and keys whom messages are about.
    return {
      location: SERVICE_LOCATION,
      kind: "mail",
      recipient: email,
      template: "notice",
      parameters,
      language,
      now,
    } as const;
  });
  await queueMessages(db, messages);
};

/** Emails the administrators of each location with new hits, once for all of them, without a name. */
export const tellHits = ({ db, now, config }: Context): Promise<void> =>
  db.transaction(async (inner) => {
    for (const told of await store.takeNewHits(inner))
      await queueAlarms(inner, told, `${config.publicUrl}/at/${told._id}/settings/watchlists`, now());
  });
