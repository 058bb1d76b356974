const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether other machines can open this address: a tablet can't reach the loopback of the server. */
export const isReachable = (hostname: string): boolean => !LOOPBACK.test(hostname);
