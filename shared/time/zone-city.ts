/**
 * The city that a time zone is named after, as the reader's language calls it; undefined for a zone such as UTC.
 * @param cities names that differ from the zone's, by the zone's last part
 */
export const cityOfZone = (timezone: string, cities: Readonly<Record<string, string>>): string | undefined => {
  const [area, ...parts] = timezone.split("/");
  const last = parts.at(-1);
  if (last === undefined || area === "Etc") return undefined;
  return Object.hasOwn(cities, last) ? cities[last] : last.replaceAll("_", " ");
};
