import { X509Certificate } from "node:crypto";

/** Whether a text is a certificate as PEM; of several, the first one is looked at. */
export const isCertificate = (text: string): boolean => {
  try {
    return text.includes("-----BEGIN CERTIFICATE-----") && new X509Certificate(text).raw.length > 0;
  } catch {
    return false;
  }
};
