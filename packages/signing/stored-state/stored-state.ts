import type { z } from 'zod';

/** JSON as it was stored, its moments as Date. */
type Members = Readonly<Record<string, unknown>>;

/** One step from the version before. It reads what releases of that version wrote, so it imports nothing of today. */
export type UpgradeStep = (state: Members) => Members;

export interface StoredState<State> {
  /** Returns what is stored: the state and its version. */
  encode(state: State): Members;
  /** Upgrades and checks what was stored. Throws `TypeError` if it is of a later version or not of the shape. */
  decode(stored: unknown): State;
}

/** How a state is stored. `steps[0]` upgrades version 1, and so on; state without a version is of version 1. */
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
      // Without the value, which may be personal data.
      throw new TypeError(`stored ${name}: ${issue?.path.join('.')}: ${issue?.code}`);
    },
  };
}

/** Returns the members in the current version. Throws `TypeError` if a later release wrote them. */
function upgradeState(name: string, stored: unknown, steps: readonly UpgradeStep[]): Members {
  if (!isMembers(stored)) throw new TypeError(`stored ${name}: not an object`);
  const { version = 1, ...state } = stored;
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
