import type { Channel } from "./channel.ts";
import { email } from "./email.ts";
import { sms } from "./sms.ts";

const ALL = [email, sms] as const;

type KnownChannel = (typeof ALL)[number];
type SettingsOf<Known> = Known extends Channel<string, infer Setting> ? Setting : never;

/** The kind of a message: its channel. */
export type MessageKind = KnownChannel["kind"];
export type ChannelSettingName = SettingsOf<KnownChannel>;
/** The settings of each channel; undefined for one that is off. */
export type ChannelConfigs = {
  [Known in KnownChannel as Known["kind"]]: Readonly<Record<SettingsOf<Known>, string>> | undefined;
};

/** Every channel. Contracts, settings, notifications, outbox, metrics and the doctor follow from this list. */
export const channels: readonly Channel<MessageKind>[] = ALL;

export const MESSAGE_KINDS: readonly MessageKind[] = channels.map(({ kind }) => kind);

/** A channel by its kind; undefined for a kind that another version queued. */
export const findChannel = (kind: MessageKind): Channel<MessageKind> | undefined =>
  channels.find((channel) => channel.kind === kind);

/** The name of the setting that turns a channel on: the URL it sends to. */
export const urlSettingOf = ({ settings }: Channel): string => Object.keys(settings)[0] ?? "";

/** The URL a channel sends to; undefined where it is off. */
export const urlOf = (configs: ChannelConfigs, channel: Channel<MessageKind>): string | undefined => {
  const settings: Readonly<Record<string, string>> | undefined = configs[channel.kind];
  return settings?.[urlSettingOf(channel)];
};

/** The reason why messages of a channel that is off aren't sent. */
export const missingFor = (channel: Channel): string =>
  `No ${channel.server.replace(/^an? /, "")} is set up. Set ${urlSettingOf(channel)}.`;

/** The flags of a visit type: which channels notify hosts of which events. All are on by default (rules 4). */
export const NOTIFICATION_FLAGS: readonly string[] = (["in", "out"] as const).flatMap((event) =>
  channels.filter(({ notifies }) => notifies.includes(event)).map(({ flag }) => `${flag}_${event}`),
);

/** A host's address in a channel. */
export type HostAddress = { kind: MessageKind; recipient: string };

/**
 * The addresses at which a host is notified: for each channel that covers this event, isn't turned off, and has a valid
 * address.
 * @param contact the keys of the host, including extra ones
 * @param flags the visit type's `host_notifications`, if any
 * @param country the location's `phone_country`, by which national numbers are read
 */
export const hostAddresses = (
  event: "in" | "out",
  contact: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, boolean>> | null | undefined,
  country: string | null | undefined,
): HostAddress[] =>
  channels.flatMap(({ kind, notifies, flag, hostKey, address }) => {
    const text = contact[hostKey];
    if (!notifies.includes(event) || flags?.[`${flag}_${event}`] === false || typeof text !== "string") return [];
    const recipient = address(text, country);
    return recipient === undefined ? [] : [{ kind, recipient }];
  });
