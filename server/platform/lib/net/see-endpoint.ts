/**
 * The end of an error message, which leads integrators to the endpoint's description. @param endpoint method and path
 */
export const seeEndpoint = (endpoint: string, describedIn = "/api/openapi.json"): string =>
  ` See ${endpoint} in ${describedIn}.`;
