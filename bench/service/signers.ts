import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';
import { p95, type ServiceRow } from './service-row.ts';

const LOOK_MS = 20;
const PATIENCE_MS = 120_000;

/** Documents of one signer each, all signed at once: how long until each is completed, and how many a minute. */
export async function benchSigners(
  service: ServiceProcess,
  { fileId, signers }: { readonly fileId: string; readonly signers: number },
): Promise<ServiceRow[]> {
  const prepared = await Promise.all(
    Array.from({ length: signers }, () => prepare(service, fileId, { signaturePlacement: 'new_page' })),
  );
  const begin = performance.now();
  const signedAt = new Map<string, number>();
  const [completedAt] = await Promise.all([
    watchCompletions(service, signers),
    ...prepared.map(async (one) => {
      await sign(service, one, { ink: { kind: 'typed', typedName: 'Ada' } });
      signedAt.set(one.documentId, performance.now());
    }),
  ]);
  const minutes = (Math.max(...completedAt.values()) - begin) / 60_000;
  const times = [...completedAt].map(([documentId, time]) => {
    const signed = signedAt.get(documentId);
    if (signed === undefined) throw new Error(`another document was completed: ${documentId}`);
    return time - signed;
  });
  const title = `${signers} signers at once`;
  return [
    {
      id: 'service/completion',
      title: `${title}: signature to completed, p95`,
      unit: 'ms',
      ours: p95(times),
    },
    { id: 'service/throughput', title, unit: 'documents a minute', ours: signers / minutes },
  ];
}

export interface Prepared {
  readonly documentId: string;
  readonly link: string;
}

/** Sends a document to one person, and waits for the invitation. */
export async function prepare(service: ServiceProcess, fileId: string, boxes: object): Promise<Prepared> {
  const sent = await send(service, fileId, boxes);
  return { documentId: sent.documentId, link: await findLink(service, sent) };
}

interface Sent {
  readonly documentId: string;
  readonly emailAddress: string;
}

/** Sends a document to one person; `boxes` are further members of the signee. */
export async function send(service: ServiceProcess, fileId: string, boxes: object): Promise<Sent> {
  const emailAddress = `${randomUUID()}@example.com`;
  const { documentId } = await service.post<{ documentId: string }>('/v1/docs', {
    fileId,
    name: 'Contract',
    signeeDetails: [{ fullName: 'Ada', emailAddress, ...boxes }],
  });
  return { documentId, emailAddress };
}

/** Waits for the invitation, and returns its link. */
export function findLink(
  service: ServiceProcess,
  { emailAddress }: Pick<Sent, 'emailAddress'>,
  lookMs = LOOK_MS,
): Promise<string> {
  return waitFor(async () => {
    const messages = await service.get<{ text: string }[]>(`/outbox/messages?to=${emailAddress}`);
    return /\/sign\/[\w-]+/.exec(messages[0]?.text ?? '')?.[0];
  }, lookMs);
}

/** `marks` are the ink, and initials if the document asks for them. */
export async function sign(
  service: ServiceProcess,
  { link }: Pick<Prepared, 'link'>,
  marks: object,
): Promise<void> {
  await service.post(`${link}/signature`, { ...marks, values: [], consent: true });
}

/**
 * When each document was seen completed. One request asks for all of them: with one for each signer, more than half of the
 * processor time went to the questions.
 */
async function watchCompletions(
  service: ServiceProcess,
  count: number,
): Promise<ReadonlyMap<string, number>> {
  const completedAt = new Map<string, number>();
  await waitFor(async () => {
    const { documents } = await service.get<DocumentList>(`/v1/docs?status=completed&limit=${count}`);
    const now = performance.now();
    for (const { documentId } of documents)
      if (!completedAt.has(documentId)) completedAt.set(documentId, now);
    return completedAt.size === count || undefined;
  });
  return completedAt;
}

export interface DocumentList {
  readonly documents: readonly { readonly documentId: string }[];
}

export async function waitFor<T>(look: () => Promise<T | undefined>, lookMs = LOOK_MS): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(lookMs);
  }
  throw new Error('nothing happened in time');
}
