import { PAGE_HEADERS } from "../../platform/http/output/html-page.ts";

/** The placeholder for a response's nonce in a page (web/console/index.html). */
export const NONCE = "FOYER_NONCE";

/** Pages of the console without a location, as people type them: they lead to the location that was open last. */
export const SHORT = [
  "/reception",
  "/inside",
  "/log",
  "/registered-visitors",
  "/hosts",
  "/insights",
  "/outbox",
  "/settings",
  "/settings/*",
  "/sign-in",
  "/evacuation",
  "/undelivered",
  "/big-screen",
];

/** The base address of each face. The page itself reads the rest of the address. */
export const FACES: Record<string, readonly string[]> = {
  console: ["/", "/at/*", "/login", "/account", "/locations", "/setup", "/setup/*", ...SHORT],
  kiosk: ["/kiosk", "/kiosk/demo", "/kiosk/preview"],
  visitor: ["/visit"],
};

/**
 * The demo of the kiosk, without pairing: a page that shows the kiosk in a frame, and the kiosk in it. The setting
 * KIOSK_DEMO can turn the first off.
 */
export const DEMO = "/kiosk/demo";
const FRAMED: ReadonlySet<string> = new Set([DEMO, "/kiosk/preview"]);

/**
 * Only our own files, no scripts in the page, styles with this response's nonce (the components insert some
 * themselves). The camera and photos of visits need `blob:` and `data:`; the QR reader of kiosk and phone is
 * WebAssembly.
 */
const policy = (face: string, nonce: string, scripts: string, frames: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `script-src 'self'${face === "console" ? "" : " 'wasm-unsafe-eval'"}${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Agreements on kiosks and phones: locations choose where their videos are.
    `media-src 'self' blob:${face === "console" ? "" : " https: http:"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-src ${frames}`,
    `frame-ancestors ${frames}`,
  ].join("; ");

/**
 * The headers of a page.
 * @param path of its address
 * @param nonce of this response, for styles
 * @param scripts more sources of scripts, each after a space; only used in development
 */
export const pageHeaders = (face: string, path: string, nonce: string, scripts = ""): Record<string, string> => ({
  ...PAGE_HEADERS,
  "content-security-policy": policy(face, nonce, scripts, FRAMED.has(path) ? "'self'" : "'none'"),
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "cache-control": "no-cache",
});
