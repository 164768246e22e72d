import type { CheckView, SigningView } from '@countersign/signing';
import { useEffect, useRef } from 'preact/hooks';
import type { FieldValues } from '../fields/field-values.ts';

/** What a signee came back with from an e-ID provider. */
export interface ProviderReturn {
  readonly proofId: string;
  /** For the proof. */
  readonly input: Readonly<Record<string, string>>;
}

/** Reads it from the fragment and removes it from the address. */
export function takeProviderReturn(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: Pick<History, 'replaceState'>,
): ProviderReturn | null {
  const { 'e-id': proofId, ...input } = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  if (proofId === undefined) return null;
  history.replaceState(null, '', `${pathname}${search}`);
  return { proofId, input };
}

/** The page may be opened anew, or an app may change the fragment of the open page. */
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

export function findReturnedCheck(
  { checks }: Pick<SigningView, 'checks'>,
  { proofId }: ProviderReturn,
): CheckView | undefined {
  return checks.find(({ proofs }) => proofs.some((proof) => proof.proofId === proofId));
}

/** The values that were signed with an e-ID: a window that an app opened has no others. */
export function signedValues({ checks }: Pick<SigningView, 'checks'>): FieldValues {
  const texts = checks.flatMap(({ kind, proofs }) =>
    kind === 'electronic_id' ? proofs.map(({ details }) => details.values) : [],
  );
  const last = texts.at(-1);
  if (typeof last !== 'string') return {};
  const values = JSON.parse(last) as readonly { readonly name: string; readonly value: string | string[] }[];
  return Object.fromEntries(values.map(({ name, value }) => [name, [value].flat()]));
}
