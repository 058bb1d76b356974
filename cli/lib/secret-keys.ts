import type { RequestContext } from "../../server/platform/http/request-context.ts";
import { findPreviousKey, findSecretKey } from "../../server/platform/secret-key.ts";
import { Failure } from "./command.ts";

/** The request context, with both keys as the service reads them. Errors: Failure without a key. */
export const withKeys = async (ctx: RequestContext): Promise<RequestContext> => {
  const { config } = ctx.context;
  const secretKey = await findSecretKey(config);
  if (secretKey === undefined)
    throw new Failure("There's no SECRET_KEY here. Set SECRET_KEY or DATA_DIR to the same values as for the server.");
  const previousKey = await findPreviousKey(config, secretKey);
  return { ...ctx, context: { ...ctx.context, secretKey, previousKey } };
};
