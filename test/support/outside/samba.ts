import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../run/debian.ts";
import { makeFolder, undoLater } from "../run/process.ts";
import { makeCertificate, stopServer, waitUntilOpen } from "./slapd.ts";

const run = promisify(execFile);
const [PROGRAM, TOOL, PYTHON] = ["/usr/sbin/samba", "/usr/bin/samba-tool", "/usr/bin/python3"] as const;
const PACKAGES = ["samba", "samba-ad-dc", "samba-ad-provision", "samba-dsdb-modules", "samba-vfs-modules"] as const;
const MISSING = `Active Directory is Samba's. Install it (Debian: apt-get install ${PACKAGES.join(" ")}).`;
/** Samba listens at the ports of LDAP and no others, so it has an address of its own. */
const [ADDRESS, PORT] = ["127.0.0.77", 636] as const;
export const ADMINISTRATOR = { dn: "Administrator@EXAMPLE.ORG", password: "Passw0rd.of.a.test" } as const;

/** A change of a domain: an entry with its attributes, a new name of one, a deletion, an attribute's new value, a member. */
export type DomainChange =
  | { add: Record<string, string | string[]> & { dn: string } }
  | { rename: [from: string, to: string] }
  | { delete: string }
  | { set: [dn: string, attribute: string, value: string] }
  | { addMember: [group: string, member: string] };

const CHANGE = `
import json, sys
from ldb import FLAG_MOD_ADD, FLAG_MOD_REPLACE, Dn, Message, MessageElement
from samba.auth import system_session
from samba.param import LoadParm
from samba.samdb import SamDB
lp = LoadParm()
lp.load(sys.argv[1])
domain = SamDB(url=sys.argv[2], session_info=system_session(), lp=lp)
domain.transaction_start()
for change in json.load(sys.stdin):
    if "add" in change: domain.add(change["add"])
    elif "rename" in change: domain.rename(*change["rename"])
    elif "delete" in change: domain.delete(change["delete"])
    else:
        dn, attribute, value = change.get("set") or [change["addMember"][0], "member", change["addMember"][1]]
        message = Message(Dn(domain, dn))
        flag = FLAG_MOD_REPLACE if "set" in change else FLAG_MOD_ADD
        message[attribute] = MessageElement(value, flag, attribute)
        domain.modify(message)
domain.transaction_commit()
`;

const find = async (): Promise<string | undefined> =>
  (await isRunnable(PROGRAM)) && (await isRunnable(TOOL)) ? PROGRAM : undefined;

const provision = async (folder: string): Promise<void> => {
  const options = [
    `xattr_tdb:file=${join(folder, "xattr.tdb")}`,
    "vfs objects=dfs_samba4 acl_xattr xattr_tdb",
    ...["pid", "ncalrpc"].map((name) => `${name} ${name === "pid" ? "directory" : "dir"}=${join(folder, name)}`),
    `log file=${join(folder, "log")}`,
    `interfaces=${ADDRESS}/8`,
    "bind interfaces only=yes",
    ...Object.entries({ certfile: "certificate.pem", keyfile: "key.pem", cafile: "ca.pem" }).map(
      ([name, file]) => `tls ${name}=${join(folder, file)}`,
    ),
  ];
  for (const name of ["pid", "ncalrpc"]) await mkdir(join(folder, name));
  const domain = [
    "--realm=EXAMPLE.ORG",
    "--domain=EXAMPLE",
    "--server-role=dc",
    "--dns-backend=NONE",
    "--host-name=dc1",
  ];
  const where = [`--host-ip=${ADDRESS}`, `--targetdir=${join(folder, "dc")}`, `--adminpass=${ADMINISTRATOR.password}`];
  await run(TOOL, ["domain", "provision", ...domain, ...where, ...options.map((option) => `--option=${option}`)], {
    maxBuffer: 2 ** 24,
  });
};

/** A running domain controller. */
export type Samba = {
  url: string;
  ca: string;
  change: (changes: readonly DomainChange[]) => Promise<void>;
  kill: () => Promise<void>;
};

/** Makes an Active Directory domain (`DC=example,DC=org`) in a folder of its own, and starts its LDAP server; it ends with `cleanUp`. */
export const startSamba = async (): Promise<Samba> => {
  await findOrInstall(find, MISSING, ...PACKAGES);
  const folder = await makeFolder();
  await makeCertificate(folder, ADDRESS);
  await provision(folder);
  const config = join(folder, "dc/etc/smb.conf");
  const change = async (changes: readonly DomainChange[]): Promise<void> => {
    const script = run(PYTHON, ["-c", CHANGE, config, join(folder, "dc/private/sam.ldb")]);
    script.child.stdin?.end(JSON.stringify(changes));
    await script;
  };
  const args = ["-i", "--no-process-group", "-M", "single", "-s", config, "--option=server services=ldap"];
  const child: ChildProcess = spawn(PROGRAM, args, { stdio: ["pipe", "ignore", "ignore"] });
  await once(child, "spawn");
  const kill = (): Promise<void> => stopServer(child);
  undoLater(kill);
  await waitUntilOpen(PORT, ADDRESS);
  return { url: `ldaps://${ADDRESS}`, ca: await readFile(join(folder, "ca.pem"), "utf8"), change, kill };
};
