import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const FOLDER = join(import.meta.dirname, "../../docs/decisions");
const HEAD =
  /^# (\d+)\. (.+)\n\nDate: (\d{4}-\d\d-\d\d) · Status: (Accepted|Withdrawn|Superseded by \[(\d{4})\]\((\5-[\w-]+\.md)\))\n\n/;
const ROW =
  /^\| \[(\d{4})\]\((\S+)\) +\| (.+?) +\| (\d{4}-\d\d-\d\d) +\| (Accepted|Withdrawn|Superseded by \d{4}) +\|$/gm;

type Decision = { number: string; file: string; title: string; date: string; status: string };

const files = globSync("[0-9]*.md", { cwd: FOLDER }).toSorted();

/** What a page says at its top. @param text the page */
const readHead = (file: string, text: string): Decision => {
  const [, number = "", title = "", date = "", status = "", by, page] =
    HEAD.exec(text) ?? assert.fail(`${file}: its head`);
  if (page !== undefined) assert.ok(files.includes(page), `${file}: ${page} isn't there`);
  return {
    number: number.padStart(4, "0"),
    file,
    title,
    date,
    status: by === undefined ? status : `Superseded by ${by}`,
  };
};

const decisions = files.map((file) => readHead(file, readFileSync(join(FOLDER, file), "utf8")));

describe("docs/decisions", () => {
  it("each page has a number, a title, a date and a status at its top, and its number in its name", () => {
    for (const { number, file } of decisions) assert.ok(file.startsWith(`${number}-`), file);
  });

  it("the numbers have no gap and the dates rise, but for pages withdrawn later", () => {
    assert.deepEqual(
      decisions.map(({ number }) => Number(number)),
      decisions.map((_, n) => n + 1),
    );
    const dates = decisions.filter(({ status }) => status !== "Withdrawn").map(({ date }) => date);
    assert.deepEqual(dates, dates.toSorted());
  });

  it("README.md has a line for each, with its title, date and status", () => {
    const index = readFileSync(join(FOLDER, "README.md"), "utf8");
    const rows = [...index.matchAll(ROW)].map(([, number, file, title, date, status]) => ({
      number,
      file,
      title,
      date,
      status,
    }));
    assert.deepEqual(rows, decisions);
  });

  it("a page without a status, or superseded by none, is refused", () => {
    assert.throws(() => readHead("x.md", "# 1. A\n\n**Context.** B"), /its head/);
    assert.throws(
      () => readHead("x.md", "# 1. A\n\nDate: 2026-11-21 · Status: Superseded by [9999](9999-b.md)\n\n"),
      /isn't there/,
    );
  });
});
