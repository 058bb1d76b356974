import type { Reader } from "../config/reader.ts";
import { withoutTrailingSlashes } from "../lib/net/base-url.ts";

/** How and where spans are sent (OpenTelemetry's own variables). */
export type Traces = {
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** The share of traces to keep, for the ratio-based samplers. */
  ratio: number;
};

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;
const TOKEN_LENGTH_MIN = 16;

const isRatio = (value: string): boolean => /^(?:0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1;
const isHttp = (value: string): boolean => value.startsWith("http/");
const isUrl = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);
/** `a=b,c=d`, percent-encoded as in the standard. */
const isPairs = (value: string): boolean =>
  value
    .split(",")
    .every((pair) => /^\s*[\w!#$%&'*+.^`|~-]+\s*=[\x20-\x7e]*$/.test(pair) && !/%(?![\dA-Fa-f]{2})/.test(pair));

/** A name or value that does not decode to text is kept as written. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const pairsOf = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(",").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    }),
  );

/** The address for traces is used unchanged; the standard adds the path to the general one. */
const readUrl = (reader: Reader): string | undefined => {
  const expected = "the http(s) URL of a collector, such as http://127.0.0.1:4318";
  const general = reader.checked("OTEL_EXPORTER_OTLP_ENDPOINT", isUrl, expected);
  const own = reader.checked("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", isUrl, `${expected}/v1/traces`);
  return own ?? (general === undefined ? undefined : `${withoutTrailingSlashes(general)}/v1/traces`);
};

/** Reads where traces are sent; undefined if no collector is configured, or they are turned off. */
export const readTraces = (reader: Reader): Traces | undefined => {
  const url = readUrl(reader);
  const headers = reader.checked("OTEL_EXPORTER_OTLP_HEADERS", isPairs, "a list such as authorization=Bearer%20secret");
  const sampler = reader.choice("OTEL_TRACES_SAMPLER", SAMPLERS);
  const ratio = reader.checked("OTEL_TRACES_SAMPLER_ARG", isRatio, "a number from 0 to 1");
  const exporter = reader.checked("OTEL_TRACES_EXPORTER", (value) => /^(otlp|none)$/.test(value), "otlp or none");
  reader.checked("OTEL_EXPORTER_OTLP_PROTOCOL", isHttp, "http/json (grpc isn't supported)");
  const isOff = reader.text("OTEL_SDK_DISABLED").toLowerCase() === "true" || exporter === "none";
  if (url === undefined || isOff) return undefined;
  return {
    url,
    headers: headers === undefined ? {} : pairsOf(headers),
    serviceName: reader.text("OTEL_SERVICE_NAME"),
    sampler,
    ratio: Number(ratio),
  };
};

/** Reads the token that clients of /metrics must send; undefined if they need none. */
export const readMetricsToken = (reader: Reader): string | undefined =>
  reader.checked(
    "METRICS_TOKEN",
    (value) => value.length >= TOKEN_LENGTH_MIN && /^[\x21-\x7e]+$/.test(value),
    `${TOKEN_LENGTH_MIN} characters or more, without spaces`,
  );
