import { usePageLanguage } from '../../parts/language.ts';
import type { Dispatch } from '../finish/dispatch.ts';
import type { ProofClient } from '../proofs/proof-client.ts';
import {
  findReturnedCheck,
  type ProviderReturn,
  sendReturned,
  useProviderReturn,
} from '../session/provider-return.ts';
import { isVisitorView } from '../session/signing-client.ts';
import type { SigningPlace } from './use-signing.ts';

/** Opens the check from whose provider the browser came back. `onDone`: it succeeded. */
export function useReturnedCheck(
  { view, client, onSession }: SigningPlace,
  dispatch: Dispatch,
  onDone: () => Promise<void>,
): void {
  const { language } = usePageLanguage();
  /** Its reason is shown; one of another browser is not known here. */
  const openCheck = async (returned: ProviderReturn): Promise<void> => {
    const { proofId, input } = returned;
    const send = <Answer>(call: (proofs: ProofClient) => Promise<Answer>) =>
      sendReturned(async () => call(await client.loadProofs(language)));
    // It counts in any browser, and comes back without a nonce.
    const answered = input.nonce === undefined ? null : await send((proofs) => proofs.answer(proofId, input));
    const proof = answered ?? (await send((proofs) => proofs.get(proofId)));
    if (proof?.status === 'succeeded') await onDone();
    else if (proof !== null)
      dispatch({ type: 'open', dialog: { kind: 'check', field: proof.field, proof: proof.kind, returned } });
  };

  const openElectronicId = async (returned: ProviderReturn): Promise<void> => {
    // It may have been started after the session was loaded.
    const current = findReturnedCheck(view, returned) ? view : await client.loadSession().catch(() => view);
    if (isVisitorView(current)) return;
    if (current !== view) onSession(current);
    const found = findReturnedCheck(current, returned);
    const isDone = found?.proofs.some(
      ({ proofId, status }) => proofId === returned.proofId && status === 'succeeded',
    );
    if (found === undefined) dispatch({ type: 'open', dialog: { kind: 'lost_return' } });
    else if (!isDone) {
      const { field, kind: proof } = found;
      dispatch({ type: 'open', dialog: { kind: 'check', field, proof, returned } });
    }
  };

  useProviderReturn((returned) =>
    returned.kind === 'check' ? openCheck(returned) : openElectronicId(returned),
  );
}
