import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { TFunction } from "i18next";

import { parseBlocks } from "../../../web/visitor-flow/agreement-blocks.ts";
import { optionIndexOf, problemOf } from "../../../web/visitor-flow/answers.ts";
import { contrastOf, parseColour } from "../../../shared/colour.ts";
import { accentsOf } from "../../../web/shared/colour.ts";
import { type Door, type DoorField, type DoorType, inLanguage } from "../../../web/visitor-flow/door.ts";
import {
  companionOf,
  emptyDraft,
  problemsOf,
  signInOf,
  findStepForField,
  withRefusedField,
} from "../../../web/visitor-flow/draft.ts";
import { labelOf, titleOf, welcomeLines } from "../../../web/visitor-flow/labels.ts";
import { sizeWithin } from "../../../web/visitor-flow/picture.ts";
import { stepsOf } from "../../../web/visitor-flow/steps.ts";

const field = (field_name: string, more: Partial<DoorField> = {}): DoorField => ({
  field_name,
  label: {},
  type: "text",
  required: false,
  options: {},
  ...more,
});

const RULES = { _id: "a".repeat(24), version: 3, name: {}, type: "text", text: {}, video: {}, pdf: {} } as const;

const type = (more: Partial<DoorType> = {}): DoorType => ({
  _id: "1".repeat(24),
  name: {},
  fields: [
    field("first_name", { required: true }),
    field("last_name", { required: true }),
    field("company"),
    field("plate"),
    field("email", { type: "email" }),
    field("travel", { type: "radio", required: true, options: { en: ["Car", "Train"], nl: ["Auto", "Trein"] } }),
    field("recipient", { required: true }),
  ],
  agreements: [RULES._id],
  photo: "optional",
  signature: "off",
  screening: false,
  badge: false,
  expected: true,
  welcome_message: {},
  signout_message: {},
  ...more,
});

const door = (more: Partial<Door> = {}, ...types: DoorType[]): Door => ({
  location: { name: "Here", languages: ["en", "nl"], default_language: "en", timezone: "UTC" },
  settings: {
    hosts_must_be_valid: true,
    kiosk_sign_out_button: true,
    kiosk_idle_seconds: 60,
    welcome_seconds: 8,
    kiosk_keyboard: false,
    kiosk_camera: false,
  },
  privacy_notice: { en: "Notice" },
  visit_types: types.length === 0 ? [type()] : types,
  agreements: [RULES],
  ...more,
});

const keys = (at: Door, draft = emptyDraft(), room = 4): string[] => stepsOf(at, draft, room).map(({ key }) => key);

describe("the question for a telephone number", () => {
  const t = ((key: string) => key) as TFunction;
  const asked = (label: Record<string, string>, phone_country?: string): string[] => {
    const { location, ...rest } = door();
    const wording = {
      t,
      language: "en",
      door: { ...rest, location: { ...location, ...(phone_country !== undefined && { phone_country }) } },
    };
    const phone = field("phone", { label });
    return [labelOf(phone, wording), titleOf({ kind: "questions", key: "", topic: "one", fields: [phone] }, wording)];
  };

  it("asks for the country code where the location reads no number without it, unless it has words of its own", () => {
    const withCode = ["visitor-flow:field.phoneWithCode", "visitor-flow:ask.phoneWithCode"];
    assert.deepEqual(asked({}), withCode);
    assert.deepEqual(asked({ en: "visitor-flow:field.phone" }), withCode);
    assert.deepEqual(asked({}, "BE"), ["visitor-flow:field.phone", "visitor-flow:ask.phone"]);
    assert.deepEqual(asked({ en: "Desk number" }), ["Desk number", "Desk number"]);
  });
});

