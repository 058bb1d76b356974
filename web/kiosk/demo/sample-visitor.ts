import type { Door, DoorType, RecognisedVisitor } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import type { SampleLocation } from "./sample-door.ts";

/** The token of a visit that waits for its host for as long as it is looked at. */
export const WAITING = "demo-waiting";

const NAME = { first_name: "Maya", last_name: "Lindqvist", company: "Northwind" };

/** The visit type that the screens are shown of: the one that was chosen, else the first. */
const typeShown = ({ visit_types }: Door, id: string): DoorType | undefined =>
  visit_types.find(({ _id }) => _id === id) ?? visit_types[0];

/** A made-up visitor who has answered what comes first. */
export const sampleDraft = ({ door, hosts }: SampleLocation, typeId: string): Partial<Draft> => {
  const [host] = hosts;
  return {
    typeId: typeShown(door, typeId)?._id,
    answers: NAME,
    ...(host === undefined ? {} : { host: { _id: host._id, cn: host.cn } }),
  };
};

/** That visitor with an invitation: nothing is left to be asked. */
export const expectedVisitor = ({ door, hosts }: SampleLocation, typeId = ""): RecognisedVisitor => {
  const type = typeShown(door, typeId);
  return {
    outcome: "expected",
    recognition: "demo",
    first_name: NAME.first_name,
    ...(type === undefined ? {} : { visit_type: type._id }),
    answers: { ...NAME, ...(hosts[0] === undefined ? {} : { recipient: hosts[0].cn }) },
    known: type?.fields.map(({ field_name }) => field_name) ?? [],
    signed: type?.agreements ?? [],
  };
};
