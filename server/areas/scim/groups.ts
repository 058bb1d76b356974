import { isObject } from "../../platform/lib/record/objects.ts";
import type { Problem } from "../../resources/directories/difference.ts";
import * as groups from "../../resources/directories/groups.ts";
import { attributeNamed, CORE_GROUP, GROUP_ATTRIBUTES } from "./attributes.ts";
import { invalid } from "./errors.ts";
import { conjunctsOf, type Filter, parseFilter } from "./filter.ts";
import { matches } from "./matching.ts";
import type { Operation } from "./patch.ts";
import { leavesOut, type ListQuery, listResponse, project } from "./query.ts";
import type { ScimCall, Written } from "./users.ts";
import { bodyOf, coerce, externalIdOf, type Resource } from "./values.ts";

const wire = (row: groups.GroupWithMembers, base: string): Resource => ({
  schemas: [CORE_GROUP],
  id: row._id,
  displayName: row.display_name,
  ...(row.external_id === null ? {} : { externalId: row.external_id }),
  members: row.members.map((value) => ({ value })),
  meta: {
    resourceType: "Group",
    created: row.create_date,
    lastModified: row.mod_date,
    location: `${base}/Groups/${row._id}`,
  },
});

const nameIn = (value: unknown): string => {
  const attribute = attributeNamed(GROUP_ATTRIBUTES, "displayName");
  const name = attribute && coerce(value, attribute);
  if (typeof name !== "string" || name.trim() === "") throw invalid('"displayName" is required.');
  return name;
};

const MEMBERS_MAX = 100_000;

/** The IDs in a value of members: objects with `value`, as Entra ID and Okta send them, or bare texts. */
const memberIds = (value: unknown): string[] => {
  const list: unknown[] = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  if (list.length > MEMBERS_MAX) throw invalid('"members" has too many values.');
  const ids = list.map((one) => (isObject(one) ? one["value"] : one));
  if (!ids.every((id) => typeof id === "string" && id !== "" && id.length <= 200))
    throw invalid('"members" must have a "value" each.');
  return [...new Set(ids.map((id) => String(id)))];
};

/** The groups, with their members unless these are left out. */
export const listGroups = async ({ ctx, directory, base }: ScimCall, query: ListQuery) => {
  const { filter, startIndex, count, projection } = query;
  const asksMembers = filter !== undefined && JSON.stringify(filter).includes('"members"');
  const named = (filter === undefined ? [] : conjunctsOf(filter)).find(
    (one) => one.op === "eq" && one.path.join(".") === "displayname" && typeof one.value === "string",
  );
  const name = named?.op === "eq" ? String(named.value) : null;
  const withMembers = asksMembers || !leavesOut(projection, "members");
  const rows = await groups.findGroups(ctx, directory, withMembers, name);
  const all = rows.map((row) => wire(row, base)).filter((one) => filter === undefined || matches(filter, one));
  const shown = all.slice(startIndex - 1, startIndex - 1 + count);
  return listResponse(
    shown.map((one) => project(one, projection)),
    all.length,
    startIndex,
  );
};

/** One group. Errors: `404`. */
export const readGroupById = async ({ ctx, directory, base }: ScimCall, id: string): Promise<Resource> =>
  wire(await groups.readGroup(ctx, directory, id), base);

const written = async (call: ScimCall, { id, problems }: groups.GroupWrite): Promise<Written> => ({
  resource: await readGroupById(call, id),
  problems,
});

const contentOf = (given: Resource): groups.GroupContent => ({
  display_name: nameIn(given["displayName"]),
  external_id: externalIdOf(given) ?? null,
});

/** Creates a group. Errors: `400`, `409`. */
export const createGroup = async (call: ScimCall, body: unknown): Promise<Written> => {
  const given = bodyOf(body, CORE_GROUP);
  const members = memberIds(given["members"]);
  return written(call, await groups.addGroup(call.ctx, call.directory, contentOf(given), members));
};

const replaceMembers = async (editor: groups.GroupEditor, next: readonly string[]): Promise<void> => {
  const old = await editor.members();
  const [had, kept] = [new Set(old), new Set(next)];
  await editor.remove(old.filter((id) => !kept.has(id)));
  await editor.add(next.filter((id) => !had.has(id)));
};

