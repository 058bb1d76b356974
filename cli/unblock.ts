import { unblock } from "../server/auth/refusals.ts";
import { canonicalAddress, refusalSource } from "../server/lib/address.ts";
import { type Command, EXIT, nothingFound, wrongUsage } from "./command.ts";
import { withDatabase } from "./database.ts";
import { tell } from "./output.ts";

/** As the doctor and the log name a source: an IPv6 one with its /64. */
const withoutWidth = (text: string): string => text.replace(/\/(32|64)$/, "");

export const unblockAddress: Command = {
  operands: ["ADDRESS"],
  about: [
    "Lets an address in again at once. Thirty refused credentials within 15 minutes shut an address out for the rest of them; an IPv6 address stands for its /64.",
    "Exit code 3: nothing was counted for that address.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs unblock 203.0.113.7", "node bin/foyer.mjs unblock 2001:db8::1"],
  run: async (given) => {
    const address = withoutWidth(given.operands[0] ?? "");
    if (canonicalAddress(address) === undefined) throw wrongUsage(`"${address}" is no IP address.`);
    const source = refusalSource(address);
    return withDatabase({ creates: false }, async ({ db }) => {
      const count = await unblock(db, source);
      if (count === undefined) throw nothingFound(`No refused credential is counted for ${source}.`);
      tell(`${source} begins anew; ${count} refused credentials are forgotten.`);
      return EXIT.done;
    });
  },
};
