import { hostname } from "node:os";

import { readConfig } from "../server/config.ts";
import { type Command, EXIT, Failure } from "./command.ts";
import { definitions, print, tell, wrap } from "./output.ts";
import { makeAuthority, makeServer, type Pair } from "./tls/certificate.ts";
import { type Places, placesIn, readAuthority, writePair } from "./tls/files.ts";
import { installation } from "./tls/install.ts";
import { namesFor } from "./tls/names.ts";

/** The settings but TLS_CERT and TLS_KEY: they may name the files that are to be made here. */
const settings = () => {
  const { TLS_CERT: _cert, TLS_CERT_FILE: _certFile, TLS_KEY: _key, TLS_KEY_FILE: _keyFile, ...rest } = process.env;
  return readConfig(rest);
};

const newAuthority = async (places: Places, now: number): Promise<Pair> => {
  const machine =
    hostname()
      .replaceAll(/[^A-Za-z0-9.-]/g, "")
      .slice(0, 30) || "this machine";
  const authority = makeAuthority(`Foyer on ${machine} ${new Date(now).toISOString().slice(0, 10)}`, now);
  await writePair(places.authority, authority);
  return authority;
};

const usable = (authority: Pair, now: number): Pair => {
  if (authority.certificate.validToDate.getTime() > now) return authority;
  throw new Failure(
    "The certificate authority has expired. Make a new one with --new-ca, and install it on every device again.",
  );
};

const day = (date: Date): string => date.toISOString().slice(0, 10);

const urlOf = (name: string, port: number): string => {
  const host = name.includes(":") ? `[${name}]` : name;
  return port === 443 ? `https://${host}` : `https://${host}:${port}`;
};

const say = (text: string): void => wrap(text).forEach(tell);

const explain = (places: Places, { certificate }: Pair): void => {
  tell("");
  say("Set the lines above (with your other settings) and restart Foyer. Install the authority once on each device:");
  tell(`  ${places.authority.certificate}`);
  tell(`  SHA-256 ${certificate.fingerprint256}`);
  tell("");
  definitions(installation(places.authority.certificate)).forEach(tell);
  tell("");
  say(
    `Hand out ca.crt only. Whoever has ${places.authority.key} can pretend to be any web site to those devices: it never leaves this machine.`,
  );
};

/** How a certificate for a local network is made (issue: phones and kiosks; the camera needs HTTPS). */
export const makeCertificates: Command = {
  operands: [],
  about: [
    "Makes a certificate authority of your own (the first time) and a certificate for this service, in DATA_DIR/tls, for a local network where no public authority gives one. Kiosks and phones need HTTPS for the camera.",
    "Run it again within 397 days, or when a name or address changes: the authority stays, and devices that know it take the new certificate without anything to do.",
    "Standard output is lines for the environment; all else is said on standard error. docs/local-network.md walks through it.",
  ],
  options: {
    name: {
      value: "NAME",
      multiple: true,
      about:
        "a host name or address people type; several times. Without it: this machine's names and private addresses",
    },
    "new-ca": { about: "make a new authority; every device has to install it" },
  },
  examples: ["node bin/foyer.mjs tls", "node bin/foyer.mjs tls --name foyer.lan --name 192.168.1.20"],
  run: async (given) => {
    const names = namesFor(given.all("name"));
    const { dataDir, port } = settings();
    const now = Date.now();
    const places = placesIn(dataDir);
    const known = given.has("new-ca") ? undefined : await readAuthority(places);
    const authority = known === undefined ? await newAuthority(places, now) : usable(known, now);
    const server = makeServer(authority, names, now);
    await writePair(places.server, server);
    tell(known === undefined ? "A new certificate authority was made." : "The certificate authority stays as it is.");
    tell(`Certificate until ${day(server.certificate.validToDate)} for ${names.join(", ")}`);
    print(`TLS_CERT=${places.server.certificate}`);
    print(`TLS_KEY=${places.server.key}`);
    print(`PUBLIC_URL=${urlOf(names[0] ?? "", port)}`);
    print("HOST=0.0.0.0");
    explain(places, authority);
    return EXIT.done;
  },
};
