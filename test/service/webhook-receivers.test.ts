import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasPrograms, programPath } from '@countersign/pdf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { waitFor } from './journey-steps.ts';
import { receiveWebhooks } from './receive-webhooks.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/api/webhooks.md'), 'utf8');
const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/server/package.json'), 'utf8'));

const hasPython = hasPrograms('python3');

interface Delivery {
  readonly deliveryId: string;
  readonly status: string;
  readonly lastStatus: number | null;
  readonly attempts: number;
}

interface Webhook {
  readonly webhookId: string;
  readonly signingSecret: string;
}

describe('receivers of webhooks', () => {
  let running: TestService;
  const folder = makeTemporaryDir();
  beforeAll(async () => {
    running = await shareService(anyDatabase);
  });
  afterAll(async () => {
    await running?.close();
    folder.remove();
  });

  const register = async (webhookUrl: string) => {
    const body = { webhookUrl, name: 'Receiver', eventTypes: ['document.completed'] };
    return (await running.client.post<Webhook>('/v1/webhooks', body)).body;
  };

  it('[D12-10] are told by headers who sends, and for which webhook', async () => {
    const receiver = await receiveWebhooks();
    const { webhookId } = await register(receiver.url);
    await running.client.post(`/v1/webhooks/${webhookId}/test`, {});
    const [delivery] = await waitFor('the test', async () =>
      receiver.deliveries.length > 0 ? receiver.deliveries : null,
    );
    expect(delivery?.headers).toMatchObject({
      'user-agent': `Countersign/${version}`,
      'x-service-webhook-id': webhookId,
    });
    receiver.close();
  });

  /** The program of the documentation, until `stop`. */
  const startReceiver = async (language: string, secrets: readonly string[], port: number) => {
    const [program, file] =
      language === 'js'
        ? [process.execPath, 'receive-webhooks.mjs']
        : [programPath('python3'), 'receive_webhooks.py'];
    const [, code = ''] = new RegExp(`^\`\`\`${language}\n([\\s\\S]+?)^\`\`\`$`, 'm').exec(PAGE) ?? [];
    const path = join(folder.path, file);
    writeFileSync(path, code);
    const child = spawn(program, [path], {
      env: { WEBHOOK_SECRETS: secrets.join(','), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(output, 'line');
    return {
      port: Number(/^listening on port (\d+)$/.exec(lines[0] ?? '')?.[1]),
      lines,
      async stop() {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  };

  it.for([
    ['js', false],
    ['python', !hasPython],
  ] as const)(
    'of the documentation in %s verify deliveries before and after a rotation',
    async ([language, isMissing], { skip }) => {
      skip(isMissing, 'python3 is not installed');
      const first = await startReceiver(language, [], 0);
      const { port } = first;
      await first.stop();
      const { webhookId, signingSecret } = await register(`http://127.0.0.1:${port}/hook`);
      const path = `/v1/webhooks/${webhookId}`;
      const outcomeOf = (deliveryId: string) =>
        waitFor('the outcome of the delivery', async () => {
          const { body } = await running.client.get<{ deliveries: Delivery[] }>(`${path}/deliveries`);
          const found = body.deliveries.find((delivery) => delivery.deliveryId === deliveryId);
          return found !== undefined && found.attempts > 0 ? found : null;
        });
      const test = async () => (await running.client.post<Delivery>(`${path}/test`, {})).body.deliveryId;

      const before = await startReceiver(language, [signingSecret], port);
      expect(await outcomeOf(await test())).toMatchObject({ status: 'delivered', lastStatus: 204 });
      expect(before.lines[1]).toMatch(/^webhook\.test (null|None)$/);
      const now = Math.floor(Date.now() / 1000);
      expect(await post(port, signingSecret, now)).toBe(204);
      expect(await post(port, signingSecret, now - 600)).toBe(401);
      expect(await post(port, `${signingSecret}.`, now)).toBe(401);
      const rotated = await running.client.post<Webhook>(`${path}/rotate-secret`, {});
      const refused = await test();
      expect(await outcomeOf(refused)).toMatchObject({ lastStatus: 401 });
      await before.stop();

      const after = await startReceiver(language, [rotated.body.signingSecret, signingSecret], port);
      await running.client.post(`${path}/deliveries/${refused}/redeliver`, {});
      const repeated = await waitFor('the repeated delivery', async () => {
        const found = await outcomeOf(refused);
        return found.status === 'delivered' ? found : null;
      });
      expect(repeated).toMatchObject({ lastStatus: 204 });
      await after.stop();
    },
  );
});

/** What a stranger may send. */
async function post(port: number, secret: string, timestamp: number): Promise<number> {
  const body = JSON.stringify({
    event: { eventId: 'one', type: 'webhook.test' },
    data: { documentId: null },
  });
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  const headers = { 'x-service-timestamp': String(timestamp), 'x-service-signature': signature };
  return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
}
