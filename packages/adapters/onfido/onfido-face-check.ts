import type { FaceCheckProvider, FaceCheckResult } from '@countersign/signing';
import type { OnfidoClient, OnfidoRun } from './onfido-client.ts';
import { outcomeOf } from './run-outcome.ts';

export interface OnfidoFaceCheckOptions {
  /** It takes a live picture and compares it with the document `portrait_document_id` of its input. */
  readonly workflowId: string;
  /** 0 to 1, if the workflow has `score` in its output. */
  readonly minScore: number;
}

/** An applicant, the portrait as a document, and a run with a page of Onfido's. */
export function createOnfidoFaceCheck(
  client: OnfidoClient,
  { workflowId, minScore }: OnfidoFaceCheckOptions,
): FaceCheckProvider {
  return {
    name: 'Onfido',
    isSandbox: false,
    async start({ portrait, ...request }) {
      const applicantId = await client.createApplicant();
      const input = { portrait_document_id: await client.uploadPicture(applicantId, portrait) };
      return client.startRun({ ...request, applicantId, workflowId, input });
    },
    fetch: async (sessionId) => readRun(await client.findRun(sessionId), minScore),
  };
}

function readRun(run: OnfidoRun, minScore: number): FaceCheckResult {
  const score = run.output?.score ?? null;
  const outcome = outcomeOf(run);
  switch (outcome) {
    case 'pending':
      return { status: 'pending' };
    case 'approved':
      if (score !== null && score < minScore) return { status: 'failed', reason: 'face_not_matched' };
      return { status: 'passed', score };
    case 'declined':
      return { status: 'failed', reason: 'face_not_matched' };
    case 'cancelled':
    case 'provider_failed':
      return { status: 'failed', reason: outcome };
  }
}
