import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.ts';
import { p95, type ServiceRow } from './service-row.ts';

const LOOK_MS = 10;
const PATIENCE_MS = 120_000;

/** Documents of one signer each, all signed at once: how long until each is completed, and how many a minute. */
export async function benchSigners(
  service: ServiceProcess,
  { fileId, signers }: { readonly fileId: string; readonly signers: number },
): Promise<ServiceRow[]> {
  const prepared = await Promise.all(
    Array.from({ length: signers }, (_, index) => prepare(service, fileId, `signer-${index}@example.com`)),
  );
  const begin = performance.now();
  const times = await Promise.all(prepared.map((one) => signAndWait(service, one)));
  const minutes = (performance.now() - begin) / 60_000;
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

interface Prepared {
  readonly documentId: string;
  readonly link: string;
}

async function prepare(service: ServiceProcess, fileId: string, emailAddress: string): Promise<Prepared> {
  const { documentId } = await service.post<{ documentId: string }>('/v1/docs', {
    fileId,
    name: 'Contract',
    signeeDetails: [{ fullName: 'Ada', emailAddress, signaturePlacement: 'new_page' }],
  });
  const link = await waitFor(async () => {
    const messages = await service.get<{ text: string }[]>(`/outbox/messages?to=${emailAddress}`);
    return /\/sign\/[\w-]+/.exec(messages[0]?.text ?? '')?.[0];
  });
  return { documentId, link };
}

/** Milliseconds from the answer to the signature until the document is completed. */
async function signAndWait(service: ServiceProcess, { documentId, link }: Prepared): Promise<number> {
  const ink = { kind: 'typed', typedName: 'Ada' };
  await service.post(`${link}/signature`, { ink, values: [], consent: true });
  const signedAt = performance.now();
  await waitFor(async () => {
    const { status } = await service.get<{ status: string }>(`/v1/docs/${documentId}`);
    return status === 'completed' ? status : undefined;
  });
  return performance.now() - signedAt;
}

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(LOOK_MS);
  }
  throw new Error('nothing happened in time');
}