/** Replaces a group; without `members`, these remain. Errors: `400`, `404`, `409`. */
export const replaceGroup = async (call: ScimCall, id: string, body: unknown): Promise<Written> => {
  const given = bodyOf(body, CORE_GROUP);
  const done = await groups.changeGroup(call.ctx, call.directory, id, async (editor) => {
    editor.content = contentOf(given);
    if (given["members"] !== undefined) await replaceMembers(editor, memberIds(given["members"]));
  });
  return written(call, done);
};

const MEMBERS_PATH = /^(?:urn:ietf:params:scim:schemas:core:2\.0:Group:)?members(?:\[(.*)\])?(?:\.value)?$/is;

/** The members that a condition names by their ID; undefined if it says more than that. */
const idsIn = (filter: Filter): string[] | undefined => {
  if (filter.op === "eq" && filter.path.join(".") === "value") return [String(filter.value)];
  if (filter.op !== "or") return undefined;
  const [left, right] = [idsIn(filter.left), idsIn(filter.right)];
  return left && right && [...left, ...right];
};

const removeMembers = async (
  editor: groups.GroupEditor,
  condition: string | undefined,
  value: unknown,
): Promise<void> => {
  const filter = condition === undefined ? undefined : parseFilter(condition);
  // Entra ID sends those to remove as a value: without it, all are.
  if (filter === undefined && value !== undefined && value !== null) return editor.remove(memberIds(value));
  const ids = filter === undefined ? undefined : idsIn(filter);
  if (ids !== undefined) return editor.remove(ids);
  const members = await editor.members();
  return editor.remove(members.filter((id) => filter === undefined || matches(filter, { value: id })));
};

const changeMembers = async (
  editor: groups.GroupEditor,
  { op, value }: Operation,
  condition: string | undefined,
): Promise<void> => {
  if (op === "remove") return removeMembers(editor, condition, value);
  if (condition !== undefined) throw invalid("Members are added and removed, not changed.", "invalidPath");
  return op === "add" ? editor.add(memberIds(value)) : replaceMembers(editor, memberIds(value));
};

const changeAttribute = (editor: groups.GroupEditor, op: Operation["op"], name: string, value: unknown): void => {
  const key = name.replace(/^urn:.*:Group:/i, "").toLowerCase();
  if (key === "displayname") {
    if (op === "remove") throw invalid('"displayName" is required.');
    editor.content = { ...editor.content, display_name: nameIn(value) };
  } else if (key === "externalid") {
    const external_id = op === "remove" ? null : (externalIdOf({ externalId: value }) ?? null);
    editor.content = { ...editor.content, external_id };
  }
};

const applyOperation = async (editor: groups.GroupEditor, operation: Operation): Promise<void> => {
  const { op, path, value } = operation;
  if (path === undefined) {
    if (op === "remove") throw invalid('A "remove" must have a "path".', "noTarget");
    if (!isObject(value)) throw invalid('An operation without "path" must have an object as "value".');
    for (const [key, part] of Object.entries(value)) await applyOperation(editor, { op, path: key, value: part });
    return;
  }
  const members = MEMBERS_PATH.exec(path);
  if (members !== null) await changeMembers(editor, operation, members[1]);
  else if (/[[\]]/.test(path)) throw invalid("The path of an operation could not be read.", "invalidPath");
  else changeAttribute(editor, op, path, value);
};

/** Changes a group by operations, all or none. @returns what was left undone. Errors: `400`, `404`, `409`. */
export const changeGroup = async (call: ScimCall, id: string, operations: readonly Operation[]): Promise<Problem[]> => {
  const { problems } = await groups.changeGroup(call.ctx, call.directory, id, async (editor) => {
    for (const operation of operations) await applyOperation(editor, operation);
  });
  return problems;
};

/** Deletes a group; its people follow the rules without it. Errors: `404`. */
export const deleteGroup = async ({ ctx, directory }: ScimCall, id: string): Promise<Problem[]> =>
  (await groups.removeGroup(ctx, directory, id)).problems;
