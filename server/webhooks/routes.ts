import { placeOf } from "../http/call.ts";
import type { Router } from "../http/routes.ts";
import * as contract from "./contract.ts";
import * as deliveries from "./deliveries.ts";
import * as health from "./health.ts";
import * as webhooks from "./webhooks.ts";

/** The webhook of a location, its signing secret, and what became of its calls. */
export const webhookRoutes = ({ on }: Router): void => {
  on(
    contract.saveWebhook,
    (call) => webhooks.save(call, call.location, call.body),
    (call) => webhooks.saved(call, call.location),
  );
  on(
    contract.changeWebhook,
    (call) => webhooks.update(call, call.location, call),
    (call) => webhooks.saved(call, call.location),
  );
  on(contract.readWebhook, (call) => webhooks.read(call, call.location));
  on(contract.readHealth, (call) => health.read(call, placeOf(call)));
  on(
    contract.rotateSecret,
    (call) => webhooks.rotateSecret(call, call.location),
    (call) => webhooks.rotated(call, call.location),
  );
  on(contract.listDeliveries, (call) => deliveries.list(call, call.location, call.query));
  on(
    contract.testWebhook,
    (call) => deliveries.test(call, call.location),
    (call, id) => deliveries.read(call, call.location, id),
  );
  on(
    contract.replayDelivery,
    (call) => deliveries.replay(call, call.location, call.params.id),
    (call, id) => deliveries.read(call, call.location, id),
  );
};
