import { listApiKeys, revoke } from "../../../server/resources/api-keys/api-keys.ts";
import { keyIdOf } from "../../../server/platform/auth/api-key-format.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT, nothingFound } from "../../lib/command.ts";
import { printToStderr } from "../../lib/output.ts";

export const command: Command = {
  operands: ["KEY_ID"],
  about: [
    "Revokes an API key. It stops working immediately.",
    "KEY_ID is part of the key itself (svc_KEY_ID_…) and is shown by key list. You can also use the whole key or its _id.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs key revoke 9QdVt3GkWm2xYb7R"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const [wanted = ""] = given.operands;
      const keyId = keyIdOf(wanted) ?? wanted;
      const key = (await listApiKeys(ctx)).find(({ key_id, _id }) => key_id === keyId || _id === keyId.toLowerCase());
      if (key === undefined)
        throw nothingFound(
          `There's no API key ${keyId}, or it has already been revoked. See: node bin/foyer.mjs key list`,
        );
      await revoke(ctx, key._id);
      printToStderr(`The key "${key.name}" (${key.key_id}) has been revoked.`);
      return EXIT.done;
    }),
};
