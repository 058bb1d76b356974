import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import type { Context } from "../../platform/context.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import { listAdministrators } from "../erasure-requests/store.ts";
import { queueMessages } from "../messages/queue.ts";
import { messageTexts } from "../messages/texts.ts";

type Told = { _id: string; name: string; default_language: string };

// A location that was removed meanwhile is told nothing.
const TELL: Statement = {
  name: "tell-watch-hits",
  text: `with told as (update watch_hits set told = true where not told returning company_id)
select distinct l._id, l.name, l.default_language from told join companies l on l._id = told.company_id`,
};

const queueAlarms = async (db: Db, { _id, name, default_language }: Told, link: string, now: number): Promise<void> => {
  const administrators = await listAdministrators(db, _id);
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
    for (const told of await inner.named<Told>(TELL, []))
      await queueAlarms(inner, told, `${config.publicUrl}/at/${told._id}/reception`, now());
  });
