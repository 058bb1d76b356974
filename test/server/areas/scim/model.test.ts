import assert from "node:assert/strict";
import { after, before, it } from "node:test";

import * as fc from "fast-check";

import { seedOf } from "../../../support/run/random.ts";
import { sizeOf } from "../../../support/run/size.ts";
import {
  CORE_GROUP,
  CORE_USER,
  ENTERPRISE,
  makeScim,
  type ScimAnswer,
  type ScimClient,
} from "../../../support/scim.ts";
import { buildLocation, makeWorld, type World } from "../../../support/world.ts";

const SEQUENCES = sizeOf(5_000);
const LENGTH_MAX = 14;
const SEED = seedOf();
const UNKNOWN = "00919288221112222";
const [PEOPLE, GROUPS] = [4, 3];
/** The first group makes hosts, the second users, the third nothing; so does this department. */
const SALES = "Sales";

type Wish = { active: boolean; sales: boolean; name: string };
type PatchOp = { do: "patch"; who: number; part: "active" | "sales" | "name"; wish: Wish; odd: boolean };
type PersonOp = { do: "create" | "put"; who: number; wish: Wish } | PatchOp | { do: "delete"; who: number };
type GroupOp =
  | { do: "createGroup" | "putGroup" | "replaceMembers" | "add" | "remove"; group: number; who: number[]; odd: boolean }
  | { do: "deleteGroup"; group: number };
type Op = PersonOp | GroupOp;

const who = fc.nat(PEOPLE - 1);
const group = fc.nat(GROUPS - 1);
const wish = fc.record({
  active: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  sales: fc.boolean(),
  name: fc.constantFrom("Ann", "Bo", "Cy"),
});
const members = fc.uniqueArray(who, { maxLength: PEOPLE });

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("create" as const), who, wish }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("put" as const), who, wish }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("patch" as const),
      who,
      part: fc.constantFrom("active" as const, "sales" as const, "name" as const),
      wish,
      odd: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "createGroup" as const,
        "putGroup" as const,
        "replaceMembers" as const,
        "add" as const,
        "remove" as const,
      ),
      group,
      who: members,
      odd: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteGroup" as const), group }) },
);
/** Some requests are sent twice, as after an answer that was lost. */
const sequence = fc.array(fc.record({ op, twice: fc.boolean() }), { minLength: 1, maxLength: LENGTH_MAX });

type Person = Wish & { id: string };
/** What the directory has sent, and nothing else. */
type Model = { people: Map<number, Person>; groups: Map<number, { id: string; members: Set<string> }> };

let world: World;
let scim: ScimClient;
let second: string;

before(async () => {
  world = await makeWorld();
  second = await buildLocation(world);
  scim = await makeScim(world, (first) => [
    { group: "Group 0", hosts_at: [first] },
    { group: "Group 1", hosts_at: [], role: "receptionist", users_at: [first] },
    { attribute: "department", value: SALES, hosts_at: [second] },
  ]);
});
after(() => world.close());

const userName = (n: number): string => `model${n}@example.org`;

const bodyOf = (n: number, { active, sales, name }: Wish): object => ({
  schemas: [CORE_USER, ENTERPRISE],
  userName: userName(n),
  displayName: name,
  active,
  emails: [{ type: "work", value: userName(n), primary: true }],
  ...(sales ? { [ENTERPRISE]: { department: SALES } } : {}),
});

/** One attribute as the RFC has it, or as Entra ID sends it. */
const operationOf = ({ part, wish: { active, sales, name }, odd }: PatchOp): object => {
  if (part === "active")
    return { op: odd ? "Replace" : "replace", path: "active", value: odd ? (active ? "True" : "False") : active };
  if (part === "name")
    return odd ? { op: "Add", path: "displayName", value: name } : { op: "replace", value: { displayName: name } };
  const path = `${ENTERPRISE}:department`;
  if (!sales) return { op: "remove", path };
  return odd ? { op: "replace", value: { [path]: SALES } } : { op: "add", path, value: SALES };
};

const expect = ({ status, text }: ScimAnswer, wanted: number, what: Op): void =>
  assert.equal(status, wanted, `${JSON.stringify(what)}: ${text}`);

const onPerson = async (model: Model, one: PersonOp): Promise<void> => {
  const person = model.people.get(one.who);
  const path = `/Users/${person?.id ?? UNKNOWN}`;
  if (one.do === "create") {
    const answer = await scim.call("POST", "/Users", bodyOf(one.who, one.wish));
    expect(answer, person === undefined ? 201 : 409, one);
    if (person === undefined) model.people.set(one.who, { ...one.wish, id: answer.body.id });
  } else if (one.do === "delete") {
    expect(await scim.call("DELETE", path), person === undefined ? 404 : 204, one);
    model.people.delete(one.who);
    for (const { members } of model.groups.values()) members.delete(person?.id ?? "");
  } else if (one.do === "patch") {
    expect(await scim.patch(path, operationOf(one)), person === undefined ? 404 : 200, one);
    if (person !== undefined) Object.assign(person, { [one.part]: one.wish[one.part] });
  } else {
    expect(await scim.call("PUT", path, bodyOf(one.who, one.wish)), person === undefined ? 404 : 200, one);
    if (person !== undefined) Object.assign(person, one.wish);
  }
};

