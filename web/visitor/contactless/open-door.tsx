import styles from "./open-door.module.css";

/** The front door, a little open: a picture. */
export const OpenDoor = () => (
  <svg className={styles.door} viewBox="0 0 168 324" aria-hidden="true">
    <defs>
      <linearGradient id="light" x2="0" y2="1">
        <stop className={styles.glow0} offset="0" />
        <stop className={styles.glow2} offset="0.55" />
        <stop className={styles.glow3} offset="1" />
      </linearGradient>
      <linearGradient id="leaf">
        <stop className={styles.dark} offset="0" />
        <stop className={styles.bright} offset="1" />
      </linearGradient>
    </defs>
    <rect className={styles.step} y="312" width="168" height="12" rx="6" />
    <path fill="url(#light)" d="M16 68a68 68 0 0 1 136 0v244H16z" />
    <path fill="url(#leaf)" d="M16 68A68 68 0 0 1 69 1.7V323L16 312z" />
    <circle className={styles.knob} cx="58" cy="178" r="4" />
  </svg>
);
