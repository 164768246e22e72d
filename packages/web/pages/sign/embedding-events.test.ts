import { expect, it } from 'vitest';
import { buildView } from '../../testing/build-view.ts';
import { listEvents } from './embedding-events.ts';
import type { SessionState } from './session/session-state.ts';

const LOADING: SessionState = { kind: 'loading' };
const FAILED: SessionState = { kind: 'failed', failure: { kind: 'unreachable' } };
const OPEN: SessionState = { kind: 'open', view: buildView() };
const { signee } = buildView();
const SIGNED: SessionState = {
  kind: 'open',
  view: buildView({
    canSign: false,
    reason: 'already_signed',
    signee: { ...signee, signatureStatus: 'signed' },
  }),
};
const COMPLETED: SessionState = {
  kind: 'open',
  view: buildView({ ...SIGNED.view, status: 'completed', reason: 'completed' }),
};
const DECLINED: SessionState = { kind: 'open', view: buildView({ canSign: false, reason: 'declined' }) };

it.each([
  ['the first answer', LOADING, OPEN, ['loaded']],
  ['a document that was signed before', LOADING, SIGNED, ['loaded']],
  ['a signature', OPEN, SIGNED, ['signed']],
  ['the seal after it', SIGNED, COMPLETED, ['completed']],
  ['the last signature, sealed at once', OPEN, COMPLETED, ['signed', 'completed']],
  ['a refusal', OPEN, DECLINED, ['declined']],
  ['a link that cannot be opened', LOADING, FAILED, ['error']],
  ['another attempt', FAILED, OPEN, ['loaded']],
  ['the same again', SIGNED, SIGNED, []],
] as const)('%s', (_, before, after, types) => {
  expect(listEvents(before, after).map(({ type }) => type)).toEqual(
    types.map((type) => `countersign:${type}`),
  );
});

it('says which slot of a public link was signed when the next one follows', () => {
  const next: SessionState = {
    kind: 'open',
    view: buildView({ signee: { ...signee, signeeId: 'signee-2' } }),
  };
  expect(listEvents(OPEN, next)).toEqual([
    { type: 'countersign:signed', documentId: buildView().documentId, signeeId: 'signee-1' },
  ]);
});

it('names the document and the signee once they are known', () => {
  expect(listEvents(LOADING, OPEN)).toEqual([
    { type: 'countersign:loaded', documentId: buildView().documentId, signeeId: signee.signeeId },
  ]);
  expect(listEvents(LOADING, FAILED)).toEqual([
    { type: 'countersign:error', documentId: null, signeeId: null },
  ]);
});
