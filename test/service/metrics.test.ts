import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../packages/server/demo/find-free-port.ts';
import { ROOT } from '../repository/source-files.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

describe('metrics and traces of a service', () => {
  let running: TestService;
  let collector: Server;
  let address: string;
  let documentId: string;
  const spans: Span[] = [];
  const lines: string[] = [];

  beforeAll(async () => {
    collector = createServer(async (request, response) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { scopeSpans } of resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const metricsPort = await findFreePort();
    address = `http://localhost:${metricsPort}/metrics`;
    running = await startService(
      anyDatabase,
      {
        METRICS_PORT: String(metricsPort),
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'info',
      },
      { log: { write: (line) => lines.push(line) } },
    );
    const { client } = running;
    const fileId = await uploadFixture(client, 'plain/a4.pdf');
    const body = documentBody(fileId);
    const answer = await client.post<{ documentId: string }>('/v1/docs', body, {
      'x-request-id': 'proxy-1234567890',
    });
    documentId = answer.body.documentId;
    await waitForStatus(client, documentId, 'awaiting_signatures');
    const link = await readInvitation(client, 'ada@example.com');
    await signByHand(client, link, []);
    await waitForStatus(client, documentId, 'completed');
    await client.get(`/v1/docs/${randomUUID()}`);
  });
  afterAll(async () => {
    await running?.close();
    collector?.close();
  });

  const scrape = async () => (await fetch(address)).text();

  it('count what happened, by names that a dashboard can rely on', async () => {
    const text = await scrape();
    const value = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    expect(value(/^countersign_seals_total\{level="B-B",wanted="yes"\} (\d+)$/m)).toBe(1);
    expect(
      value(
        /^countersign_http_request_seconds_count\{method="POST",route="\/v1\/docs",status="201"\} (\d+)$/m,
      ),
    ).toBe(1);
    expect(value(/^countersign_http_errors_total\{route="[^"]+",code="document_not_found"\} (\d+)$/m)).toBe(
      1,
    );
    expect(value(/^countersign_job_run_seconds_count\{job="complete-document",outcome="ok"\} (\d+)$/m)).toBe(
      1,
    );
    expect(
      value(/^countersign_call_seconds_count\{part="pdf",operation="complete",outcome="ok"\} (\d+)$/m),
    ).toBe(1);
    expect(
      value(/^countersign_call_seconds_count\{part="message",operation="email",outcome="ok"\} (\d+)$/m),
    ).toBeGreaterThan(0);
    expect(value(/^countersign_pdf_process_resident_bytes\{pool="work"\} (\d+)$/m)).toBeGreaterThan(1e6);
    expect(value(/^countersign_database_up (\d+)$/m)).toBe(1);
    expect(value(/^countersign_documents\{status="awaiting_signatures"\} (\d+)$/m)).toBeNaN();
  });

  it('name nobody and no document', async () => {
    const text = await scrape();
    const { body } = await running.client.get<{ accountId: string }>('/v1/account');
    for (const secret of [
      'ada@example.com',
      'owner@example.com',
      'Ada',
      'Contract',
      documentId,
      body.accountId,
    ])
      expect(text).not.toContain(secret);
    // A route is a pattern, so ids do not make new series.
    expect(text).toMatch(/route="\/v1\/docs\/:documentId"/);
  });

  it('are what dashboard and alerts ask for', async () => {
    const text = await scrape();
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    for (const file of ['deploy/grafana/countersign.json', 'deploy/prometheus/alerts.yml']) {
      const asked = new Set(
        readFileSync(join(ROOT, file), 'utf8').match(/\b(?:countersign|process|nodejs)_[a-z_]+\b/g),
      );
      expect(asked.size).toBeGreaterThan(5);
      expect([...asked].filter((name) => !known.has(name))).toEqual([]);
    }
  });

  it('follow a request into its jobs and their PDF work', async () => {
    const sealing = await waitFor(
      'the span of the sealing',
      async () => spans.find(({ name }) => name === 'pdf complete') ?? null,
    );
    const chainOf = (span: Span): readonly string[] => {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      return parent === undefined ? [span.name] : [span.name, ...chainOf(parent)];
    };
    const chain = () => chainOf(sealing);
    await waitFor('the span of the request', async () => (chain().includes('request') ? true : null));
    // The job was enqueued in the transaction of the signature.
    expect(chain()).toEqual(['pdf complete', 'job complete-document', 'database transact', 'request']);
  });

  it('go with log lines of jobs, which name document and request', () => {
    const log = lines.map((line) => JSON.parse(line));
    const invited = log.find(({ msg, job }) => msg === 'sealed' && job === 'complete-document');
    expect(invited).toMatchObject({ documentId, requestId: expect.any(String) });
    // The proxy's id of the request is kept, so that both logs name it alike.
    expect(log.some(({ reqId }) => reqId === 'proxy-1234567890')).toBe(true);
  });

  it('are answered at their own address only', async () => {
    expect((await fetch(`${running.baseUrl}/metrics`)).status).toBe(404);
    expect((await fetch(address.replace('/metrics', '/'))).status).toBe(404);
  });
});
