import { onDemand } from "../../components/button/lazy-popup.tsx";

export const HostForm = onDemand(async () => (await import("./host-form.tsx")).HostForm);
export const ImportHosts = onDemand(async () => (await import("./import-hosts.tsx")).ImportHosts);

/** What the list shows after a click only. */
export const ON_DEMAND = [HostForm.load, ImportHosts.load];
