/** What a call shows of its sender: the headers that may carry a credential, the address it came from, the location in its path. */
export type Presented = {
  authorization: string | undefined;
  apiKey: string | undefined;
  address: string;
  location: string | undefined;
};

/** The credential a call carries, not yet looked at closer. */
export type Sent =
  | { kind: "none" }
  | { kind: "key"; value: string }
  | { kind: "basic"; user: string; password: string }
  | { kind: "unreadable" };

/** The user name and password of a Basic header; undefined when it cannot be read as such. */
const basicOf = (value: string): { user: string; password: string } | undefined => {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || text.includes("\u0000")
    ? undefined
    : { user: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) };
};

/** `Authorization` decides when it is there, with the scheme in any letter case; `X-API-Key` takes keys only (decisions 1). */
export const sentBy = ({ authorization, apiKey }: Presented): Sent => {
  if (authorization === undefined)
    return apiKey === undefined ? { kind: "none" } : { kind: "key", value: apiKey.trim() };
  const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  if (scheme === "") return { kind: "none" };
  if (scheme.toLowerCase() === "bearer") return { kind: "key", value: value.trim() };
  const basic = scheme.toLowerCase() === "basic" ? basicOf(value) : undefined;
  return basic === undefined ? { kind: "unreadable" } : { kind: "basic", ...basic };
};
