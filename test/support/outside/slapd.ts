import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { makeAuthority, makeServer } from "../../../cli/commands/tls/certificate.ts";
import { findOrInstall, isRunnable } from "../run/debian.ts";
import { freePort, makeFolder, undoLater } from "../run/process.ts";

const run = promisify(execFile);
const SLAPD = "/usr/sbin/slapd";
const MISSING = "LDAP is read from slapd. Install it (Debian: apt-get install slapd).";
const READY_MS_MAX = 20_000;

export const SUFFIX = "dc=example,dc=org";
export const READER = { dn: `cn=reader,${SUFFIX}`, password: "a secret" } as const;

/** A running LDAP server. */
export type LoadedServer = {
  url: string;
  /** Replaces everything in it, and starts it again. */
  load: (ldif: string) => Promise<void>;
  kill: () => Promise<void>;
};

/** A running slapd. @property ca the certificate that its own is from */
export type Slapd = LoadedServer & { secureUrl: string; ca: string };

const find = async (): Promise<string | undefined> => ((await isRunnable(SLAPD)) ? SLAPD : undefined);

/** A certificate for an address from an authority of its own, as `ca.pem`, `certificate.pem` and `key.pem`. */
export const makeCertificate = async (folder: string, address = "127.0.0.1"): Promise<void> => {
  const authority = await makeAuthority("Example CA", Date.now());
  const { certificate, key } = await makeServer(authority, [address], Date.now());
  await writeFile(join(folder, "ca.pem"), authority.certificate.toString());
  await writeFile(join(folder, "certificate.pem"), certificate.toString());
  await writeFile(join(folder, "key.pem"), key.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
};

/** @param limited whether the reader must do with what slapd gives everyone: 500 entries, in all pages together */
const configuration = (folder: string, limited: boolean): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${folder}/slapd.pid
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
TLSCACertificateFile ${folder}/ca.pem
TLSCertificateFile ${folder}/certificate.pem
TLSCertificateKeyFile ${folder}/key.pem
database mdb
suffix "${SUFFIX}"
rootdn "cn=admin,${SUFFIX}"
directory ${folder}/db
maxsize 1073741824
${limited ? "" : `limits dn.exact="${READER.dn}" size=unlimited`}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`;

const HEAD = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ${READER.dn}
objectClass: organizationalRole
objectClass: simpleSecurityObject
cn: reader
userPassword: ${READER.password}

`;

const isOpen = async (port: number, address: string): Promise<boolean> => {
  const socket = connect(port, address);
  const opened = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return opened;
};

/** Waits until a server listens. */
export const waitUntilOpen = async (port: number, address = "127.0.0.1"): Promise<void> => {
  for (const endMs = performance.now() + READY_MS_MAX; !(await isOpen(port, address)); await delay(50))
    if (performance.now() > endMs) throw new Error("the LDAP server did not start");
};

/** Ends a server as a power failure would. */
export const stopServer = async (child: ChildProcess | undefined): Promise<void> => {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
};

/** Starts a slapd in a folder of its own; it ends with `cleanUp`. */
export const startSlapd = async (ldif: string, { limited = false } = {}): Promise<Slapd> => {
  await findOrInstall(find, MISSING, "slapd");
  const folder = await makeFolder();
  await makeCertificate(folder);
  const [port, securePort] = [await freePort(), await freePort()];
  const config = join(folder, "slapd.conf");
  await writeFile(config, configuration(folder, limited));
  let child: ChildProcess | undefined;
  const kill = (): Promise<void> => stopServer(child);
  undoLater(kill);
  const url = `ldap://127.0.0.1:${port}`;
  const secureUrl = `ldaps://127.0.0.1:${securePort}`;
  const load = async (entries: string): Promise<void> => {
    await kill();
    await run("rm", ["-rf", join(folder, "db")]);
    await mkdir(join(folder, "db"));
    await writeFile(join(folder, "all.ldif"), HEAD + entries);
    await run("/usr/sbin/slapadd", ["-q", "-f", config, "-l", join(folder, "all.ldif")]);
    child = spawn(SLAPD, ["-d", "0", "-h", `${url} ${secureUrl}`, "-f", config], { stdio: "ignore" });
    await waitUntilOpen(port);
  };
  await load(ldif);
  return { url, secureUrl, ca: await readFile(join(folder, "ca.pem"), "utf8"), load, kill };
};
