import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasPrograms } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NetworkAnswer, type SendRequest, sendOverHttp } from '../network.ts';
import { startTestAuthority, type TestAuthority } from '../testing/test-authority.ts';
import { ValidationCollector } from './collect-validation-data.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.skipIf(!hasPrograms('openssl'))('validation data of openssl', () => {
  let authority: TestAuthority;
  let chain: X509Certificate[];

  beforeAll(async () => {
    authority = await startTestAuthority();
    chain = ['sealer', 'middle', 'root'].map(certificate);
  }, 60_000);
  afterAll(() => authority.close());

  function certificate(name: string): X509Certificate {
    return new X509Certificate(readFileSync(join(authority.folder, `${name}.crt`)));
  }

  function collect(
    leaf: X509Certificate,
    { change = {}, known = chain, daysLater = 0 }: Partial<Circumstances> = {},
  ) {
    const send: SendRequest = async (request) => {
      const answer = await sendOverHttp(request);
      return change[new URL(request.url).pathname]?.(answer) ?? answer;
    };
    const now = () => new Date(Date.now() + daysLater * DAY_MS);
    return new ValidationCollector({ send, now }).collect(leaf, known);
  }

  it('fetches missing issuers from the addresses in certificates', async () => {
    const [sealer] = chain;
    const { isComplete, added } = await collect(sealer as X509Certificate, { known: [] });
    expect(isComplete).toBe(true);
    const found = added.certificates.map((der) => new X509Certificate(der).subject);
    expect(found).toEqual(['sealer', 'middle', 'responder', 'root'].map((name) => `CN=Test ${name}`));
  });

  it.each([
    ['of an error page', 'http_status', (answer: NetworkAnswer) => ({ ...answer, status: 500 })],
    ['of garbage', 'not_readable', withBody(() => Buffer.from('<html>'))],
    ['of nothing', 'not_readable', withBody(() => new Uint8Array(0))],
    ['that says it will not tell', 'refused', withBody(() => Buffer.from('30030a0106', 'hex'))],
    ['whose signature was changed', 'wrong_signature', withBody(changeSignature)],
  ] as const)('does not take an OCSP response %s', async (_, reason, change) => {
    const result = await collect(chain[0] as X509Certificate, { change: { '/ocsp/middle': change } });
    expect(result.isComplete).toBe(false);
    expect(result.added.ocsps).toEqual([]);
    expect(result.failures).toMatchObject([{ authority: `${authority.url}/ocsp/middle`, reason }]);
  });

  it('rejects an OCSP response for another certificate', async () => {
    const other = await collect(certificate('unfit'), { known: chain });
    expect(other.isComplete).toBe(false);
    const answers: Uint8Array[] = [];
    const keep = (answer: NetworkAnswer) => {
      answers.push(answer.body);
      return answer;
    };
    await collect(chain[0] as X509Certificate, { change: { '/ocsp/middle': keep } });
    const replay = (answer: NetworkAnswer) => ({ ...answer, body: answers[0] ?? answer.body });
    const result = await collect(certificate('revoked'), { change: { '/ocsp/middle': replay } });
    expect(result.failures).toMatchObject([
      { reason: 'not_readable', message: expect.stringContaining('another') },
    ]);
  });

  it('reports a revoked certificate', async () => {
    const result = await collect(certificate('revoked'));
    expect(result).toMatchObject({ isComplete: false, failures: [{ reason: 'revoked' }] });
  });

  it.each([
    ['garbage', 'not_readable', withBody(() => Buffer.from('<html>'))],
    ['one whose signature was changed', 'wrong_signature', withBody(changeEnd)],
  ] as const)('does not take a CRL that is %s', async (_, reason, change) => {
    const result = await collect(certificate('tsa'), { change: { '/root.crl': change } });
    expect(result.isComplete).toBe(false);
    expect(result.added.crls).toEqual([]);
    expect(result.failures).toMatchObject([{ authority: `${authority.url}/root.crl`, reason }]);
  });

  it.each([
    ['an OCSP response', 'sealer', 2],
    ['a CRL', 'tsa', 40],
    ['a CRL of tomorrow', 'tsa', -2],
  ])('does not take %s that is not about now', async (_, name, daysLater) => {
    const { isComplete, failures } = await collect(certificate(name), { daysLater });
    expect(isComplete).toBe(false);
    expect(failures[0]).toMatchObject({ reason: 'outdated' });
  });

  it('requests nothing for a self-signed certificate', async () => {
    const asked = authority.requests.length;
    const { isComplete, added } = await collect(chain[2] as X509Certificate);
    expect(isComplete).toBe(true);
    expect(added.certificates).toHaveLength(1);
    expect(authority.requests).toHaveLength(asked);
  });

  it('fetches a CRL once for all certificates of its issuer', async () => {
    const collector = new ValidationCollector({ send: sendOverHttp, now: () => new Date() });
    const before = authority.requests.length;
    for (const name of ['tsa', 'middle', 'tsa2']) await collector.collect(certificate(name), chain);
    expect(authority.requests.slice(before)).toEqual(['/root.crl']);
  });
});

interface Circumstances {
  readonly change: Readonly<Record<string, (answer: NetworkAnswer) => NetworkAnswer>>;
  readonly known: readonly X509Certificate[];
  readonly daysLater: number;
}

function withBody(change: (body: Uint8Array) => Uint8Array) {
  return (answer: NetworkAnswer): NetworkAnswer => ({ ...answer, body: change(answer.body) });
}

function changeEnd(body: Uint8Array): Uint8Array {
  return body.map((byte, index) => (index === body.length - 1 ? byte ^ 1 : byte));
}

/** The response ends with the responder's certificate, so a signed byte is found in its times. */
function changeSignature(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString('latin1');
  const responder = text.indexOf('Test responder');
  // The year of the first time after it; matched whole, since `20` may also be a minute or second.
  const year = responder + text.slice(responder).search(/20\d{12}Z/);
  return body.map((byte, index) => (index === year + 3 ? byte ^ 1 : byte));
}
