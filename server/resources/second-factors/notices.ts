import { fillPlaceholders } from "../../../shared/text/placeholders.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { messageTexts } from "../messages/texts.ts";
import { queueMessage } from "../messages/queue.ts";
import type { Account } from "../users/accounts.ts";

/** What a user is emailed about their second factor. */
type FactorNotice = "app" | "appRemoved" | "passkey" | "passkeyRemoved" | "reset" | "newCodes" | "usedCode";

/** Emails a user that their second factor has changed: a thief would change it, too. The email has no link. */
export const mailFactorNotice = (
  ctx: RequestContext,
  { _id, email, language_id }: Pick<Account, "_id" | "email" | "language_id">,
  notice: FactorNotice,
  values: Record<string, string> = {},
): Promise<void> => {
  const { subject, advice, ...texts } = messageTexts(language_id ?? "en").secondFactor;
  return queueMessage(ctx.db, {
    // An account belongs to no location.
    location: SERVICE_LOCATION,
    kind: "mail",
    recipient: email,
    template: "notice",
    parameters: { subject, text: `${fillPlaceholders(texts[notice], values)}\n\n${advice}` },
    subjectId: _id,
    language: language_id ?? undefined,
    now: ctx.now,
  });
};
