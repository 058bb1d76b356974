/** The texts of the console, and what visitors read, which is shown here too; not those of the other faces and of the service. */
export const catalogues = import.meta.glob(["../../../texts/*/*.json", "!../../../texts/*/{kiosk,visitor}.json"]);

/** The namespaces of the console. */
export const NAMESPACES: readonly string[] = [
  ...new Set(Object.keys(catalogues).map((path) => path.replace(/^.*\/|\.json$/g, ""))),
];
