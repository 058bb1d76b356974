import type { RequestContext } from "../../platform/http/request-context.ts";
import { findActiveProvider, listActiveProviders, startPathOf } from "../../resources/login-providers/settings.ts";
import { makeProvider, type Provider } from "./oidc.ts";

/** The active provider with an ID. */
export type FindProvider = (id: string) => Promise<Provider | undefined>;

/**
 * Finds providers by their current settings, which are read on each call. What a provider published is kept as long as
 * its settings remain the same.
 */
export const providerFinder = (context: RequestContext["context"]): FindProvider => {
  const made = new Map<string, Provider>();
  return async (id) => {
    const settings = await findActiveProvider(context, id);
    if (settings === undefined) {
      made.delete(id);
      return undefined;
    }
    const known = made.get(id);
    if (known?.version === settings.version) return known;
    const provider = makeProvider(settings, context);
    made.set(id, provider);
    return provider;
  };
};

/** A button of the login page. */
export type ProviderButton = { _id: string; name: string; start: string };

/**
 * The login page's buttons, and the provider for those who must confirm their identity: the one they logged in with, or else
 * the first.
 * @param own the provider of the caller's session
 */
export const loginOptions = async (
  context: RequestContext["context"],
  own: string | undefined,
): Promise<{ providers: ProviderButton[]; oidc?: Omit<ProviderButton, "_id"> }> => {
  const found = await listActiveProviders(context);
  const providers = found.map(({ _id, name }) => ({ _id, name, start: startPathOf(_id) }));
  const shown = providers.find(({ _id }) => _id === own) ?? providers[0];
  return { providers, ...(shown && { oidc: { name: shown.name, start: shown.start } }) };
};
