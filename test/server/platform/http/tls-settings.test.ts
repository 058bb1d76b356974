import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { connect, type ConnectionOptions } from "node:tls";

import { makeAuthority, makeServer } from "../../../../cli/commands/tls/certificate.ts";
import { makeFolder } from "../../../support/run/process.ts";
import { listen, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let port: number;
let ca: string;

before(async () => {
  const folder = await makeFolder();
  const authority = await makeAuthority("Foyer", Date.now());
  const server = await makeServer(authority, ["foyer.test"], Date.now());
  const [cert, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  await writeFile(cert, server.certificate.toString());
  await writeFile(key, server.key.export({ type: "pkcs8", format: "pem" }));
  ca = authority.certificate.toString();
  world = await makeWorld({ env: { TLS_CERT: cert, TLS_KEY: key } });
  port = Number(new URL(await listen(world)).port);
});
after(() => world.close());

/** What a client and the service agree on. */
const agree = async (options: ConnectionOptions): Promise<{ protocol: string | null; cipher: string }> => {
  const socket = connect({ port, host: "127.0.0.1", servername: "foyer.test", ca, ...options });
  try {
    await once(socket, "secureConnect");
    return { protocol: socket.getProtocol(), cipher: socket.getCipher().standardName };
  } finally {
    socket.destroy();
  }
};

describe("TLS_CERT and TLS_KEY (OWASP ASVS 5.0, 12.1)", () => {
  it("TLS 1.3 is what a client of today gets", async () => {
    assert.deepEqual(await agree({}), { protocol: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384" });
  });

  it("TLS 1.2 has a key of its own for each connection, and authenticated encryption", async () => {
    const { protocol, cipher } = await agree({ maxVersion: "TLSv1.2" });
    assert.equal(protocol, "TLSv1.2");
    assert.match(cipher, /^TLS_ECDHE_.*(GCM|POLY1305)/);
  });

  it("older versions and weaker ciphers are refused", async () => {
    const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
    await assert.rejects(agree(old), /protocol version|alert|ECONNRESET/i);
    for (const ciphers of ["AES256-GCM-SHA384", "ECDHE-RSA-AES128-SHA", "ECDHE-ECDSA-AES256-SHA384"])
      await assert.rejects(agree({ maxVersion: "TLSv1.2", ciphers }), /handshake failure|alert|ECONNRESET/i, ciphers);
  });
});
