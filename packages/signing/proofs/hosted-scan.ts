import type { z } from 'zod';
import { SigningError } from '../errors.ts';
import { type HostedScanner, isHosted } from '../ports/id-scanner.ts';
import type { ProofContext, ProofOutcome } from './define-proof.ts';
import { isReturnPending, newReturn, type returnDevice } from './hosted-session.ts';
import { conditionsOf } from './id-scan-fields.ts';
import { completeScan } from './id-scan-result.ts';
import type { ScanState } from './id-scan-state.ts';
import { callProvider } from './outage.ts';

/** The page leads back to the device that it was started for. */
export async function startHostedScan(
  context: ProofContext,
  scanner: HostedScanner,
  device: z.infer<typeof returnDevice>,
): Promise<Pick<ScanState, 'session' | 'returnNonce' | 'isReturned'>> {
  const { document, proofId } = context;
  const { returnUrl, ...binding } = newReturn(context, device);
  const { sessionId, url } = await callProvider(() =>
    scanner.start({ reference: proofId, returnUrl, language: document.language }),
  );
  return { session: { sessionId, url, provider: scanner.name }, ...binding };
}

/** A document that is not accepted ends the scan: the provider's session is over. */
export async function pollHostedScan(
  context: ProofContext,
  state: ScanState,
): Promise<ProofOutcome<ScanState>> {
  const { deps, document } = context;
  const { idScanner: scanner } = deps;
  const { session } = state;
  if (session === null || isReturnPending(state)) return { kind: 'pending', state };
  if (scanner === null || !isHosted(scanner))
    throw new SigningError('proof_not_offered', { kind: 'id_scan' });
  const conditions = await conditionsOf(context, state);
  const answer = await callProvider(() => scanner.fetch(session.sessionId, conditions, document));
  switch (answer.outcome) {
    case 'pending':
      return { kind: 'pending', state };
    case 'read':
      return completeScan(context, state, answer);
    case 'refused':
    case 'failed':
      return { kind: 'failed', reason: answer.reason };
  }
}
