import { wordsForSearch } from "../../shared/text/folding.ts";

/** Whether each typed word begins a word of the text: "so sme" finds "Sofie De Smet", "obr" and "bri" find "O'Brien". */
export const matches = (text: string, typed: string): boolean => {
  const { whole, divided } = wordsForSearch(text);
  const wanted = wordsForSearch(typed).whole;
  return wanted.length > 0 && wanted.every((start) => [...whole, ...divided].some((word) => word.startsWith(start)));
};
