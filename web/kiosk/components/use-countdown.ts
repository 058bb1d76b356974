import { useEffect, useRef, useState } from "react";

/** Seconds that are left, from `seconds` on; `end` is called once when none is. */
export const useCountdown = (seconds: number, end: () => void): number => {
  const [left, setLeft] = useState(seconds);
  const tell = useRef(end);
  useEffect(() => {
    tell.current = end;
  });
  useEffect(() => {
    const until = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      tell.current();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
};
