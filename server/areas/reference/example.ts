import {
  bodyExample,
  bodySchema,
  type Document,
  type ListedOperation,
  type Parameter,
  type Schema,
  success,
} from "./document.ts";

/** Values for fields without an example in the contract, by name. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  name: "Reception",
  label: "Vehicle registration",
  field_name: "licenseplate",
  cn: "Ann Peeters",
  timezone: "Europe/Brussels",
  default_language: "en",
  languages: ["en", "nl"],
  message: "Done",
  total: 1,
  password: "a long enough password",
  date: "2026-11-21",
};

const BY_FORMAT: Readonly<Record<string, string>> = {
  "date-time": "2026-11-21T09:30:00.000Z",
  date: "2026-11-21",
  email: "jo@example.org",
  uri: "https://example.org/hook",
  base64: "iVBORw0KGgo…",
};

const ofType = (schema: Schema, name: string): unknown => {
  switch ([schema.type].flat()[0]) {
    case "integer":
    case "number":
      return 0;
    case "boolean":
      return true;
    case "array":
      return schema.items === undefined ? [] : [exampleOf(schema.items)];
    case "string":
      return BY_FORMAT[schema.format ?? schema.contentEncoding ?? ""] ?? name.replaceAll("_", " ");
    case "null":
      return null;
    default:
      return objectExample(schema);
  }
};

const objectExample = ({ properties = {}, patternProperties }: Schema): Record<string, unknown> => {
  const named = Object.entries(properties).map(([name, schema]) => [name, exampleOf(schema, name)]);
  const [others] = Object.values(patternProperties ?? {});
  return Object.fromEntries(named.length > 0 || others === undefined ? named : [["en", exampleOf(others, "text")]]);
};

/** A value that fits a schema: its own example, if it has one. */
export const exampleOf = (schema: Schema, name = ""): unknown => {
  if (schema.examples !== undefined && schema.examples.length > 0) return schema.examples[0];
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf?.[0] !== undefined) return exampleOf(schema.anyOf[0], name);
  if (Object.hasOwn(BY_NAME, name) && [schema.type].flat()[0] !== "object") return BY_NAME[name];
  return ofType(schema, name);
};

/** A body short enough to type: the contract's example, or the required fields and some of the others. */
const FIELDS_MAX = 4;
const shortExample = (schema: Schema): unknown => {
  if (schema.properties === undefined) return exampleOf(schema);
  const needed = new Set(schema.required ?? []);
  const names = Object.keys(schema.properties).toSorted((a, b) => Number(needed.has(b)) - Number(needed.has(a)));
  const shown = names.slice(0, Math.max(FIELDS_MAX, needed.size));
  const all = objectExample(schema);
  return Object.fromEntries(shown.map((name) => [name, all[name]]));
};

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const valueOf = ({ name, example, schema }: Parameter): string => String(example ?? exampleOf(schema, name));

const addressOf = (server: string, { path, operation }: ListedOperation): string => {
  const parameters = new Map(operation.parameters.map((parameter) => [parameter.name, parameter]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const parameter = parameters.get(name);
    return parameter === undefined ? whole : valueOf(parameter);
  });
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${valueOf(parameter)}`);
  return `${server}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
};

/** A curl command for an operation; the key is in a shell variable. */
export const curlOf = ({ servers }: Document, entry: ListedOperation): string => {
  const { method, operation } = entry;
  const schema = bodySchema(operation);
  const sends = schema !== undefined && operation.requestBody?.required === true;
  const { type } = success(operation);
  const parts = [
    `curl ${method === "GET" || (method === "POST" && sends) ? "" : `-X ${method} `}${quoted(addressOf(servers[0]?.url ?? "", entry))}`,
    '-H "Authorization: Bearer $FOYER_KEY"',
    ...(sends
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(bodyExample(operation) ?? shortExample(schema), null, 2))}`,
        ]
      : []),
    ...(type === "text/event-stream" ? ["-N"] : []),
    ...(/^application\/(pdf|vnd\.)/.test(type) ? ["-OJ"] : []),
  ];
  return parts.join(" \\\n  ");
};
