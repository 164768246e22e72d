import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildLargestUpload, buildScanOfSize } from '../../fixtures/build/large.ts';
import { generatedPath } from '../../fixtures/fixture-path.ts';
import { beginSlowUpload, type SlowUpload, startScan, uploadFixture } from './journey-steps.ts';
import { type ServiceProcess, startProcess } from './start-process.ts';
import { databaseKinds, prepareEnvironment } from './start-service.ts';

const MIB = 1024 * 1024;
/** Uploading 50 MB adds less than this to the service's resident memory. */
const ALLOWED_RISE = 20 * MIB;
/** Peak memory over idle. */
const ALLOWED_MERGE_RISE = 60 * MIB;
/** By twenty pictures of 15 MB that are not complete. */
const ALLOWED_SLOW_RISE = 60 * MIB;
const SAMPLE_MS = 5;

/** Only Linux reports another process' resident memory. */
const canMeasure = process.platform === 'linux';

// The embedded database is in the same process, so the limits hold without it too.
const onEmbedded = databaseKinds.filter(({ kind }) => kind.name === 'embedded');

describe.each(onEmbedded)('memory on the $title database', ({ kind, skip }) => {
  let place: Awaited<ReturnType<typeof prepareEnvironment>>;
  let service: ServiceProcess;
  beforeAll(async () => {
    if (skip || !canMeasure) return;
    place = await prepareEnvironment(kind);
    service = await startProcess({
      ...place.env,
      ...{ ID_SCAN: 'built-in', FACE_CHECK_PROVIDER: 'sandbox' },
    });
  });
  afterAll(async () => {
    await service?.stop('SIGTERM');
    await place?.remove();
  });

  it.skipIf(skip || !canMeasure)('an upload of 50 MB goes to disk while it arrives', async () => {
    // First uploads load code and start threads.
    for (let index = 0; index < 5; index += 1) await uploadFixture(service.client);
    await wait(1000);
    const before = readResidentBytes(service.pid);
    const { answer, peak } = await watchPeak(service.pid, () => service.client.upload(buildLargestUpload()));
    expect(answer.status).toBe(201);
    expect(peak - before).toBeLessThan(ALLOWED_RISE);
  });

  it.skipIf(skip || !canMeasure)('a merge of 50 MB goes from disk to disk', async () => {
    const half = buildScanOfSize(generatedPath('scan-25mb.pdf'), 25 * MIB);
    const small = [await uploadFixture(service.client), await uploadFixture(service.client)];
    const large = [await uploadAt(half), await uploadAt(half)];
    const merge = (fileIds: readonly string[]) =>
      service.client.post('/v1/files/merge', { fileIds, name: 'Merged' });
    // Loads the code.
    for (let times = 0; times < 3; times += 1) await merge(small);
    await wait(1000);
    const before = readResidentBytes(service.pid);
    const { answer, peak } = await watchPeak(service.pid, () => merge(large));
    expect(answer.status).toBe(201);
    expect(peak - before).toBeLessThan(ALLOWED_MERGE_RISE);
  });

  // They added 490 MB before the pictures were complete.
  it.skipIf(skip || !canMeasure)('pictures of twenty slow connections are on disk', async () => {
    const picture = randomBytes(15 * MIB);
    const proofs: Awaited<ReturnType<typeof startScan>>[] = [];
    for (let index = 0; index < 5; index += 1) proofs.push(await startScan(service.client));
    await wait(1000);
    const before = readResidentBytes(service.pid);
    const { answer, peak } = await watchPeak(service.pid, async () => {
      const uploads: SlowUpload[] = [];
      for (const { url, headers } of proofs)
        for (let index = 0; index < 4; index += 1) uploads.push(await beginSlowUpload(url, headers, picture));
      return uploads;
    });
    for (const { request } of answer) request.destroy();
    expect(peak - before).toBeLessThan(ALLOWED_SLOW_RISE);
  });

  async function uploadAt(path: string): Promise<string> {
    return (await service.client.upload<{ fileId: string }>(path)).body.fileId;
  }
});

async function watchPeak<T>(pid: number, work: () => Promise<T>): Promise<{ answer: T; peak: number }> {
  let peak = 0;
  const sample = () => {
    peak = Math.max(peak, readResidentBytes(pid));
  };
  const timer = setInterval(sample, SAMPLE_MS);
  try {
    const answer = await work();
    sample();
    return { answer, peak };
  } finally {
    clearInterval(timer);
  }
}

function readResidentBytes(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  return [pid, ...children.map(Number)].reduce((sum, one) => sum + readOwnResidentBytes(one), 0);
}

function readOwnResidentBytes(pid: number): number {
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(match?.[1] ?? 0) * 1024;
}
