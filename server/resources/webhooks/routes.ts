import { requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as deliveries from "./deliveries.ts";
import * as health from "./health.ts";
import { replaySince } from "./replays.ts";
import * as webhooks from "./webhooks.ts";

/** The webhook of a location, its signing secret, and the outcome of its calls. */
export const webhookRoutes = ({ on, onOutbound }: Router): void => {
  onOutbound(contract.saveWebhook, {
    callOut: (call) => webhooks.checkWebhookUrl(call, call.location, call.body.url),
    handler: (call, note) => webhooks.save(call, call.location, call.body, note),
    replay: (call) => webhooks.readSaveResult(call, call.location),
  });
  onOutbound(contract.changeWebhook, {
    callOut: (call) => webhooks.checkChange(call, call.location, call),
    handler: (call, note) => webhooks.updateWebhook(call, call.location, call, note),
    replay: (call) => webhooks.readSaveResult(call, call.location),
  });
  on(contract.readWebhook, (call) => webhooks.readWebhook(call, call.location));
  on(contract.removeWebhook, (call) => webhooks.removeWebhook(call, call.location));
  on(contract.replaySince, (call) => replaySince(call, call.location, call.body));
  on(contract.readHealth, (call) => health.readWebhookHealth(call, requireLocationClock(call)));
  on(
    contract.rotateSecret,
    (call) => webhooks.rotateSecret(call, call.location),
    (call) => webhooks.readRotationResult(call, call.location),
  );
  on(contract.listDeliveries, (call) => deliveries.listDeliveries(call, call.location, call.query));
  onOutbound(contract.testWebhook, {
    callOut: (call) => deliveries.test(call, call.location),
    handler: (call, made) => deliveries.record(call, made),
    replay: (call, id) => deliveries.readDelivery(call, call.location, id),
  });
  onOutbound(contract.replayDelivery, {
    callOut: (call) => deliveries.replay(call, call.location, call.params.id),
    handler: (call, made) => deliveries.record(call, made),
    replay: (call, id) => deliveries.readDelivery(call, call.location, id),
  });
};
