import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../run/debian.ts";
import { freePort, makeFolder, undoLater } from "../run/process.ts";
import { type LoadedServer, stopServer, SUFFIX, waitUntilOpen } from "./slapd.ts";

const run = promisify(execFile);
const PROGRAM = "/usr/sbin/ns-slapd";
const MISSING = "389 Directory Server is read from. Install it (Debian: apt-get install 389-ds-base).";
const FOLDERS = ["bak", "db", "ldif", "lock", "log", "run", "inst", "tmp"] as const;
export const MANAGER = { dn: "cn=Directory Manager", password: "a secret" } as const;

const find = async (): Promise<string | undefined> => ((await isRunnable(PROGRAM)) ? PROGRAM : undefined);

const hashed = (password: string): string => {
  const salt = randomBytes(8);
  const digest = createHash("sha512").update(password).update(salt).digest();
  return `{SSHA512}${Buffer.concat([digest, salt]).toString("base64")}`;
};

const backend = (folder: string): string => `dn: cn=userRoot,cn=ldbm database,cn=plugins,cn=config
objectClass: top
objectClass: extensibleObject
objectClass: nsBackendInstance
cn: userRoot
nsslapd-suffix: ${SUFFIX}
nsslapd-directory: ${join(folder, "db/userRoot")}

dn: cn="${SUFFIX}",cn=mapping tree,cn=config
objectClass: top
objectClass: extensibleObject
objectClass: nsMappingTree
cn: ${SUFFIX}
nsslapd-state: backend
nsslapd-backend: userRoot
`;

/** The template of the package, with everything in one folder: its own set-up program writes to /etc, and asks systemd. */
const writeConfiguration = async (folder: string, port: number): Promise<void> => {
  const template = await readFile("/usr/share/dirsrv/data/template-dse.ldif", "utf8");
  const values: Record<string, string> = {
    ...Object.fromEntries(FOLDERS.map((name) => [`${name}_dir`, join(folder, name)])),
    cert_dir: folder,
    config_dir: folder,
    db_home_dir: join(folder, "db"),
    schema_dir: join(folder, "schema"),
    db_lib: "bdb",
    ds_suffix: SUFFIX,
    ds_user: "root",
    fqdn: "localhost",
    ds_port: String(port),
    rootdn: MANAGER.dn,
    ds_passwd: hashed(MANAGER.password),
    ldapi: join(folder, "run/ldapi"),
    ldapi_enabled: "off",
    ldapi_autobind: "off",
  };
  for (const name of [...FOLDERS, "db/userRoot"]) await mkdir(join(folder, name));
  await cp("/usr/share/dirsrv/schema", join(folder, "schema"), { recursive: true });
  await cp("/etc/dirsrv/config", folder, { recursive: true });
  await cp("/etc/dirsrv/schema/99user.ldif", join(folder, "schema/99user.ldif"));
  const filled = template.replaceAll(/%(\w+)%/g, (whole, name: string) => values[name] ?? whole);
  await writeFile(join(folder, "dse.ldif"), `${filled.trimEnd()}\n\n${backend(folder)}`);
};

const HEAD = `dn: ${SUFFIX}\nobjectClass: domain\ndc: example\n\n`;

/** Starts a 389 Directory Server in a folder of its own; it ends with `cleanUp`. */
export const startDirsrv = async (ldif: string): Promise<LoadedServer> => {
  await findOrInstall(find, MISSING, "389-ds-base");
  const folder = await makeFolder();
  const port = await freePort();
  await writeConfiguration(folder, port);
  let child: ChildProcess | undefined;
  const kill = (): Promise<void> => stopServer(child);
  undoLater(kill);
  const load = async (entries: string): Promise<void> => {
    await kill();
    await rm(join(folder, "run/pid"), { force: true });
    await writeFile(join(folder, "all.ldif"), HEAD + entries);
    await run(PROGRAM, ["ldif2db", "-D", folder, "-n", "userRoot", "-i", join(folder, "all.ldif")]);
    child = spawn(PROGRAM, ["-D", folder, "-i", join(folder, "run/pid"), "-d", "0"], { stdio: "ignore" });
    await once(child, "spawn");
    await waitUntilOpen(port);
  };
  await load(ldif);
  return { url: `ldap://127.0.0.1:${port}`, load, kill };
};
