import { queryClient } from "../api/api.ts";
import { savePreference } from "../../lib/preferences.ts";
import { endSession } from "./session.ts";

/**
 * Ends the session here, and deletes all its data from memory, even if the service can't be reached: it is then told as
 * soon as possible, and until then no user is logged in here.
 */
export const logOut = async (): Promise<void> => {
  savePreference("leaving", true);
  await endSession().catch(() => undefined);
  queryClient.clear();
  await (await import("./evacuation-storage.ts")).deleteStoredEvacuations();
};
