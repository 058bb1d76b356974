import { newRef } from "../device/new-ref.ts";
import type { DeviceState } from "../device/device.ts";
import type { Opening } from "../kiosk.tsx";
import type { CompletedSignIn } from "../sign-in/sign-in.tsx";
import type { SignInAnswer } from "../../visitor-flow/door.ts";
import { companionOf } from "../../visitor-flow/draft.ts";
import { type Step, stepsOf } from "../../visitor-flow/steps.ts";
import { NO_AIDS } from "../lib/aids.ts";
import type { DemoSettings } from "./demo-settings.ts";
import { signedInAs } from "./demo-source.ts";
import type { SampleLocation } from "./sample-door.ts";
import { expectedVisitor, sampleDraft, WAITING } from "./sample-visitor.ts";

/** As wide as most: with less room, what a screen asks may take several. */
const FIELDS = 4;

/** The screens of a kiosk besides those of a sign-in, in the order in which they are met. */
const BEFORE = ["pairing", "preparing", "start", "aids", "expected", "hello"] as const;
const AFTER = ["done", "waiting", "rejected", "sign-out", "goodbye", "idle"] as const;

/** A screen that can be chosen: its name in the address, and what it is called by. */
export type DemoScreen = { name: string; kind: (typeof BEFORE | typeof AFTER)[number] | Step["kind"]; title?: string };

const plain = (kind: (typeof BEFORE | typeof AFTER)[number]): DemoScreen => ({ name: kind, kind });

/** Every screen that a visitor of a type may meet. @param titleOf names a screen of questions */
export const screensOf = (
  location: SampleLocation,
  typeId: string,
  titleOf: (step: Extract<Step, { kind: "questions" }>) => string,
): DemoScreen[] => {
  const draft = { answers: {}, agreed: [], ...sampleDraft(location, typeId) };
  const steps = stepsOf(location.door, draft, FIELDS).map((step) => ({
    name: step.key,
    kind: step.kind,
    ...(step.kind === "questions" ? { title: titleOf(step) } : {}),
  }));
  return [...BEFORE.map(plain), ...steps, ...AFTER.map(plain)];
};

const arrivedAs = ({ door, hosts }: SampleLocation, typeId: string, change: Partial<SignInAnswer>): CompletedSignIn => {
  const draft = { answers: {}, agreed: [], ...sampleDraft({ door, hosts }, typeId) };
  const { answers, host, typeId: visit_type } = draft;
  const { default_language: language_id } = door.location;
  const input = { client_ref: newRef(), language_id, answers: { ...answers, recipient: host?.cn } };
  const { approval: _approval, ...signedIn } = signedInAs(door, {
    ...input,
    ...(visit_type === undefined ? {} : { visit_type }),
  });
  return { signedIn: { ...signedIn, ...change }, photo: undefined, isQueued: false, companion: companionOf(draft) };
};

const screenOf = (location: SampleLocation, { screen, type }: DemoSettings): Opening => {
  const done = (change: Partial<SignInAnswer> = {}): Opening => ({
    where: { at: "done", arrived: arrivedAs(location, type, change) },
  });
  switch (screen) {
    case "start":
    case "aids":
    case "expected":
    case "sign-out":
      return { where: { at: screen } };
    case "pairing":
    case "preparing":
      return { where: { at: "start" } };
    case "hello":
      return { where: { at: "sign-in", recognised: expectedVisitor(location, type), firstKey: "hello" } };
    case "idle":
      return { where: { at: "expected" }, isIdle: true };
    case "done":
      return done();
    case "waiting":
      return done({ approval: "pending", token: WAITING });
    case "rejected":
      return done({ approval: "rejected" });
    case "goodbye":
      return { where: { at: "goodbye", signedOut: { outcome: "signed_out", first_name: "Maya" } } };
    default: {
      const { host, ...draft } = sampleDraft(location, type);
      // On the screen that asks for the host, none is chosen yet.
      const start = screen === "host" ? draft : { ...draft, host };
      return { where: { at: "sign-in", start, firstKey: screen } };
    }
  }
};

/** How the kiosk begins to show a screen. */
export const openingOf = (location: SampleLocation, settings: DemoSettings): Opening => ({
  ...screenOf(location, settings),
  ...(settings.aid === "none" ? {} : { aids: { ...NO_AIDS, [settings.aid]: true } }),
});

/** What a kiosk knows that is not paired, or has nothing yet; undefined where the screen is another one. */
export const phaseOf = ({ screen }: DemoSettings): Partial<DeviceState> | undefined => {
  if (screen === "pairing") return { phase: "pairing", showing: { code: "123 456" } };
  return screen === "preparing" ? { phase: "starting", door: undefined } : undefined;
};
