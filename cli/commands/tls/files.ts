import { createPrivateKey, randomBytes, X509Certificate } from "node:crypto";
import { chown, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { makeFolder } from "../../../server/platform/lib/folders.ts";
import { Failure } from "../../lib/command.ts";
import type { CertificatePair } from "./certificate.ts";

/** The paths of the files. */
export type TlsPaths = { folder: string; authority: PairFiles; server: PairFiles };
type PairFiles = { certificate: string; key: string };

/** The files in a data folder, by their full paths. */
export const tlsPathsIn = (dataDir: string): TlsPaths => {
  const folder = join(dataDir, "tls");
  const pair = (name: string): PairFiles => ({
    certificate: join(folder, `${name}.crt`),
    key: join(folder, `${name}.key`),
  });
  return { folder, authority: pair("ca"), server: pair("server") };
};

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
};

/** The certificate of the authority that `foyer tls` made in a data folder, in PEM; undefined if there is none. */
export const readAuthorityCertificate = (dataDir: string): Promise<string | undefined> =>
  readIfThere(tlsPathsIn(dataDir).authority.certificate);

const parse = (certificate: string, key: string): CertificatePair | undefined => {
  try {
    const pair = { certificate: new X509Certificate(certificate), key: createPrivateKey(key) };
    return pair.certificate.ca && pair.certificate.checkPrivateKey(pair.key) ? pair : undefined;
  } catch {
    // It is not a certificate with its key; the caller reports that.
    return undefined;
  }
};

/** The existing authority; undefined if there is none. Errors: Failure if its files do not belong together. */
export const readAuthority = async ({ authority }: TlsPaths): Promise<CertificatePair | undefined> => {
  const certificate = await readIfThere(authority.certificate);
  const key = await readIfThere(authority.key);
  if (certificate === undefined && key === undefined) return undefined;
  const pair = certificate !== undefined && key !== undefined ? parse(certificate, key) : undefined;
  if (pair !== undefined) return pair;
  throw new Failure(
    `${authority.certificate} and ${authority.key} aren't a certificate authority and its key. Restore them from a backup, or create a new authority with --new-ca.`,
  );
};

/**
 * If root runs this for a service with an account of its own, the files belong to that account, like the data folder.
 */
type Owner = { uid: number; gid: number } | undefined;

const ownerOf = async (folder: string): Promise<Owner> => (process.getuid?.() === 0 ? stat(folder) : undefined);

/** Written to a draft that only its owner can read, and then renamed: a reader finds the old one or the new one. */
const write = async (path: string, text: string, owner: Owner): Promise<void> => {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      await file.writeFile(text);
      if (owner !== undefined) await file.chown(owner.uid, owner.gid);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

const PRIVATE_FOLDER = 0o700;

/** Stores a certificate and its key, each in a file of 0600. */
export const writePair = async (files: PairFiles, { certificate, key }: CertificatePair): Promise<void> => {
  const folder = dirname(files.key);
  const made = await makeFolder(folder, PRIVATE_FOLDER);
  const owner = await ownerOf(dirname(folder));
  if (made && owner !== undefined) await chown(folder, owner.uid, owner.gid);
  await write(files.key, key.export({ type: "pkcs8", format: "pem" }).toString(), owner);
  await write(files.certificate, certificate.toString(), owner);
};
