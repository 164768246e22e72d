import { readdirSync, readFileSync } from 'node:fs';
import type { PdfToolkit, SigningDeps } from '@countersign/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { buildHeavyPdf } from './heavy-pdf.ts';
import { documentBody, readInvitation, signByHand, uploadFixture, waitForStatus } from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const UPLOADS = 12;

interface Flood {
  readonly answers: { status: number; errorCode: string | undefined; retryAfter: string | null }[];
  readonly all: Promise<unknown>;
}

function flood(client: ApiClient, path: string, count: number): Flood {
  const answers: Flood['answers'] = [];
  const uploads = Array.from({ length: count }, async () => {
    const { status, body, headers } = await client.upload<{ errorCode?: string }>(path);
    answers.push({ status, errorCode: body.errorCode, retryAfter: headers.get('retry-after') });
  });
  return { answers, all: Promise.all(uploads) };
}

/** Child processes that host threads; Linux only. */
function listHosts(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isHost(pid))
    .map(Number);
}

function isHost(pid: string): boolean {
  try {
    const parent = / \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/\(.*\)/, ''))?.[1];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
    return parent === String(process.pid) && command.includes('host-entry');
  } catch {
    // The process has just ended.
    return false;
  }
}

describe('a service with one PDF thread', () => {
  let running: TestService;
  let other: ApiClient;
  let begun = 0;
  beforeAll(async () => {
    const count = (deps: SigningDeps): SigningDeps => {
      const admit: PdfToolkit['admit'] = (...args) => {
        begun += 1;
        return deps.toolkit.admit(...args);
      };
      return { ...deps, toolkit: { ...deps.toolkit, admit } };
    };
    running = await startService(anyDatabase, { PDF_THREADS: '1' }, { decorate: count });
    other = await running.addAccount();
  });
  afterAll(() => running?.close());

  it('lets somebody sign, and completes the document, while twelve heavy uploads of another account wait', async () => {
    const created = await other.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(await uploadFixture(other)),
    );
    const link = await readInvitation(other, 'ada@example.com');
    const { answers, all } = flood(running.client, buildHeavyPdf(10_000), UPLOADS);
    expect((await other.anonymous.get(`${link}/session`)).status).toBe(200);
    expect((await signByHand(other.anonymous, link)).status).toBe(200);
    const answeredWhenSigned = answers.length;
    await waitForStatus(other, created.body.documentId, 'completed', 60_000);
    const answeredWhenCompleted = answers.length;
    await all;
    expect(answers.map(({ status }) => status)).toEqual(Array(UPLOADS).fill(201));
    expect(answeredWhenSigned).toBeLessThan(UPLOADS);
    expect(answeredWhenCompleted).toBeLessThan(UPLOADS);
  }, 180_000);

  it('answers 429 with Retry-After beyond sixteen uploads of one account, and takes those of another', async () => {
    const { answers, all } = flood(running.client, buildHeavyPdf(3_000), 30);
    const others = uploadFixture(other);
    await all;
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused)
      expect(answer).toEqual({ status: 429, errorCode: 'too_many_uploads', retryAfter: '5' });
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(16);
    expect(await others).toBeTypeOf('string');
  }, 180_000);

  it.skipIf(process.platform !== 'linux')(
    'goes on when the process of the PDF threads ends in the middle of a task',
    async () => {
      const before = listHosts();
      begun = 0;
      const heavy = running.client.upload(buildHeavyPdf(20_000));
      // Queued work of another account continues.
      const waiting = [1, 2, 3].map(() => uploadFixture(other));
      let settled = false;
      void heavy.finally(() => {
        settled = true;
      });
      const healthy: number[] = [];
      const ended = new Set<number>();
      while (!settled) {
        healthy.push((await running.client.anonymous.get('/healthz')).status);
        if (begun === 0 || ended.size > 0) continue;
        for (const pid of listHosts()) {
          process.kill(pid, 'SIGSEGV');
          ended.add(pid);
        }
      }
      expect((await heavy).status).toBe(201);
      expect(await Promise.all(waiting)).toHaveLength(3);
      expect(new Set(healthy)).toEqual(new Set([200]));
      expect([...ended].some((pid) => before.includes(pid))).toBe(true);
      expect(await uploadFixture(running.client)).toBeTypeOf('string');
    },
    180_000,
  );
});
