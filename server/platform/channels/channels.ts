import type { Channel } from "./channel.ts";
import { email } from "./email.ts";
import { sms } from "./sms.ts";

const ALL = [email, sms] as const;

type KnownChannel = (typeof ALL)[number];
type SettingsOf<Known> = Known extends Channel<string, infer Setting> ? Setting : never;

/** How a message travels. */
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

/** What keeps messages from leaving while their channel is off. */
export const missingFor = (channel: Channel): string =>
  `No ${channel.server.replace(/^an? /, "")} is set up. Set ${urlSettingOf(channel)}.`;

/** The switches of a visit type: which channels notify hosts of what. All are on at first (rules 4). */
export const NOTIFICATION_FLAGS: readonly string[] = (["in", "out"] as const).flatMap((event) =>
  channels.filter(({ notifies }) => notifies.includes(event)).map(({ flag }) => `${flag}_${event}`),
);

/** Where a host is reached, by channel. */
export type HostAddress = { kind: MessageKind; recipient: string };

/**
 * The addresses at which a host is notified: of each channel that notifies of this, isn't turned off and finds an address.
 * @param contact the keys of the host, extra ones too
 * @param flags the visit type's `host_notifications`, as far as it has any
 */
export const hostAddresses = (
  event: "in" | "out",
  contact: Readonly<Record<string, unknown>>,
  flags: Readonly<Record<string, boolean>> | null | undefined,
): HostAddress[] =>
  channels.flatMap(({ kind, notifies, flag, hostKey, address }) => {
    const text = contact[hostKey];
    if (!notifies.includes(event) || flags?.[`${flag}_${event}`] === false || typeof text !== "string") return [];
    const recipient = address(text);
    return recipient === undefined ? [] : [{ kind, recipient }];
  });
