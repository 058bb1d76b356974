import type { Body, World } from "../world.ts";

/** Creates a visit type that asks for no name: its visits are deliveries. @returns its id */
export const buildDeliveryType = async (world: World, location: string, settings: object = {}): Promise<string> => {
  const hidden = { visible: false, required: false };
  const { status, body }: { status: number; body: Body } = await world.post(`/companies/${location}/visittypes`, {
    name: "Delivery",
    fields: [
      { field_name: "first_name", ...hidden },
      { field_name: "last_name", ...hidden },
      { field_name: "company", visible: true, required: true },
      { field_name: "recipient", visible: true, required: false },
    ],
    ...settings,
  });
  if (status !== 200) throw new Error(`no visit type: ${JSON.stringify(body)}`);
  return body._id;
};
