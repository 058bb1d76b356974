import { badgeToken, pageLink } from "../door/tokens.ts";
import type { Act } from "../http/call.ts";
import { notFound } from "../lib/errors.ts";
import { findBadged } from "./store.ts";

/** The code of a visit's badge, the same that a kiosk prints: it signs out and opens nothing (docs/visitor-pages.md). Errors: `404`. */
export const readBadge = async (act: Act, location: string, id: string): Promise<{ code: string }> => {
  const badged = await findBadged(act.db, location, id);
  if (badged === undefined) throw notFound();
  const { config, secretKey } = act.context;
  const subject = { location, visit: id, kind: "exit" } as const;
  const token = badgeToken(secretKey, subject, badged.signed_in, badged.retention_days);
  return { code: pageLink(config, "b", token) };
};
