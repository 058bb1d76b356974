/** The texts of the console, and what visitors read, which is shown here too; not what only the other faces or the service say. */
export const catalogues = import.meta.glob([
  "../../../texts/*/*.json",
  "!../../../texts/*/{kiosk,visitor,approvals,documents,exports,messages,sessions}.json",
]);

/** The namespaces of the console. */
export const NAMESPACES: readonly string[] = [
  ...new Set(Object.keys(catalogues).map((path) => path.replace(/^.*\/|\.json$/g, ""))),
];
