// Exits with 0 while the service on this machine is alive: the health check of the container. Same settings as the
// service.
import { request as overHttp } from "node:http";
import { request as overHttps } from "node:https";

const { PORT = "8080", TLS_CERT = "", TLS_CERT_FILE = "" } = process.env;
const isTls = TLS_CERT !== "" || TLS_CERT_FILE !== "";

const end = (code, words) => {
  if (words !== undefined) console.error(words);
  process.exit(code);
};

const asked = (isTls ? overHttps : overHttp)(
  // To ourselves: the name in the certificate does not matter.
  { host: "127.0.0.1", port: PORT || "8080", path: "/healthz", timeout: 4_000, rejectUnauthorized: false },
  (answer) => end(answer.statusCode === 200 ? 0 : 1, `/healthz answered ${answer.statusCode}`),
);
asked.on("timeout", () => end(1, "/healthz did not answer in time"));
asked.on("error", (error) => end(1, `/healthz cannot be reached: ${error.code ?? error.message}`));
asked.end();
