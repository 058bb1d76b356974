import { canonicalTimeZone, TIME_ZONES } from "../../../shared/time/time-zones/time-zones.ts";
import { LocationInput } from "../../../server/resources/locations/contract.ts";
import { createLocation } from "../../../server/resources/locations/locations.ts";
import { withContext } from "../../lib/request-context.ts";
import { validateInput } from "../../lib/validate-input.ts";
import { type Command, EXIT, wrongUsage } from "../../lib/command.ts";
import { print, printToStderr } from "../../lib/output.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";

const checkZone = (zone: string): void => {
  if (canonicalTimeZone(zone) !== undefined) return;
  const names = TIME_ZONES.map(({ name }) => name);
  throw wrongUsage(`--timezone must be an IANA time zone such as Europe/Brussels.${didYouMean(zone, names)}`);
};

export const command: Command = {
  operands: ["NAME"],
  about: [
    "Creates a location and prints only its ID on standard output.",
    "The time zone sets when each day starts and ends.",
  ],
  options: { timezone: { value: "ZONE", about: "an IANA time zone such as Europe/Brussels (default: UTC)" } },
  examples: ['node bin/foyer.mjs location add "Head office" --timezone Europe/Brussels'],
  run: (given) => {
    const [name = ""] = given.operands;
    const timezone = given.text("timezone") ?? "UTC";
    validateInput(LocationInput, { name });
    if (name.trim() === "") throw wrongUsage("NAME must not be blank.");
    checkZone(timezone);
    return withContext({ creates: true }, async (ctx) => {
      const { _id } = await createLocation(ctx, { name, timezone });
      printToStderr(`The location "${name}" (${timezone}) was created. Its ID:`);
      print(_id);
      return EXIT.done;
    });
  },
};
