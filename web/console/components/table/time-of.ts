const TIME = /^(?<hours>\d{1,2})(?:[:.hu]?(?<minutes>\d{2}))?(?:h|u|uhr)?(?<half>am|pm)?$/i;

const hoursOf = (hours: number, half: string | undefined): number => {
  if (half === undefined) return hours;
  return (hours % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
};

/** A time as people type it (`9`, `930`, `9.30`, `9h30`, `2 pm`) as `09:30`; undefined if it isn't one. */
export const timeOf = (typed: string): string | undefined => {
  const { hours = "", minutes = "00", half } = TIME.exec(typed.replaceAll(/\s/g, ""))?.groups ?? {};
  const hour = hoursOf(Number(hours), half);
  if (hours === "" || hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, "0")}:${minutes}`;
};
