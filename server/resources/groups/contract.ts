import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { bodySchemas, ignoredIn } from "../../platform/http/contract/field-schemas.ts";
import {
  Id,
  Message,
  NameInput,
  OpenObject,
  OptionalPaging,
  recordKeys,
  Type,
  WholeNumber,
} from "../../platform/http/contract/schemas.ts";
import { startVisit } from "../visits/contract.ts";

const TAG = "Groups";
const access = { tag: TAG, permission: "registered_visitors" } as const;

/** The most persons of one group. */
export const PERSONS_MAX = 500;

const {
  company_id,
  status: _status,
  invited_date: _invited,
  preregistered_date: _completed,
  ...personal
} = bodySchemas(REGISTERED_FIELDS);

/** A person of a group: the keys of a registered visitor. With an `_id`, one who is there already. */
const GroupPerson = OpenObject(
  { ...personal, _id: Type.Optional(Id) },
  { "x-expected": "an object with the keys of a registered visitor" },
);

const settable = {
  name: Type.Optional(NameInput({ examples: ["Acme, guided tour"] })),
  leader: Type.Optional(GroupPerson),
  members: Type.Optional(
    Type.Array(GroupPerson, {
      maxItems: PERSONS_MAX,
      "x-expected": `an array of at most ${PERSONS_MAX} persons`,
      description: "In a change: who is there from now on. Who isn't in it is removed",
    }),
  ),
  unnamed: Type.Optional(WholeNumber(0, PERSONS_MAX)),
};

/** Further keys are those of a registered visitor, for all persons of the group. */
export const GroupInput = OpenObject({ company_id, ...settable, ...personal });

const Person = OpenObject({ _id: Id });

export const Group = OpenObject({
  ...recordKeys,
  company_id: Id,
  name: Type.Optional(Type.String()),
  leader: Type.Optional(Person),
  members: Type.Array(Person, { description: "Registered visitors, without the leader" }),
  unnamed: Type.Integer({ description: "How many more come, without names" }),
});

/** Who of a group signs in or out; without keys, all of it. */
export const GroupSelection = Type.Object({
  known_visitor_ids: Type.Optional(
    Type.Array(Id, { maxItems: PERSONS_MAX, "x-expected": "an array of IDs of registered visitors of the group" }),
  ),
  unnamed: Type.Optional(WholeNumber(0, PERSONS_MAX)),
});

const GroupVisits = Type.Object({ visitors: Type.Array(startVisit.response) });

named({ Group, GroupInput, GroupPerson, GroupMember: Person, GroupSelection, GroupVisits });

const ById = { id: Id };
const ignored = [...ignoredIn(REGISTERED_FIELDS)];

export const listGroups = endpoint({
  ...access,
  operationId: "listGroups",
  method: "GET",
  path: "/groups/bycompany/{company_id}",
  summary: "The groups of a location, the newest first",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Group),
});

export const createGroup = endpoint({
  ...access,
  operationId: "createGroup",
  method: "POST",
  path: "/groups",
  summary: "Expect visitors who come together",
  description: "Leader and members become registered visitors; of the unnamed there is only their number.",
  body: {
    ...GroupInput,
    examples: [
      {
        company_id: "66f1a2b3c4d5e6f708192a3b",
        name: "Acme, guided tour",
        company: "Acme",
        leader: { first_name: "Jo", last_name: "Janssens", email: "jo@example.org" },
        members: [{ first_name: "Max", last_name: "Maes" }],
        unnamed: 7,
        visiting_on: { startDate: "2026-12-01T09:00:00.000Z", endDate: "2026-12-01T12:00:00.000Z" },
        recipient: "Ann Peeters",
      },
    ],
  },
  requires: ["company_id"],
  ignored,
  response: Group,
});

export const readGroup = endpoint({
  ...access,
  operationId: "getGroup",
  method: "GET",
  path: "/groups/{id}",
  summary: "One group",
  params: ById,
  response: Group,
});

export const changeGroup = endpoint({
  ...access,
  operationId: "updateGroup",
  method: "PUT",
  path: "/groups/{id}",
  summary: "Change a group: its name, its persons, what they have in common",
  description:
    "`members` is replaced as a whole: persons are recognised by `_id`, by email address or by name, and keep their record.",
  params: ById,
  body: GroupInput,
  ignored: [...ignored, "company_id"],
  keeps: ["members", "unnamed"],
  response: Group,
});

export const removeGroup = endpoint({
  ...access,
  operationId: "deleteGroup",
  method: "DELETE",
  path: "/groups/{id}",
  summary: "Remove a group and its registered visitors; those who are inside remain",
  params: ById,
  response: Message,
});

export const signInGroup = endpoint({
  operationId: "signInGroup",
  method: "POST",
  path: "/groups/{id}/signin",
  tag: TAG,
  permission: "visits.write",
  summary: "Sign in some of a group, or all who aren't inside",
  description:
    "Answers the visits that were started; who is inside already is passed over. An unnamed person is a visit without a name. A visit has the `group_id`.",
  params: ById,
  body: { ...GroupSelection, examples: [{ unnamed: 3 }] },
  bodyOptional: true,
  response: GroupVisits,
  etag: "none",
});

export const signOutGroup = endpoint({
  operationId: "signOutGroup",
  method: "POST",
  path: "/groups/{id}/signout",
  tag: TAG,
  permission: "visits.write",
  summary: "Sign out some of a group, or all of it",
  description: "Answers the visits that were ended.",
  params: ById,
  body: { ...GroupSelection, examples: [{ unnamed: 3 }] },
  bodyOptional: true,
  response: GroupVisits,
  etag: "none",
});
