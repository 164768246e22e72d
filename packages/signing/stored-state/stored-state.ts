import type { z } from 'zod';

/** Parsed JSON with dates as Date. */
type Members = Readonly<Record<string, unknown>>;

/** A step from the previous version. It reads what released versions wrote, so it imports no live code. */
export type UpgradeStep = (state: Members) => Members;

export interface StoredState<State> {
  encode(state: State): Members;
  /** Throws `TypeError` for a later version or another shape. */
  decode(stored: unknown): State;
}

/** `steps[0]` upgrades version 1, and so on. */
export function defineStoredState<State>(
  name: string,
  schema: z.ZodType<State>,
  steps: readonly UpgradeStep[],
): StoredState<State> {
  const current = steps.length + 1;
  return {
    encode: (state) => ({ version: current, ...state }),
    decode(stored) {
      const result = schema.safeParse(upgradeState(name, stored, steps));
      if (result.success) return result.data;
      const [issue] = result.error.issues;
      // The message does not have the value, which may be personal data.
      throw new TypeError(`stored ${name}: ${issue?.path.join('.')}: ${issue?.code}`);
    },
  };
}

/** Throws `TypeError` for a later version. */
function upgradeState(name: string, stored: unknown, steps: readonly UpgradeStep[]): Members {
  if (!isMembers(stored)) throw new TypeError(`stored ${name}: not an object`);
  const { version, ...state } = stored;
  const isKnown = typeof version === 'number' && version >= 1 && version <= steps.length + 1;
  if (!isKnown)
    throw new TypeError(
      `stored ${name}: version ${String(version)} is unknown; run the release that wrote it`,
    );
  return steps.slice(version - 1).reduce<Members>((upgraded, step) => step(upgraded), state);
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
