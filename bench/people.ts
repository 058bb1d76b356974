import { SUFFIX } from "../test/support/outside/slapd.ts";

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
/** How many groups each person is in. */
const GROUPS_OF_EACH = 5;

const emailOf = (n: number, prefix: string): string => `${prefix}${n}@example.org`;

/** A person as a directory sends one by SCIM. */
export const userOf = (n: number, prefix: string): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User", ENTERPRISE],
  externalId: `${prefix}${n}`,
  userName: emailOf(n, prefix),
  displayName: `Person ${n}`,
  title: "Engineer",
  active: true,
  name: { givenName: "Person", familyName: `Number ${n}` },
  emails: [{ type: "work", value: emailOf(n, prefix), primary: true }],
  phoneNumbers: [{ type: "work", value: `+32 2 ${n}` }],
  [ENTERPRISE]: { department: `Department ${n % 10}` },
});

/** Some of these, other ones for each group. */
export const memberIdsOf = (users: readonly string[], group: number): string[] => {
  const count = Math.ceil(users.length / 10);
  return Array.from({ length: count }, (_, n) => users[(group * count + n) % users.length] ?? "");
};

/** A group as a directory sends one by SCIM. */
export const groupOf = (n: number, prefix: string, ids: readonly string[]): object => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
  displayName: `${prefix} group ${n}`,
  members: ids.map((value) => ({ value })),
});

const uuidOf = (kind: string, n: number): string => `00000000-0000-1000-${kind}-${String(n).padStart(12, "0")}`;
const dnOf = (n: number): string => `uid=p${n},ou=people,${SUFFIX}`;

const unit = (name: string): string => `dn: ou=${name},${SUFFIX}\nobjectClass: organizationalUnit\nou: ${name}\n\n`;

const person = (n: number): string => `dn: ${dnOf(n)}
objectClass: inetOrgPerson
uid: p${n}
cn: Person Number ${n}
displayName: Person ${n}
givenName: Person
sn: Number ${n}
mail: ldap${n}@example.org
telephoneNumber: +32 2 ${n}
mobile: +32 470 ${n}
title: Engineer
departmentNumber: Department ${n % 10}
employeeNumber: ${n}
preferredLanguage: nl
entryUUID: ${uuidOf("8000", n)}

`;

const group = (n: number, members: readonly number[]): string => `dn: cn=group ${n},ou=groups,${SUFFIX}
objectClass: groupOfNames
cn: group ${n}
entryUUID: ${uuidOf("9000", n)}
${members.map((one) => `member: ${dnOf(one)}`).join("\n")}

`;

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** A company's directory as LDIF; each person is in five groups. */
export const companyLdif = (people: number, groups: number): string => {
  const size = (people * GROUPS_OF_EACH) / groups;
  const members = (n: number): number[] => numbers(size).map((one) => (n * size + one) % people);
  return [
    unit("people"),
    unit("groups"),
    ...numbers(people).map(person),
    ...numbers(groups).map((n) => group(n, members(n))),
  ].join("");
};
