import type { Channel } from "../channels/channel.ts";
import { type ChannelConfigs, type ChannelSettingName, channels, urlSettingOf } from "../channels/channels.ts";
import type { Reader } from "./reader.ts";

const readChannel = (reader: Reader, channel: Channel): Readonly<Record<string, string>> | undefined => {
  const before = reader.problems.length;
  const urlSetting = urlSettingOf(channel);
  const values: Record<string, string> = {};
  let isGiven = false;
  for (const [name, { fallback = "", isValid, expected, isUselessAlone }] of Object.entries(channel.settings)) {
    // Every channel's settings are among the names that a reader accepts (settings.ts).
    const value = reader.checked(name as ChannelSettingName, isValid, expected) ?? "";
    if (name === urlSetting) isGiven = value !== "" || reader.problems.length > before;
    else if (isUselessAlone && value !== fallback && !isGiven)
      reader.problems.push(`${name} has no effect without ${urlSetting}. Set both.`);
    values[name] = value;
  }
  return values[urlSetting] === "" ? undefined : values;
};

/** Reads the settings of every channel; one without its URL is off. */
export const readChannels = (reader: Reader): ChannelConfigs =>
  // Has a key for each channel, which Object.fromEntries can't express.
  Object.fromEntries(channels.map((channel) => [channel.kind, readChannel(reader, channel)])) as ChannelConfigs;
