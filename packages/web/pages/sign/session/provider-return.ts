import type { CheckView, FieldValue, SigningView } from '@countersign/signing';
import { useEffect, useRef } from 'preact/hooks';
import { startPolling } from '../../parts/polling.ts';
import { RequestRefused } from '../../requests/request-json.ts';
import type { FieldValues } from '../fields/field-values.ts';

export interface ProviderReturn {
  readonly kind: 'e-id' | 'check';
  readonly proofId: string;
  /** The input shows the proof which browser came back. */
  readonly input: Readonly<Record<string, string>>;
}

/** Reads the fragment and removes it. */
export function takeProviderReturn(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): ProviderReturn | null {
  const { 'e-id': order, check, ...input } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  const proofId = order ?? check;
  if (proofId === undefined) return null;
  history.replaceState(null, '', `${pathname}${search}`);
  return { kind: order === undefined ? 'check' : 'e-id', proofId, input };
}

/** The return is also noticed when an app changes the fragment of the open page. */
export function useProviderReturn(onReturn: (returned: ProviderReturn) => void): void {
  const current = useRef(onReturn);
  current.current = onReturn;
  useEffect(() => {
    const take = (): void => {
      const returned = takeProviderReturn(location, history);
      if (returned !== null) current.current(returned);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
}

/**
 * Sends until the service answers, as nothing else has what came back. Resolves with null if the service refuses.
 * `onFailure` gets each failure before that.
 */
export function sendReturned<Answer>(
  send: () => Promise<Answer>,
  onFailure?: (error: unknown) => void,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const polling = startPolling<{ readonly answer: Answer | null }>({
      pace: 'session',
      isImmediate: true,
      load: async () => {
        try {
          return { answer: await send() };
        } catch (error) {
          if (isFinal(error)) return { answer: null };
          throw error;
        }
      },
      onAnswer({ answer }) {
        polling.end();
        resolve(answer);
      },
      onFailure,
    });
  });
}

/** A failure is not final if the service is down or has too many requests. */
function isFinal(error: unknown): boolean {
  return error instanceof RequestRefused && error.status < 500 && error.status !== 429;
}

export function findReturnedCheck(
  { checks }: Pick<SigningView, 'checks'>,
  { proofId }: ProviderReturn,
): CheckView | undefined {
  return checks.find(({ proofs }) => proofs.some((proof) => proof.proofId === proofId));
}

/** Returns the values that an e-ID has signed, for a window that an app opened. */
export function signedValues({ checks }: Pick<SigningView, 'checks'>): FieldValues {
  const texts = checks.flatMap(({ kind, proofs }) =>
    kind === 'electronic_id' ? proofs.map(({ details }) => details.values) : [],
  );
  const last = texts.at(-1);
  const entered = Array.isArray(last) ? (last as readonly FieldValue[]) : [];
  return Object.fromEntries(entered.map(({ name, value }) => [name, [value].flat()]));
}
