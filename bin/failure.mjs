/** An error that is the reader's to fix: shown as its message, without a stack. */
export const setupFailure = (message) => Object.assign(new Error(message), { code: "FOYER_SETUP" });
