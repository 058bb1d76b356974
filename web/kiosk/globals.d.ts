/** The version of Foyer that the kiosk was built with. */
declare const FOYER_VERSION: string;

/** The build for bundlers; the package's own entry is one for pages without. */
declare module "simple-keyboard/build/index.modern.esm.js" {
  export { SimpleKeyboard } from "simple-keyboard";
}
