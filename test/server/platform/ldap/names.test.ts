import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { Attribute, SearchEntry } from "ldapts";

import { guidOfBytes, readEntry } from "../../../../server/platform/ldap/entry.ts";
import { LdapFailure, resultFailure } from "../../../../server/platform/ldap/failure.ts";
import { comparableName } from "../../../../server/platform/ldap/names.ts";
import { nextRangeOf } from "../../../../server/platform/ldap/search.ts";
import { readLdapTarget } from "../../../../server/platform/ldap/target.ts";

describe("the name of an entry (DN)", () => {
  const same: [string, string][] = [
    ["CN=Ann,DC=x", "cn=ann,dc=x"],
    ["cn=ann , dc = x", "cn=ann,dc=x"],
    ["cn=ann;dc=x", "cn=ann,dc=x"],
    ["cn=Peeters\\, Ann,dc=x", "cn=peeters\\2C ann,dc=x"],
    ["cn=Zoë,dc=x", "cn=Zo\\C3\\AB,dc=x"],
    ["cn=a\\=b,dc=x", "cn=a=b,dc=x"],
    ["cn=ann   peeters,dc=x", "cn=Ann Peeters,dc=x"],
    ["cn=\\23a,dc=x", "cn=\\#a,dc=x"],
    ["cn=back\\\\slash,dc=x", "cn=back\\5Cslash,dc=x"],
  ];
  for (const [one, other] of same)
    it(`${one} is ${other}`, () => assert.equal(comparableName(one), comparableName(other)));

  it("a comma in a value isn't one between two", () => {
    assert.notEqual(comparableName("cn=a\\,dc=x"), comparableName("cn=a,dc=x"));
    assert.notEqual(comparableName("cn=a\\2Cdc=x"), comparableName("cn=a,dc=x"));
  });
});

describe("the ID of an entry", () => {
  const bytes = Buffer.from("33221100554477668899aabbccddeeff", "hex");
  const GUID = "00112233-4455-6677-8899-aabbccddeeff";
  const entryOf = (...attributes: Attribute[]) =>
    readEntry(new SearchEntry({ messageId: 1, name: "cn=a", attributes }));

  it("is an objectGUID as Microsoft writes it", () => assert.equal(guidOfBytes(bytes), GUID));

  it("is undefined for other bytes", () => assert.equal(guidOfBytes(Buffer.alloc(15)), undefined));

  it("is undefined without the attribute, and in lower case with it", () => {
    assert.equal(entryOf().id("objectGUID"), undefined);
    assert.equal(entryOf(new Attribute({ type: "ENTRYUUID", values: ["ABC-1"] })).id("entryUUID"), "abc-1");
  });
});

describe("a range of values (Active Directory)", () => {
  const rangeOf = (type: string) =>
    nextRangeOf(
      readEntry(new SearchEntry({ messageId: 1, attributes: [new Attribute({ type, values: ["a"] })] })),
      "member",
    );

  it("goes on after its last number", () => assert.equal(rangeOf("member;range=0-1499").next, 1_500));
  it("ends with a star", () => assert.deepEqual(rangeOf("Member;Range=1500-*"), { values: ["a"], next: undefined }));
  it("isn't one of another attribute", () =>
    assert.deepEqual(rangeOf("memberOf;range=0-9"), { values: [], next: undefined }));
  it("isn't one without a range", () => assert.deepEqual(rangeOf("member"), { values: ["a"], next: undefined }));
});

describe("the address of an LDAP server", () => {
  const good: [string, string, number, boolean][] = [
    ["ldap://dc1.example.org", "dc1.example.org", 389, false],
    ["LDAPS://DC1.example.org/", "dc1.example.org", 636, true],
    ["ldap://10.1.2.3:80", "10.1.2.3", 80, false],
    ["ldaps://[2001:db8::1]:443", "2001:db8::1", 443, true],
    ["ldap://0x7f.1", "127.0.0.1", 389, false],
  ];
  for (const [url, host, port, isSecure] of good)
    it(url, () => {
      const target = readLdapTarget(url);
      assert.deepEqual([target.host, target.port, target.isSecure], [host, port, isSecure]);
    });

  const bad = [
    "ldap://",
    "ldap:dc1",
    "ldapi:///",
    "ldap://a b",
    "ldap://a/b",
    "ldap://u:p@a",
    "ldap://a:99999",
    "ldap://a?x",
    "http://a",
  ];
  for (const url of bad)
    it(`refuses ${url}`, () => {
      assert.throws(() => readLdapTarget(url), LdapFailure);
    });
});

describe("a result code", () => {
  const codes: [number, boolean, string][] = [
    [49, true, "login_refused"],
    [32, false, "wrong_base"],
    [34, false, "wrong_base"],
    [8, true, "tls"],
    [13, false, "tls"],
    [4, false, "too_many"],
    [11, false, "too_many"],
    [50, false, "refused"],
    [10, false, "refused"],
  ];
  for (const [code, isLogin, kind] of codes)
    it(`${code} is ${kind}`, () => assert.equal(resultFailure(code, isLogin).kind, kind));
});
