import { buildVisit, type World } from "../../../support/world.ts";

/** Starts a visit at each of these moments, by the service's clock. */
export const addVisitsAt = async (world: World, location: string, at: readonly string[]): Promise<void> => {
  world.clock.frozen = true;
  for (const moment of at) {
    world.clock.now = Date.parse(moment);
    await buildVisit(world, location);
  }
  world.clock.frozen = false;
};
