import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { migrationOf } from "./field-functions.ts";

const FOLDER = join(import.meta.dirname, "../migrations");

const names = (await readdir(FOLDER)).toSorted();
const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name), "utf8")));
const migration = migrationOf(texts.join("\n"));
if (migration === "") console.log("The database knows these fields already.");
else {
  const name = `${String(names.length + 1).padStart(4, "0")}_fields.sql`;
  await writeFile(
    join(FOLDER, name),
    `-- Written by npm run fields, from shared/visit-fields.ts and shared/registered-visitor-fields.ts.\n\n${migration}`,
    {
      flag: "wx",
    },
  );
  console.log(`migrations/${name}: read it, and commit it with the field.`);
}
