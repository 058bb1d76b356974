/** Minutes between two requests to the host about the same visit: hosts must not be flooded. */
export const ASK_AGAIN_MINUTES = 2;
