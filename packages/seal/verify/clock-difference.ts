/** Of signer, timestamp authority and this machine. */
export const MAX_CLOCK_DIFFERENCE_MS = 24 * 60 * 60 * 1000;
