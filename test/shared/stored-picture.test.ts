import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { pictureSource, pictureType } from "../../shared/stored-picture.ts";

const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000fffe", "hex");
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';

describe("the address of a stored picture", () => {
  it("has the type of the bytes, as plain Base64 and as data: URL, whatever it was called", () => {
    const base64 = JPEG.toString("base64");
    assert.ok(base64.startsWith("/9j/"), "it looks like a path");
    for (const stored of [base64, `data:image/png;base64,${base64}`, `data:;base64,${base64}`])
      assert.equal(pictureSource(stored), `data:image/jpeg;base64,${base64}`);
  });

  it("reads Base64 in lines and in the alphabet of addresses, as senders write it", () => {
    const base64 = Buffer.concat([JPEG, Buffer.from([0xfb, 0xff, 0xfe])]).toString("base64");
    const sent = base64
      .replaceAll("+", "-")
      .replaceAll("/", "_")
      .replace(/(.{8})/g, "$1\r\n");
    assert.equal(pictureSource(sent), `data:image/jpeg;base64,${base64}`);
  });

  it("draws an SVG in Base64, percent signs or plain text", () => {
    const drawn = `data:image/svg+xml,${encodeURIComponent(SVG)}`;
    assert.equal(pictureSource(`data:image/svg+xml,${SVG}`), drawn);
    assert.equal(pictureSource(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(SVG)}`), drawn);
    assert.equal(pictureType(Buffer.from(`\uFEFF<?xml version="1.0"?>\n${SVG}`).toString("base64")), "image/svg+xml");
    const long = `<!-- ${"é".repeat(200)} -->${SVG}`;
    assert.equal(
      pictureType(`data:image/svg+xml,${encodeURIComponent(long.slice(0, 60) + long.slice(-50))}`),
      "image/svg+xml",
    );
  });

  it("has no address for what no browser draws, and for scripts", () => {
    for (const stored of [
      undefined,
      null,
      "",
      "data:",
      Buffer.from("hello world").toString("base64"),
      "javascript:alert(1)",
      "/9j/",
      "data:text/html,<script>alert(1)</script>",
      `data:text/html;base64,${Buffer.from("<html/>").toString("base64")}`,
      "%%%",
    ])
      if (stored !== "/9j/") assert.equal(pictureSource(stored), undefined, String(stored));
    assert.ok(pictureSource("/9j/")?.startsWith("data:image/jpeg;"), "never an address of this service");
  });
});
