/** The end of an error's message, by which an integrator finds the endpoint's description. @param endpoint method and path */
export const seeEndpoint = (endpoint: string, describedIn = "/api/openapi.json"): string =>
  ` See ${endpoint} in ${describedIn}.`;
