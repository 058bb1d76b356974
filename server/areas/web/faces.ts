/** Where a page has room for the nonce of an answer (web/console/index.html). */
export const NONCE = "FOYER_NONCE";

/** The addresses of each face. What follows them is read by the page itself. */
export const FACES: Record<string, readonly string[]> = {
  console: ["/", "/at/*", "/login", "/account", "/locations", "/setup", "/setup/*"],
  kiosk: ["/kiosk", "/kiosk/demo", "/kiosk/preview"],
  visitor: ["/visit"],
};

/** The kiosk without pairing: a page that shows the kiosk in a frame, and the kiosk in it. The setting KIOSK_DEMO takes the first away. */
export const DEMO = "/kiosk/demo";
const FRAMED: ReadonlySet<string> = new Set([DEMO, "/kiosk/preview"]);

/**
 * Only our own files, no script in the page, styles with this answer's nonce (the components put some there themselves). The
 * camera and photos of visits need `blob:` and `data:`; the QR reader of kiosk and phone is WebAssembly.
 */
const policy = (face: string, nonce: string, scripts: string, frames: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    `script-src 'self'${face === "console" ? "" : " 'wasm-unsafe-eval'"}${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Agreements of kiosk and phone: videos are where the location says.
    `media-src 'self' blob:${face === "console" ? "" : " https: http:"}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-src ${frames}`,
    `frame-ancestors ${frames}`,
  ].join("; ");

/**
 * The headers that a page is sent with.
 * @param path of its address
 * @param nonce of this answer, for styles
 * @param scripts more sources of scripts, each after a space; none but in development
 */
export const pageHeaders = (face: string, path: string, nonce: string, scripts = ""): Record<string, string> => ({
  "content-security-policy": policy(face, nonce, scripts, FRAMED.has(path) ? "'self'" : "'none'"),
  "permissions-policy": "camera=(self), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
});
