import type { Page } from "playwright-core";

import { SETTLED } from "./axe.ts";

/** Runs in the page. The contrast of each text with what is painted behind it (WCAG 2.2, "contrast ratio"). */
const measureContrasts = (least: number): string[] => {
  const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", {
    willReadFrequently: true,
  });
  if (context === null) throw new Error("no canvas");
  const over = (colours: readonly string[], opacity = 1): number[] => {
    context.clearRect(0, 0, 1, 1);
    for (const [n, colour] of colours.entries()) {
      context.globalAlpha = n === colours.length - 1 ? opacity : 1;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour: readonly number[]): number => {
    const [r = 0, g = 0, b = 0] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ancestorsOf = (element: Element): Element[] =>
    element.parentElement === null ? [element] : [...ancestorsOf(element.parentElement), element];
  /** All that may be behind a text: a gradient has each of its colours somewhere. */
  const backgroundsOf = (element: Element): string[][] =>
    ancestorsOf(element).reduce<string[][]>(
      (stacks, one) => {
        const { backgroundColor, backgroundImage } = getComputedStyle(one);
        const stops = backgroundImage.match(/(?:rgba?|color)\([^()]*\)/g) ?? [];
        const solid = stacks.map((stack) => [...stack, backgroundColor]);
        return stops.length === 0 ? solid : solid.flatMap((stack) => stops.map((stop) => [...stack, stop]));
      },
      [["white"]],
    );
  const opacityOf = (element: Element): number =>
    Math.min(...ancestorsOf(element).map((one) => Number(getComputedStyle(one).opacity)));
  const contrastOf = (element: Element): number =>
    Math.min(
      ...backgroundsOf(element).map((stack) => {
        const [text, back] = [over([...stack, getComputedStyle(element).color], opacityOf(element)), over(stack)];
        const [light = 0, dark = 0] = [luminance(text), luminance(back)].toSorted((a, b) => b - a);
        return (light + 0.05) / (dark + 0.05);
      }),
    );
  const holdsText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "");
  return [...document.querySelectorAll("body *")]
    .filter((element) => holdsText(element) && element.checkVisibility() && !element.matches("script, style"))
    .map((element) => [contrastOf(element), element.textContent.trim().slice(0, 40)] as const)
    .filter(([contrast]) => contrast < least)
    .map(([contrast, text]) => `${contrast.toFixed(1)}: ${text}`);
};

/** The texts of a page at rest whose contrast with what is behind them is less. @param least such as 7, whatever the size of the text */
export const contrastsBelow = async (page: Page, least: number): Promise<string[]> => {
  await page.evaluate(SETTLED);
  return page.evaluate(measureContrasts, least);
};
