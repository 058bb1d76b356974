// Shows on a terminal how far the packages are installed.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const EVERY_MS = 500;
const BAR_LENGTH = 30;

const fits = (wanted, present) => wanted === undefined || wanted.includes(present);

/** The manifests of the packages that this machine gets, by the lock file. */
const manifestsOf = (project) => {
  const { packages } = JSON.parse(readFileSync(join(project, "package-lock.json"), "utf8"));
  return (
    Object.entries(packages)
      .filter(([path, { os, cpu }]) => path !== "" && fits(os, process.platform) && fits(cpu, process.arch))
      // npm makes all folders first, and fills them one by one.
      .map(([path]) => join(project, path, "package.json"))
  );
};

const barOf = (done, all, seconds) => {
  const full = Math.round((done / all) * BAR_LENGTH);
  return `[${"=".repeat(full)}${" ".repeat(BAR_LENGTH - full)}] ${done} of ${all}, ${seconds} s`;
};

/**
 * Draws a bar until the returned function is called, which removes it; without a terminal, nothing.
 * @param project the folder with the lock file
 */
export const showProgress = (project, stream = process.stderr) => {
  if (!stream.isTTY) return () => undefined;
  const manifests = manifestsOf(project);
  const begun = performance.now();
  const draw = () => {
    const done = manifests.filter((path) => existsSync(path)).length;
    stream.write(`\r  ${barOf(done, manifests.length, Math.round((performance.now() - begun) / 1000))}`);
  };
  const timer = setInterval(draw, EVERY_MS);
  return () => {
    clearInterval(timer);
    stream.write(`\r${" ".repeat(BAR_LENGTH + 40)}\r`);
  };
};
