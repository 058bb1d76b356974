import { unblock } from "../../server/platform/auth/refusals.ts";
import { canonicalAddress, refusalSource } from "../../server/platform/lib/net/ip-address.ts";
import { type Command, EXIT, nothingFound, wrongUsage } from "../lib/command.ts";
import { withDatabase } from "../lib/database.ts";
import { printToStderr } from "../lib/output.ts";

/** A source in the form of the doctor and the log: for IPv6 with its /64. */
const withoutWidth = (text: string): string => text.replace(/\/(32|64)$/, "");

export const command: Command = {
  operands: ["ADDRESS"],
  about: [
    "Unblocks an address immediately. An address is blocked for the rest of a 15-minute period after 30 refused credentials in it. For IPv6, the whole /64 is blocked.",
    "Exit code 3: that address has no refused credentials.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs unblock 203.0.113.7", "node bin/foyer.mjs unblock 2001:db8::1"],
  run: async (given) => {
    const address = withoutWidth(given.operands[0] ?? "");
    if (canonicalAddress(address) === undefined) throw wrongUsage(`"${address}" isn't an IP address.`);
    const source = refusalSource(address);
    return withDatabase({ creates: false }, async ({ db }) => {
      const count = await unblock(db, source);
      if (count === undefined) throw nothingFound(`${source} has no refused credentials.`);
      printToStderr(`${source} unblocked. Refused credentials cleared: ${count}.`);
      return EXIT.done;
    });
  },
};
