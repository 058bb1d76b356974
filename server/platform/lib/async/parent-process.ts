/**
 * Calls back once when the launcher that started this process is gone, even by kill -9, when it could pass no signal
 * on: its end of the IPC channel closes. Does nothing if the service was started directly.
 */
export const onParentExit = (callback: () => void): void => {
  if (process.channel === undefined) return;
  if (!process.connected) return callback();
  process.once("disconnect", callback);
  // The listener would keep the process alive for as long as the launcher lives, which is forever.
  process.channel?.unref();
};
