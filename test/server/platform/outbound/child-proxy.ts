// Calls a receiver while the environment names a proxy for everything.
import { callOut } from "../../../../server/platform/outbound/call-out.ts";

const outcome = await callOut({
  url: process.argv[2] ?? "",
  method: "POST",
  headers: {},
  body: "{}",
  allowed: ["127.0.0.0/8"],
  deadlineMs: 5_000,
  maxBytes: 1_024,
});
console.log(JSON.stringify(outcome));
