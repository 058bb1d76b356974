/** An error that its reader can fix: shown as its message, without a stack. */
export const setupFailure = (message) => Object.assign(new Error(message), { code: "FOYER_SETUP" });
