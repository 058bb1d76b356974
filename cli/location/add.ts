import { isTimeZone } from "../../server/lib/time.ts";
import { LocationInput } from "../../server/locations/contract.ts";
import { create } from "../../server/locations/locations.ts";
import { withAct } from "../act.ts";
import { checkAgainst } from "../checked.ts";
import { type Command, EXIT, wrongUsage } from "../command.ts";
import { print, tell } from "../output.ts";
import { didYouMean } from "../suggest.ts";

const checkZone = (zone: string): void => {
  if (isTimeZone(zone)) return;
  throw wrongUsage(
    `--timezone must be an IANA time zone such as Europe/Brussels.${didYouMean(zone, Intl.supportedValuesOf("timeZone"))}`,
  );
};

export const addLocation: Command = {
  operands: ["NAME"],
  about: [
    "Creates a location and prints its id, alone, on standard output.",
    "The time zone decides when its days begin and end.",
  ],
  options: { timezone: { value: "ZONE", about: "an IANA time zone such as Europe/Brussels; UTC when left out" } },
  examples: ['node bin/foyer.mjs location add "Head office" --timezone Europe/Brussels'],
  run: (given) => {
    const [name = ""] = given.operands;
    const timezone = given.text("timezone") ?? "UTC";
    checkAgainst(LocationInput, { name });
    if (name.trim() === "") throw wrongUsage("NAME must not be blank.");
    checkZone(timezone);
    return withAct({ creates: true }, async (act) => {
      const { _id } = await create(act, { name, timezone });
      tell(`The location "${name}" (${timezone}) was created. Its id:`);
      print(_id);
      return EXIT.done;
    });
  },
};
