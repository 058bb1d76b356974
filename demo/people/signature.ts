import type { Random } from "../random.ts";

const HEIGHT = 80;
const LINE = 46;
const LETTER_WIDTH = 15;
const PLAYS = 4;

/** One letter as a pen draws it, from the pen's position: a loop, an arch or a wave. */
const stroke = (random: Random, letter: string): string => {
  const play = (): number => random.between(-PLAYS, PLAYS);
  const rise = "bdfhklt".includes(letter) ? 30 : 13;
  if ("gjpqyz".includes(letter)) return `q${8 + play()} ${-12 + play()} 8 0t-6 24q-10-2 ${LETTER_WIDTH - 2}-24`;
  if (rise === 30) return `q${10 + play()} ${-rise + play()} 4-${rise}t0 ${rise}q4 2 ${LETTER_WIDTH - 4} 0`;
  if ("mnruvw".includes(letter)) return `q3-${rise + play()} 6 0q3-${rise} ${LETTER_WIDTH - 6} 0`;
  return `q${4 + play()} ${-rise} 9-${rise - 4}t-6 ${rise - 4}q5 2 ${LETTER_WIDTH - 3} 0`;
};

const initial = (random: Random, x: number): string =>
  `M${x} ${LINE}q${10 + random.between(0, 6)}-46 18-34t-14 36q14 4 22-4`;

/**
 * Draws a signature: two initials and the rest of the name, as an SVG picture with the ink of the pad.
 * @param random the same for the same person: they sign the same way every time
 */
export const drawSignature = (random: Random, firstName: string, lastName: string): string => {
  const write = (name: string, x: number): string => {
    const letters = Array.from(name.slice(1, 8).toLowerCase(), (letter) => stroke(random, letter));
    return `${initial(random, x)}${letters.join("")}`;
  };
  const second = 62 + Math.min(7, Math.max(0, firstName.length - 1)) * (LETTER_WIDTH - 2);
  const width = second + 70 + Math.min(7, lastName.length) * LETTER_WIDTH;
  const lines = `<path d="${write(firstName, 12)}"/><path d="${write(lastName, second)}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}"><g fill="none" stroke="#1a2a6b" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round">${lines}</g></svg>`;
};
