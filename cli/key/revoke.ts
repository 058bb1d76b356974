import { list, revoke } from "../../server/api-keys/api-keys.ts";
import { keyIdOf } from "../../server/auth/secrets.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT, nothingFound } from "../command.ts";
import { tell } from "../output.ts";

export const revokeKey: Command = {
  operands: ["KEY_ID"],
  about: [
    "Ends an API key; the next call with it is refused.",
    "KEY_ID stands in the key itself (svc_KEY_ID_…) and in key list. The whole key, or the _id, will do too.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs key revoke 9QdVt3GkWm2xYb7R"],
  run: (given) =>
    withAct({ creates: false }, async (act) => {
      const [wanted = ""] = given.operands;
      const keyId = keyIdOf(wanted) ?? wanted;
      const key = (await list(act)).find(({ key_id, _id }) => key_id === keyId || _id === keyId.toLowerCase());
      if (key === undefined)
        throw nothingFound(`There is no API key ${keyId}, or it was revoked before. See: node bin/foyer.mjs key list`);
      await revoke(act, key._id);
      tell(`The key "${key.name}" (${key.key_id}) was revoked.`);
      return EXIT.done;
    }),
};
