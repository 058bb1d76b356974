import { fromLocalDateTime } from "../../../shared/local-date-time.ts";
import { api } from "../../data/api/api.ts";
import { invalidatePeople } from "../../data/live/invalidation.ts";
import type { Invitee } from "./own-visitors.ts";

/** When they are expected, on the location's clock: `2026-05-19`, `09:30`. */
export type When = { day: string; from: string; to: string };

/** What is saved: people, when, how often, by whom. */
export type Invitation = {
  people: readonly Invitee[];
  when: When;
  rule: string | undefined;
  /** Keys that all of them have: host and visit type. */
  shared: { recipient: string; recipient_mail: string; visit_type?: string };
  place: { _id: string; timezone: string };
  /** Whether they are emailed. */
  emails: boolean;
};

/** A name as first and last name: the last word is the last name. */
const namesOf = (name: string): { first_name?: string; last_name?: string } => {
  const words = name.trim().split(/\s/).filter(Boolean);
  const last = words.pop();
  return words.length === 0 ? { first_name: last ?? "" } : { first_name: words.join(" "), last_name: last ?? "" };
};

const visitorOf = ({ name, ...rest }: Invitee): Record<string, string> => ({
  ...namesOf(name),
  ...Object.fromEntries(Object.entries(rest).filter(([, text]) => text.trim() !== "")),
});

const hasEmail = ({ email }: Invitee): boolean => email.trim() !== "";

/** Registers a series, whose visitors get one entry for their calendar. @returns how many are emailed */
const registerSeries = async ({ people, when, rule = "", shared, place, emails }: Invitation): Promise<number> => {
  const invited = emails ? people.filter(hasEmail).length : 0;
  const [starts, ends] = [{ date: when.day, time: when.from }, { time: when.to }];
  const visitors = people.map(visitorOf);
  const body = { company_id: place._id, ...shared, visitors, starts, ends, rule, invite: invited > 0 };
  await api.request("POST /series", { body });
  return invited;
};

/** Registers a visitor, or a group of several. @returns the registered visitors */
const register = async ({ people, when, shared, place }: Invitation): Promise<readonly string[]> => {
  const [first = {}, ...members] = people.map(visitorOf);
  const common = { company_id: place._id, ...shared };
  const at = (time: string): string => fromLocalDateTime(`${when.day}T${time}`, place.timezone) ?? when.day;
  const visiting_on = { startDate: at(when.from), endDate: at(when.to) };
  if (members.length === 0) {
    const { _id } = await api.request("POST /knownvisitors", { body: { ...common, ...first, visiting_on } });
    return [_id];
  }
  const group = await api.request("POST /groups", { body: { ...common, leader: first, members, visiting_on } });
  return [group.leader, ...group.members].flatMap((person) => person?._id ?? []);
};

/** Registers visitors who come once, and emails them. @returns how many are emailed */
const registerOnce = async (invitation: Invitation): Promise<number> => {
  const ids = await register(invitation);
  if (!invitation.emails) return 0;
  const params = { company_id: invitation.place._id };
  const path = "POST /companies/{company_id}/knownvisitors/sendinvites";
  return (await api.request(path, { params, body: [...ids] })).queued;
};

/** Registers the visitors and emails them. Errors: what the service refused. @returns how many emails were queued */
export const invite = async (invitation: Invitation): Promise<number> => {
  const queued = await (invitation.rule === undefined ? registerOnce(invitation) : registerSeries(invitation));
  await invalidatePeople(invitation.place._id);
  return queued;
};