describe("the screens of a sign-in", () => {
  it("the notice first, one thought a screen in the fields' order, then agreements and photo", () => {
    const asked = ["notice", "ask-first_name", "ask-email", "ask-travel", "host", `agree-${RULES._id}`, "photo"];
    assert.deepEqual(keys(door()), asked);
  });

  it("no notice, no screen for it; a choice of type only where there is one", () => {
    assert.ok(!keys(door({ privacy_notice: {} })).includes("notice"));
    assert.ok(!keys(door()).includes("type"));
    assert.equal(keys(door({}, type(), type({ _id: "2".repeat(24) })))[1], "type");
  });

  it("one field a screen where there is room for one only", () => {
    const fields = keys(door(), emptyDraft(), 1).filter((key) => key.startsWith("ask-"));
    assert.equal(fields.length, 6);
  });

  it("never more than four fields a screen", () => {
    const many = type({ fields: ["a", "b", "c", "d", "e"].map((name) => field(name)) });
    const sizes = stepsOf(door({}, many), emptyDraft(), 9).flatMap((step) =>
      "fields" in step ? [step.fields.length] : [],
    );
    assert.deepEqual(sizes, [4, 1]);
  });

  it("a recognised visitor is asked what is missing, signs nothing that is valid, and may ask for all of it", () => {
    const recognised = {
      outcome: "expected",
      known: ["recipient"],
      answers: { first_name: "Jo", last_name: "J" },
      signed: [RULES._id],
      photo: true,
    } as const;
    const draft = emptyDraft({ ...recognised, known: [...recognised.known], signed: [...recognised.signed] });
    assert.deepEqual(keys(door(), draft), ["notice", "hello", "ask-travel"]);
    assert.ok(keys(door(), { ...draft, editing: true }).includes("host"));
  });

  it("who came with another visitor is asked for neither visit type nor host, and signs and is photographed themselves", () => {
    const second = type({ _id: "2".repeat(24) });
    const first = {
      ...emptyDraft(),
      typeId: second._id,
      host: { _id: "h", cn: "Ann" },
      answers: { first_name: "Jo", company: "Sauter", email: "jo@example.org" },
      agreed: [RULES._id],
      typed: "Jo",
      photo: "data:,",
    };
    const companion = { ...emptyDraft(), ...companionOf(first) };
    assert.deepEqual(keys(door({}, type(), second), companion), [
      "notice",
      "ask-first_name",
      "ask-email",
      "ask-travel",
      `agree-${RULES._id}`,
      "photo",
    ]);
    const { answers, host, agreements, signed_name, photo } = signInOf(door({}, type(), second), companion, "en");
    assert.deepEqual(answers, { company: "Sauter", recipient: "Ann" });
    assert.deepEqual([host, agreements, signed_name, photo], ["h", undefined, undefined, undefined]);
    const asked = { ...emptyDraft(), ...companionOf({ ...first, host: undefined }) };
    assert.ok(keys(door(), asked).includes("host"), "where none is known");
    assert.ok(keys(door(), { ...asked, host: { cn: "Bo" } }).includes("host"), "also once one is chosen");
    assert.ok(keys(door(), withRefusedField(companion, "host")).includes("host"), "once the shared one is refused");
    assert.equal(withRefusedField(companion, "email"), companion);
  });

  it("a refused field leads to the screen that asks for it", () => {
    const steps = stepsOf(door(), emptyDraft(), 4);
    const asked = ["email", "recipient", "signature", "photo", "nothing"].map(
      (name) => findStepForField(steps, name)?.key,
    );
    assert.deepEqual(asked, ["ask-email", "host", `agree-${RULES._id}`, "photo", undefined]);
  });
});

describe("answers (rules 4: required and typed answers are enforced)", () => {
  it("each kind is judged before it is sent", () => {
    const wrong = [
      problemOf(field("x", { required: true }), " "),
      problemOf(field("x", { type: "checkbox", required: true }), false),
      problemOf(field("x", { type: "email" }), "a@b"),
      problemOf(field("x", { type: "phone" }), "12"),
      problemOf(field("x", { type: "number" }), "1e3"),
      problemOf(field("x", { type: "date" }), "2026-02-30"),
      problemOf(field("x"), "x".repeat(10_001)),
      problemOf(field("last_name"), "x".repeat(501)),
      problemOf(field("email", { type: "email" }), `${"x".repeat(310)}@example.org`),
      problemOf(field("x", { type: "phone" }), "1".repeat(101)),
    ];
    assert.deepEqual(wrong, ["required", "tick", "email", "phone", "number", "date", "long", "long", "long", "long"]);
    const right = [
      problemOf(field("x", { type: "email" }), "a@b.cd"),
      problemOf(field("x", { type: "phone" }), "+32 2 555 01 00"),
      problemOf(field("x", { type: "number" }), "-2,5"),
      problemOf(field("x"), ""),
      problemOf(field("last_name"), "x".repeat(500)),
    ];
    assert.deepEqual(right, [undefined, undefined, undefined, undefined, undefined]);
  });

  it("a choice is the same in each language, and is sent in the last one", () => {
    const [, , , , , travel] = type().fields;
    assert.ok(travel !== undefined);
    assert.deepEqual(
      [optionIndexOf(travel, "Trein"), optionIndexOf(travel, "Train"), optionIndexOf(travel, "Bus")],
      [1, 1, -1],
    );
    const sent = signInOf(door(), { ...emptyDraft(), answers: { travel: "Train" } }, "nl");
    assert.deepEqual(sent.answers, { travel: "Trein" });
  });

  it("a host that was not picked is wrong where hosts must be valid, and an agreement needs a drawing or a name", () => {
    const steps = stepsOf(door(), emptyDraft(), 4);
    const [host, agreement] = [
      steps.find(({ kind }) => kind === "host"),
      steps.find(({ kind }) => kind === "agreement"),
    ];
    assert.ok(host !== undefined && agreement !== undefined);
    assert.deepEqual(problemsOf(door(), host, { ...emptyDraft(), host: { cn: "Anybody" } }), { recipient: "host" });
    assert.deepEqual(problemsOf(door(), agreement, emptyDraft()), { signature: "signature" });
    assert.deepEqual(problemsOf(door(), agreement, { ...emptyDraft(), typed: "Jo" }), {});
  });

  it("what is sent names the version of the agreement that was shown, and the drawing before the name", () => {
    const shown = { _id: RULES._id, version: 3, name: "Rules", language: "en" };
    const draft = {
      ...emptyDraft(),
      agreed: [RULES._id],
      signedUnder: [{ ...shown, expiry_days: 30 }],
      drawn: "data:image/png;base64,AA==",
      typed: "Jo",
    };
    const { agreements, signature, signed_name } = signInOf(door(), draft, "en");
    assert.deepEqual([agreements, signature, signed_name], [[shown], draft.drawn, undefined]);
  });
});

