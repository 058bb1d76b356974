// Browsers and the bundler name these failures in a sentence only, each in its own.

/** Whether the code of a page could not be loaded. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error && /^Unable to preload|dynamically imported module|module script failed/i.test(error.message);

/** Whether a request had no response because there is no connection. */
export const isNetworkError = (error: unknown): boolean =>
  isChunkLoadError(error) || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message));
