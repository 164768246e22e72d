import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookSender } from '../ports/providers.ts';

export interface WebhookSenderHarness {
  readonly sender: WebhookSender;
  /** The path decides the response: `/status/<number>`. `/status/302` redirects to `/status/200`. */
  readonly url: string;
  /** Oldest first. */
  received(): readonly {
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }[];
  close(): Promise<void>;
}

/** SSRF, also in development. */
const FORBIDDEN_URLS = [
  'ftp://example.com/hook',
  'http://example.com/hook',
  'https://10.0.0.1/hook',
  'https://192.168.1.1/hook',
  'https://172.16.0.1/hook',
  'https://169.254.169.254/latest/meta-data',
  'https://[fd00::1]/hook',
  'https://[::ffff:10.0.0.1]/hook',
  'https://0.0.0.0/hook',
  'https://user:secret@example.com/hook',
  'not a url',
];

export function webhookSenderContract(open: () => Promise<WebhookSenderHarness>): void {
  describe('WebhookSender contract', () => {
    let harness: WebhookSenderHarness;
    beforeAll(async () => {
      harness = await open();
    });
    afterAll(() => harness.close());

    it('posts headers and the body byte for byte, and tells the status', async () => {
      const body = '{"name":"Łukasz","text":"a  b"}';
      const headers = { 'X-Service-Timestamp': '1', 'content-type': 'application/json' };
      const answer = await harness.sender.post(`${harness.url}/status/204`, headers, body);
      expect(answer.status).toBe(204);
      const request = harness.received().at(-1);
      expect(request).toMatchObject({ path: '/status/204', body });
      expect(request?.headers).toMatchObject({
        'x-service-timestamp': '1',
        'content-type': 'application/json',
      });
    });

    it('tells a refusal as its status', async () => {
      expect(await harness.sender.post(`${harness.url}/status/503`, {}, '{}')).toEqual({ status: 503 });
    });

    it('[D7-18] follows no redirect', async () => {
      const before = harness.received().length;
      const answer = await harness.sender.post(`${harness.url}/status/302`, {}, '{}');
      expect(answer.status).toBe(302);
      expect(harness.received().length).toBe(before + 1);
    });

    it('allows the URL it can post to', () =>
      expect(harness.sender.checkUrl(harness.url)).resolves.toBeUndefined());

    it.each(FORBIDDEN_URLS)('[D7-16] refuses %s at registration and at delivery', async (url) => {
      const refusal = { code: 'webhook_url_not_allowed' };
      await expect(harness.sender.checkUrl(url)).rejects.toMatchObject(refusal);
      await expect(harness.sender.post(url, {}, '{}')).rejects.toMatchObject(refusal);
    });
  });
}
