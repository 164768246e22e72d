import { pino } from 'pino';
import { afterAll, expect, it, vi } from 'vitest';
import { logWarnings } from './logging.ts';

const listeners = process.listeners('warning');
afterAll(() => {
  process.removeAllListeners('warning');
  for (const listener of listeners) process.on('warning', listener);
});

// An order that could not be cancelled at its provider was plain text among the JSON lines of the log.
it('logs warnings of the process as lines of JSON, and nothing else of them', async () => {
  const lines: Record<string, unknown>[] = [];
  const print = vi.spyOn(process.stderr, 'write');
  logWarnings(pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) }));
  process.emitWarning(new Error('the provider did not answer'));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toMatchObject({ level: 40, err: { message: 'the provider did not answer' } });
  expect(print).not.toHaveBeenCalled();
  print.mockRestore();
});