const groupBody = (n: number, ids: readonly string[]): object => ({
  schemas: [CORE_GROUP],
  displayName: `Group ${n}`,
  members: ids.map((value) => ({ value })),
});

const membersOperation = (
  { do: what, odd }: Exclude<GroupOp, { do: "deleteGroup" }>,
  ids: readonly string[],
): object[] => {
  const value = ids.map((id) => ({ value: id }));
  if (what === "replaceMembers") return [{ op: "replace", path: "members", value }];
  if (what === "add") return [{ op: odd ? "Add" : "add", path: "members", value }];
  // Entra ID always names those to remove: an empty list is not sent.
  if (odd && ids.length > 0) return [{ op: "Remove", path: "members", value }];
  return ids.map((id) => ({ op: "remove", path: `members[value eq "${id}"]` }));
};

const onGroup = async (model: Model, one: GroupOp): Promise<void> => {
  const found = model.groups.get(one.group);
  const path = `/Groups/${found?.id ?? UNKNOWN}`;
  if (one.do === "deleteGroup") {
    expect(await scim.call("DELETE", path), found === undefined ? 404 : 204, one);
    model.groups.delete(one.group);
    return;
  }
  const ids = one.who.flatMap((n) => model.people.get(n)?.id ?? []);
  if (one.do === "createGroup") {
    const answer = await scim.call("POST", "/Groups", groupBody(one.group, ids));
    expect(answer, found === undefined ? 201 : 409, one);
    if (found === undefined) model.groups.set(one.group, { id: answer.body.id, members: new Set(ids) });
    return;
  }
  const isPut = one.do === "putGroup";
  const answer = isPut
    ? await scim.call("PUT", path, groupBody(one.group, ids))
    : await scim.patch(path, ...membersOperation(one, ids));
  expect(answer, found === undefined ? 404 : isPut ? 200 : 204, one);
  if (found === undefined) return;
  if (isPut || one.do === "replaceMembers") found.members = new Set(ids);
  else for (const id of ids) found.members[one.do === "add" ? "add" : "delete"](id);
};

const expected = ({ people, groups }: Model): object => {
  const isIn = (n: number, { id }: Person): boolean => groups.get(n)?.members.has(id) === true;
  const all = [...people].toSorted(([a], [b]) => a - b);
  const hosts = (at: (person: Person) => boolean): string[][] =>
    all.flatMap(([n, person]) => (person.active && at(person) ? [[userName(n), person.name]] : []));
  return {
    first: hosts((person) => isIn(0, person)),
    second: hosts(({ sales }) => sales),
    users: all.flatMap(([n, person]) => (person.active && isIn(1, person) ? [userName(n)] : [])),
    people: all.map(([n, { active }]) => [userName(n), active]),
    groups: [...groups]
      .toSorted(([a], [b]) => a - b)
      .map(([n, { members: ids }]) => [`Group ${n}`, [...ids].toSorted()]),
  };
};

const found = async (): Promise<object> => {
  const { rows } = await world.db.pool.query(
    `with h as (select * from hosts where directory_id = $1 and not hidden)
select (select coalesce(json_agg(json_build_array(mail, cn) order by mail), '[]') from h where company_id = $2) as first,
  (select coalesce(json_agg(json_build_array(mail, cn) order by mail), '[]') from h where company_id = $3) as second,
  (select coalesce(json_agg(email order by email), '[]') from users where directory_id = $1 and active and role = 'receptionist'
    and companies = array[$2]) as users`,
    [scim.directory, scim.location, second],
  );
  const people = (await scim.call("GET", "/Users")).body.Resources;
  const groups = (await scim.call("GET", "/Groups")).body.Resources;
  const byFirst = (a: unknown[], b: unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
  return {
    ...rows[0],
    people: people.map((one: { userName: string; active: boolean }) => [one.userName, one.active]).toSorted(byFirst),
    groups: groups
      .map((one: { displayName: string; members: { value: string }[] }) => [
        one.displayName,
        one.members.map(({ value }) => value).toSorted(),
      ])
      .toSorted(byFirst),
  };
};

/** The directory sends nothing more of anyone: each sequence begins with an empty one. */
const empty = async ({ people, groups }: Model): Promise<void> => {
  for (const { id } of groups.values()) await scim.call("DELETE", `/Groups/${id}`);
  for (const { id } of people.values()) await scim.call("DELETE", `/Users/${id}`);
  const { rows } = await world.db.pool.query(
    `select (select count(*) from hosts where directory_id = $1) + (select count(*) from users where directory_id = $1) as n`,
    [scim.directory],
  );
  assert.equal(Number(rows[0].n), 0, "hosts and users of people who were deleted are gone");
};

it(`${SEQUENCES} random sequences of SCIM requests leave hosts and users as a model has them`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      const model: Model = { people: new Map(), groups: new Map() };
      try {
        for (const { op: one, twice } of steps)
          for (let n = twice ? 2 : 1; n > 0; n -= 1)
            await ("group" in one ? onGroup(model, one) : onPerson(model, one));
        assert.deepEqual(await found(), expected(model));
      } finally {
        await empty(model);
      }
    }),
    { numRuns: SEQUENCES, seed: SEED },
  );
});
