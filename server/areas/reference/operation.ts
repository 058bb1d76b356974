import { escapeHtml } from "../../platform/lib/text/html.ts";
import { bodySchema, type Document, type ListedOperation, type Operation, success } from "./document.ts";
import { curlOf, exampleOf } from "./example.ts";
import { fieldsOf, parameterFields } from "./fields.ts";
import { codeBlock, inline, pathMarkup, prose } from "./markup.ts";

const FILES: Readonly<Record<string, string>> = {
  "text/event-stream": "A stream of server-sent events.",
  "application/pdf": "A PDF file.",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "An XLSX file, as an attachment.",
};

const part = (title: string, body: string): string => (body === "" ? "" : `<h4>${title}</h4>${body}`);

const parametersOf = ({ parameters }: Operation): string =>
  [
    ["path", "Path parameters"],
    ["query", "Query parameters"],
  ]
    .map(([place = "", title = ""]) => {
      const there = parameters.filter((parameter) => parameter.in === place);
      return there.length === 0 ? "" : part(title, parameterFields(there));
    })
    .join("");

const bodyOf = (operation: Operation): string => {
  const schema = bodySchema(operation);
  if (schema === undefined) return "";
  const others = Object.keys(operation.requestBody?.content ?? {}).filter((type) => type.startsWith("text/"));
  const also =
    others.length === 0 ? "" : `<p>Also as ${others.map((type) => `<code>${escapeHtml(type)}</code>`).join(", ")}.</p>`;
  const optional = operation.requestBody?.required === true ? "" : "<p>Optional.</p>";
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0 && schema.items === undefined;
  return isEmpty ? "" : part("Body", `${optional}${fieldsOf(schema)}${also}`);
};

const answerOf = (operation: Operation): string => {
  const { type, schema } = success(operation);
  if (schema === undefined) return part("Response", `<p>${FILES[type] ?? `<code>${escapeHtml(type)}</code>`}</p>`);
  return part("Response", `<details><summary>Fields</summary>${fieldsOf(schema)}</details>`);
};

const failuresOf = ({ responses }: Operation): string => {
  const statuses = Object.keys(responses).filter((status) => status !== "200");
  return `<p class="failures">Errors: ${statuses.map((status) => `<code>${status}</code>`).join(" ")}. See <a href="#errors">Errors</a>.</p>`;
};

const answerExample = (operation: Operation): string => {
  const { schema } = success(operation);
  return schema === undefined ? "" : codeBlock("Response", JSON.stringify(exampleOf(schema), null, 2));
};

/** One operation: its description and parameters on the left, its call and responses on the right. */
export const operationMarkup = (document: Document, entry: ListedOperation): string => {
  const { method, path, operation } = entry;
  const { summary, description } = operation;
  const id = escapeHtml(operation.operationId);
  return `<section class="operation" id="${id}"><div class="said"><h3><a href="#${id}">${inline(summary)}</a></h3>
<p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${pathMarkup(path)}</code></p>
${description === undefined ? "" : prose(description)}${parametersOf(operation)}${bodyOf(operation)}${answerOf(operation)}${failuresOf(operation)}</div>
<div class="shown">${codeBlock("curl", curlOf(document, entry))}${answerExample(operation)}</div></section>`;
};
