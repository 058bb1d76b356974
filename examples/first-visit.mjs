// @ts-check
// Signs a visitor in and out by the client. Run it with the address of a Foyer, an API key and a location:
//   FOYER_URL=http://127.0.0.1:8080 FOYER_KEY=svc_… FOYER_LOCATION=66f1a2b3c4d5e6f708192a3b node examples/first-visit.mjs
import { connect, FoyerError } from "@foyer-visitors/foyer/client";

const { FOYER_URL = "http://127.0.0.1:8080", FOYER_KEY = "", FOYER_LOCATION = "" } = process.env;
const foyer = connect({ url: FOYER_URL, key: FOYER_KEY });

try {
  // The key makes a repetition harmless: sent again, it answers with the same visit.
  const visit = await foyer.request("POST /visitors", {
    body: { company_id: FOYER_LOCATION, first_name: "Jo", last_name: "Janssens", recipient: "Ann Peeters", badge: 12 },
    idempotencyKey: `jo-${new Date().toISOString().slice(0, 10)}`,
  });
  console.log(`${visit.first_name} ${visit.last_name} is in, since ${visit.signed_in}`);

  const { total, visitors } = await foyer.request("GET /visitors/bycompany/{company_id}", {
    params: { company_id: FOYER_LOCATION },
    query: { count: 50, page: 1, filter: { last_name: "jans" }, sorting: { signed_in: "desc" } },
  });
  console.log(`${total} visits of a Jans…, the latest is ${visitors[0]?.first_name}'s`);

  const { signed_out } = await foyer.request("POST /visitors/{visitorId}/signout", {
    params: { visitorId: visit._id },
  });
  console.log(`Out again at ${signed_out}`);
} catch (error) {
  if (!(error instanceof FoyerError)) throw error;
  console.error(`${error.endpoint} was answered ${error.status}: ${error.message}`);
  process.exitCode = 1;
}
