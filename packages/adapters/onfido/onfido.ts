import type {
  DocumentPictures,
  FaceCheckProvider,
  FaceCheckResult,
  HostedScanAnswer,
  HostedScanner,
  ScanConditions,
  ScannedImages,
  ScanRefusal,
} from '@countersign/signing';
import {
  type DocumentTask,
  documentTask,
  findProblem,
  outcomeOf,
  readIdentity,
  refusalOf,
  refused,
} from './document-report.ts';
import type { OnfidoClient, OnfidoRun } from './onfido-client.ts';

export interface OnfidoFaceCheckOptions {
  /**
   * The workflow takes a live picture and compares it with the document `portrait_document_id` of its input.
   */
  readonly workflowId: string;
  /** The score is 0 to 1, if the workflow has `score` in its output. */
  readonly minScore: number;
}

/** A check has an applicant, the portrait as a document, and a run with a page of Onfido's. */
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

export interface OnfidoIdScanOptions {
  /** The workflow makes a Document report of the pictures that it takes. */
  readonly workflowId: string;
  /** Pictures are cut out in a process of its own. */
  readonly cutOut: (
    readPictures: () => Promise<DocumentPictures>,
    accountId: string,
  ) => Promise<ScannedImages | ScanRefusal>;
}

/** A scan has an applicant without a name, and a run with a page of Onfido's. */
export function createOnfidoIdScan(
  client: OnfidoClient,
  { workflowId, cutOut }: OnfidoIdScanOptions,
): HostedScanner {
  const findReport = (runId: string) =>
    client.findLastTask(runId, (kind) => kind.startsWith('document_check'), documentTask);

  async function readApproved(
    task: DocumentTask,
    conditions: ScanConditions,
    accountId: string,
  ): Promise<HostedScanAnswer> {
    const { output: report, input } = task;
    const problem = findProblem(report, conditions);
    if (problem !== null) return refused(problem);
    const identity = readIdentity(report);
    if (identity === null) return refused('not_readable');
    const { front, back } = await findPictures(client, input?.document_ids ?? []);
    if (front === undefined) return refused('not_readable');
    // Pictures are read when their turn comes, because those of all who wait would be in memory.
    const images = await cutOut(
      async () => ({
        front: await client.downloadDocument(front),
        back: back === undefined ? null : await client.downloadDocument(back),
      }),
      accountId,
    );
    if (typeof images === 'string') return refused(images);
    if (!conditions.isBasic && images.portrait === null) return refused('portrait_missing');
    return { outcome: 'read', identity, images };
  }

  async function readSession(
    sessionId: string,
    conditions: ScanConditions,
    accountId: string,
  ): Promise<HostedScanAnswer> {
    const outcome = outcomeOf(await client.findRun(sessionId));
    switch (outcome) {
      case 'pending':
        return { outcome };
      case 'cancelled':
      case 'provider_failed':
        return { outcome: 'failed', reason: outcome };
      case 'declined':
        return refused(refusalOf((await findReport(sessionId))?.output, conditions));
      case 'approved': {
        const task = await findReport(sessionId);
        // The workflow makes no Document report.
        if (task === null) return { outcome: 'failed', reason: 'provider_failed' };
        return readApproved(task, conditions, accountId);
      }
    }
  }

  const running = new Map<string, Promise<HostedScanAnswer>>();
  return {
    name: 'Onfido',
    start: async (request) =>
      client.startRun({ ...request, applicantId: await client.createApplicant(), workflowId }),
    fetch(sessionId, conditions, { accountId }) {
      // The page asks again while pictures are still being cut out.
      const answer =
        running.get(sessionId) ??
        readSession(sessionId, conditions, accountId).finally(() => running.delete(sessionId));
      running.set(sessionId, answer);
      return answer;
    },
  };
}

/** Finds the ids of the last picture of each side. */
async function findPictures(
  client: OnfidoClient,
  documents: readonly { readonly id: string }[],
): Promise<{ readonly front?: string; readonly back?: string }> {
  const sides: { front?: string; back?: string } = {};
  for (const { id } of documents) sides[(await client.findDocument(id)).side] = id;
  return sides;
}
