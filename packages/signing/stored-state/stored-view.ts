import type { PreparedView } from '../documents/prepared-view.ts';

/** Raise it with every change of the members of `PreparedView` and `FormField`. */
const VERSION = 1;

/** No upgrade steps: another version is read from the prepared PDF again. */
export const storedView = {
  encode: (view: PreparedView) => ({ version: VERSION, ...view }),

  /** Null for another version; without a version it is the first. */
  decode(stored: { readonly version?: number } & PreparedView): PreparedView | null {
    const { version = 1, ...view } = stored;
    return version === VERSION ? view : null;
  },
};
