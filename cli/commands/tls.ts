import { hostname } from "node:os";

import { readConfig } from "../../server/platform/config/config.ts";
import { type Command, EXIT, Failure } from "../lib/command.ts";
import { definitions, print, printToStderr, wrap } from "../lib/output.ts";
import { makeAuthority, makeServer, type CertificatePair } from "./tls/certificate.ts";
import { type TlsPaths, tlsPathsIn, readAuthority, writePair } from "./tls/files.ts";
import { installation } from "./tls/install.ts";
import { namesFor } from "./tls/names.ts";

/** The settings without TLS_CERT and TLS_KEY: they may name the files to be created here. */
const settings = () => {
  const { TLS_CERT: _cert, TLS_CERT_FILE: _certFile, TLS_KEY: _key, TLS_KEY_FILE: _keyFile, ...rest } = process.env;
  return readConfig(rest);
};

const newAuthority = async (places: TlsPaths, now: number): Promise<CertificatePair> => {
  const machine =
    hostname()
      .replaceAll(/[^A-Za-z0-9.-]/g, "")
      .slice(0, 30) || "this machine";
  const authority = await makeAuthority(`Foyer on ${machine} ${new Date(now).toISOString().slice(0, 10)}`, now);
  await writePair(places.authority, authority);
  return authority;
};

const requireUsable = (authority: CertificatePair, now: number): CertificatePair => {
  if (authority.certificate.validToDate.getTime() > now) return authority;
  throw new Failure(
    "The certificate authority has expired. Create a new one with --new-ca and install it on every device again.",
  );
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

const urlOf = (name: string, port: number): string => {
  const host = name.includes(":") ? `[${name}]` : name;
  return port === 443 ? `https://${host}` : `https://${host}:${port}`;
};

const printWrapped = (text: string): void => wrap(text).forEach(printToStderr);

const explainNextSteps = (places: TlsPaths, { certificate }: CertificatePair): void => {
  printToStderr("");
  printWrapped(
    "Add the lines above to your settings and restart Foyer. Install the certificate authority once on each device:",
  );
  printToStderr(`  ${places.authority.certificate}`);
  printToStderr(`  SHA-256 ${certificate.fingerprint256}`);
  printToStderr("");
  definitions(installation(places.authority.certificate)).forEach(printToStderr);
  printToStderr("");
  printWrapped(
    `Share only ca.crt. Anyone with ${places.authority.key} can pretend to be any website to those devices, so keep it on this machine.`,
  );
};

/** `foyer tls`: makes a certificate for a local network, since the camera of phones and kiosks needs HTTPS. */
export const command: Command = {
  operands: [],
  about: [
    "Creates your own certificate authority (the first time) and a certificate for this server, in DATA_DIR/tls. Use it on a local network where you can't get a public certificate. Kiosks and phones need HTTPS to use the camera.",
    "Run it again within 397 days, or when a name or address changes: the authority stays the same, and devices that trust it accept the new certificate automatically.",
    "Standard output has the lines for your environment. Everything else goes to standard error. For a walkthrough, see docs/local-network.md.",
  ],
  options: {
    name: {
      value: "NAME",
      multiple: true,
      about: "a host name or address people type (repeatable; default: this machine's names and private addresses)",
    },
    "new-ca": { about: "create a new authority, which every device has to install" },
  },
  examples: ["node bin/foyer.mjs tls", "node bin/foyer.mjs tls --name foyer.lan --name 192.168.1.20"],
  run: async (given) => {
    const names = namesFor(given.all("name"));
    const { dataDir, port } = settings();
    const now = Date.now();
    const places = tlsPathsIn(dataDir);
    const known = given.has("new-ca") ? undefined : await readAuthority(places);
    const authority = known === undefined ? await newAuthority(places, now) : requireUsable(known, now);
    const server = await makeServer(authority, names, now);
    await writePair(places.server, server);
    printToStderr(
      known === undefined ? "Created a new certificate authority." : "Kept the existing certificate authority.",
    );
    printToStderr(`Certificate valid until ${day(server.certificate.validToDate)} for ${names.join(", ")}`);
    print(`TLS_CERT=${places.server.certificate}`);
    print(`TLS_KEY=${places.server.key}`);
    print(`PUBLIC_URL=${urlOf(names[0] ?? "", port)}`);
    print("HOST=0.0.0.0");
    explainNextSteps(places, authority);
    return EXIT.done;
  },
};
