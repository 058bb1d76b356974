import type { Config } from "./platform/config/config.ts";
import type { Service } from "./service.ts";

/** Where users open the service, or where a worker is monitored. */
const addresses = ({ url }: Service, { role, publicUrl }: Config): string[] =>
  role === "worker"
    ? [
        "  Role       worker: background work, no requests",
        `  Health     ${url}/healthz, ${url}/readyz, ${url}/metrics`,
      ]
    : [
        ...(role === "api" ? ["  Role       api: requests; a worker does the rest"] : []),
        `  Open       ${publicUrl}`,
        `  API        ${publicUrl}/api, documented at ${publicUrl}/docs`,
      ];

/** The text that a start prints. @param startedMs how long it took */
export const greeting = (service: Service, config: Config, startedMs: number): string => {
  const lines = [
    "",
    `  Foyer is ready (${(startedMs / 1000).toFixed(1)} s)`,
    "",
    ...addresses(service, config),
    `  Data       ${service.shownDatabase}`,
  ];
  if (service.setupLink !== undefined)
    lines.push("", "  There's no administrator yet. Create one here within 30 minutes:", "", `  ${service.setupLink}`);
  return `${lines.join("\n")}\n\n`;
};
