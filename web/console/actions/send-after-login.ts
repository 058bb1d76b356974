import { FoyerError } from "../../../client/client.ts";
import { queryClient } from "../data/api.ts";
import { meQuery } from "../data/session.ts";
import { countRenewals, isRenewedSince } from "../data/session-expiry.ts";

/** Later the time would be wrong: a sign-out is stored with the time at which it arrives. */
const HELD_MS_MAX = 5 * 60_000;

/**
 * Sends an action. If it is refused because the session had ended, sends it again when the same user has logged in
 * again on the page: within five minutes, and never in another user's name. Errors: those of `send`
 */
export const sendAfterLogin = async <T>(send: () => Promise<T>): Promise<T> => {
  const [begun, renewals] = [Date.now(), countRenewals()];
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof FoyerError && error.status === 403)) throw error;
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
    if (!(await isRenewedSince(renewals)) || Date.now() - begun > HELD_MS_MAX) throw error;
    return send();
  }
};
