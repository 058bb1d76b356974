/** The end of an error's message, by which an integrator finds the endpoint's description. @param endpoint method and path */
export const seeEndpoint = (endpoint: string, describedIn = "/api/openapi.json"): string =>
  ` See ${endpoint} in ${describedIn}.`;

/** The message without that end, for people who call no endpoint. */
export const withoutEndpoint = (message: string): string => message.replace(/ See [A-Z]+ \/\S+ in \S+\.$/, "");
