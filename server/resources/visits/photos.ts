import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { createHash } from "node:crypto";

import { type RequestContext, PictureResponse } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { isId } from "../../platform/lib/record/ids.ts";
import { parsePicture } from "../../platform/lib/text/picture.ts";
import { PHOTOS_MAX } from "./contract.ts";
import * as store from "./store.ts";

const ETAG_LENGTH = 22;

const tagOf = (bytes: Uint8Array): string =>
  `"${createHash("sha256").update(bytes).digest("base64url").slice(0, ETAG_LENGTH)}"`;

/** The photo of a visit as a picture. Errors: `404`, also if there is none that a browser can draw. */
export const readPhoto = async (ctx: RequestContext, location: string, id: string): Promise<PictureResponse> => {
  const photo = await store.findPhoto(ctx.db, location, id);
  const picture = photo === undefined ? undefined : parsePicture(photo);
  if (picture === undefined) throw notFound();
  return new PictureResponse(picture.bytes, picture.type, tagOf(picture.bytes));
};

const idsOf = (text: string): string[] => {
  const ids = text
    .split(",")
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== "");
  if (ids.length > PHOTOS_MAX || !ids.every(isId))
    throw badRequest(
      `"ids" must be a comma-separated list of at most ${PHOTOS_MAX} visit IDs.${seeEndpoint("GET /companies/{company_id}/visitors/photos")}`,
      ids.length > PHOTOS_MAX ? "too_many" : "wrong_format",
      "ids",
    );
  return ids;
};

/** Which of the visits have a photo, so that a list requests only photos that exist. Errors: `400`. */
export const withPhoto = async (ctx: RequestContext, location: string, text = ""): Promise<{ ids: string[] }> => {
  const ids = idsOf(text);
  return { ids: ids.length === 0 ? [] : await store.listWithPhoto(ctx, location, ids) };
};
