import { randomBytes, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Reading } from '@countersign/assistant';
import type { ReadingSource } from '@countersign/signing/ports';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Config } from '../settings/config.ts';
import type { Secrets } from '../settings/secrets.ts';
import { createAssistant } from './assistant.ts';

const QUESTION = { text: 'How long is the notice period?', language: 'en' } as const;

describe('the assistant of the service', () => {
  const assistant = createAssistant(
    { assistant: { provider: 'built-in' } } as Config,
    { encryptionKeys: [randomBytes(32)] } as Partial<Secrets> as Secrets,
    pino({ enabled: false }),
  );
  afterAll(() => assistant?.close());

  /** A document with as many passages, whose index is made at its first question. */
  function sourceOf(account: string, passages: number): ReadingSource {
    const texts = Array.from(
      { length: passages },
      (_, index) => `The notice period of part ${index} is long.`,
    );
    const reading: Reading = {
      language: 'en',
      passages: texts.map((text) => ({ text, page: 0, boxes: [] })),
      facts: [],
    };
    const content = gzipSync(JSON.stringify(reading));
    return { readingId: randomUUID(), account, load: async () => content };
  }

  it('[D11-06] answers accounts in turns, and leaves a place in the queue to each', async () => {
    const answers: string[] = [];
    const ask = async (source: ReadingSource) => {
      await assistant?.engine.answer(source, QUESTION);
      answers.push(source.account);
    };
    const many = Array.from({ length: 60 }, () => ask(sourceOf('many', 2_000)));
    const refused = Promise.allSettled(many);
    await ask(sourceOf('one', 10));
    const before = answers.length;
    const settled = await refused;
    expect(before).toBeLessThan(10);
    expect(answers.length).toBeGreaterThan(20);
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(20);
  });
});
