import i18next from "i18next";

import { UserFacingError } from "../../data/api/error-message.ts";

/**
 * Whether this page can use passkeys: the browser knows them, and the page is at the address that they are for.
 * @param origin that address, as the service says it
 */
export const canUsePasskeys = (origin: string | undefined): boolean =>
  origin === globalThis.location.origin &&
  "PublicKeyCredential" in globalThis &&
  "parseRequestOptionsFromJSON" in PublicKeyCredential;

/** The user, or their browser, has not let a passkey be used. */
const explained = async (asking: Promise<Credential | null>): Promise<unknown> => {
  try {
    const credential = await asking;
    if (credential instanceof PublicKeyCredential) return credential.toJSON();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  throw new UserFacingError(i18next.t("second-factor:cancelled"));
};

/** Makes a passkey. @param options of the service. Errors: UserFacingError if the user does not */
export const createPasskey = (options: unknown): Promise<unknown> =>
  explained(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON),
    }),
  );

/** Has the user choose one of their passkeys. @param options of the service. Errors: as above */
export const askForPasskey = (options: unknown): Promise<unknown> =>
  explained(
    navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON),
    }),
  );