describe("what the visitors' pages are made of", () => {
  it("a text falls back to the base language, English, the location's, any (rules 4)", () => {
    const found = [
      inLanguage({ nl: "N", en: "E" }, "nl-BE", "fr"),
      inLanguage({ fr: "F", en: "E" }, "de", "fr"),
      inLanguage({ fr: "F", it: "I" }, "de", "fr"),
      inLanguage({ it: "I" }, "de", "fr"),
      inLanguage({}, "de", "fr"),
    ];
    assert.deepEqual(found, ["N", "E", "F", "I", undefined]);
  });

  it("a location's light colour stays under ink, another is darkened until white on it has 4.5:1", () => {
    const contrast = (a = "", b = ""): number => contrastOf(parseColour(a) ?? [0, 0, 0], parseColour(b) ?? [0, 0, 0]);
    for (const colour of ["#ffd400", "#7fd4ff", "#ffffff", "#e8590c", "#2543c6"]) {
      const {
        "--accent": fill,
        "--accent-hover": pressed,
        "--on-accent": on,
        "--accent-text": text,
      } = accentsOf(colour);
      assert.ok(contrast(fill, on) >= 4.5 && contrast(pressed, on) >= 4.5 && contrast(text, "#ffffff") >= 4.5, colour);
    }
    assert.deepEqual(
      ["#ffd400", "#e8590c", "#2543c6"].map((colour) => accentsOf(colour)["--on-accent"]),
      ["#211f1c", "#ffffff", "#ffffff"],
    );
    assert.equal(accentsOf("#ffd400")["--accent"], "#ffd400");
    assert.equal(accentsOf("#2543c6")["--accent"], "#2543c6");
    assert.deepEqual(accentsOf("red"), {});
  });

  it("a visitor reads that their host knows, once, and with the host's name where it may be said", () => {
    const t = ((key: string, { host = "" } = {}) => `${key.replace("visitor-flow:", "")} ${host}`.trim()) as never;
    const signedIn = { token: "", code: "", signed_in: "", welcome_seconds: 8, host_told: true } as const;
    const lines = (more: Record<string, string>): string[] => welcomeLines({ ...signedIn, ...more }, t);
    assert.deepEqual(lines({ host: "Ann" }), ["done.told Ann"]);
    assert.deepEqual(lines({ host: "Ann", message: "Ann has been told" }), ["Ann has been told"]);
    assert.deepEqual(lines({ host: "Ann", message: "Take a seat" }), ["done.told Ann", "Take a seat"]);
    assert.deepEqual(lines({ message: "Take a seat" }), ["done.toldAny", "Take a seat"]);
    assert.deepEqual(welcomeLines({ ...signedIn, host_told: false }, t), ["done.in"]);
  });

  it("a photo is at most 640 pixels, and never made larger", () => {
    assert.deepEqual(
      [sizeWithin(1280, 720), sizeWithin(300, 400)],
      [
        { width: 640, height: 360 },
        { width: 300, height: 400 },
      ],
    );
  });

  it("numbered lines of an agreement are points, marked ones headings", () => {
    const kinds = parseBlocks("# Rules\n1. Walk\n- Look\n\nThank you").map(({ kind, number }) => [kind, number]);
    assert.deepEqual(kinds, [
      ["heading", undefined],
      ["point", "1"],
      ["point", undefined],
      ["paragraph", undefined],
    ]);
  });
});
