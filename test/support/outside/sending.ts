import { email } from "../../../server/platform/channels/email.ts";
import { sms } from "../../../server/platform/channels/sms.ts";
import type { Context } from "../../../server/platform/context.ts";
import { sendMessages } from "../../../server/resources/messages/delivery.ts";

/** Sends the emails that are due, as the background work does. */
export const sendMails = (context: Context): Promise<void> => sendMessages(context, email);

/** Sends the SMS that are due, as the background work does. */
export const sendSms = (context: Context): Promise<void> => sendMessages(context, sms);

/** The same service with other settings of a channel; undefined turns it off. */
export const withChannels = (context: Context, channels: Partial<Context["config"]["channels"]>): Context => ({
  ...context,
  config: { ...context.config, channels: { ...context.config.channels, ...channels } },
});
