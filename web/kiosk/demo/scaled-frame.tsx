import { useEffect, useRef, useState } from "react";

import styles from "./bench.module.css";

type ScaledFrameProps = { title: string; address: string; size: readonly [width: number, height: number] };

/** How much smaller a screen is drawn so that it fits; never larger than it is. */
const useScale = ([width, height]: ScaledFrameProps["size"]) => {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const { current } = room;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      setScale(Math.min(1, current.clientWidth / width, current.clientHeight / height));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [width, height]);
  return { room, scale };
};

/** A page of our own, laid out for a screen of this size and drawn as large as there is room. */
export const ScaledFrame = ({ title, address, size }: ScaledFrameProps) => {
  const { room, scale } = useScale(size);
  const [width, height] = size;
  return (
    <div ref={room} className={styles.room}>
      <div className={styles.device} style={{ width: width * scale, height: height * scale }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of our own, with its origin */}
        <iframe title={title} src={address} allow="camera" style={{ width, height, transform: `scale(${scale})` }} />
      </div>
    </div>
  );
};
