import { queryClient } from "./api.ts";
import { savePreference } from "../lib/preferences.ts";
import { endSession } from "./session.ts";

/**
 * Ends the session here, and forgets everything that was read in it, whether or not the service can be reached: where it cannot,
 * it is told as soon as it can, and until then no user is logged in here.
 */
export const logOut = async (): Promise<void> => {
  savePreference("leaving", true);
  await endSession().catch(() => undefined);
  queryClient.clear();
  await (await import("./evacuation-storage.ts")).deleteStoredEvacuations();
};
