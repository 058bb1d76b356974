import type { SecureContextOptions } from "node:tls";

/**
 * The accepted TLS connections: TLS 1.3, or 1.2 with forward secrecy and authenticated encryption (OWASP ASVS 5.0,
 * 12.1). Every browser since 2015 supports one of them.
 */
export const tlsSettings = {
  minVersion: "TLSv1.2",
  ciphers: [
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    "ECDHE-ECDSA-AES256-GCM-SHA384",
    "ECDHE-RSA-AES256-GCM-SHA384",
    "ECDHE-ECDSA-CHACHA20-POLY1305",
    "ECDHE-RSA-CHACHA20-POLY1305",
    "ECDHE-ECDSA-AES128-GCM-SHA256",
    "ECDHE-RSA-AES128-GCM-SHA256",
  ].join(":"),
  honorCipherOrder: true,
} as const satisfies SecureContextOptions;
