/** Resolves in a new task, after the browser has handled what waits for it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
