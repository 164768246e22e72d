import { describe, expect, it } from 'vitest';
import { combineJobRunners, createJobRunner, RETRY_FOR_MINUTES } from './jobs.ts';

function setUp() {
  const calls: unknown[] = [];
  const common = { retries: RETRY_FOR_MINUTES, concurrency: 1 };
  const first = createJobRunner<string, { readonly name: 'first'; readonly id: number }>('deps', {
    first: {
      ...common,
      run: async (deps, { id }) => void calls.push(['run', deps, id]),
      onGiveUp: async (deps, { id }, code) => void calls.push(['given up', deps, id, code]),
    },
  });
  const second = createJobRunner<null, { readonly name: 'second' }>(null, {
    second: { ...common, run: async () => void calls.push(['second']), schedule: '17 * * * *' },
  });
  return { calls, jobs: combineJobRunners([first, second]) };
}

describe('combined job runners', () => {
  it('run each job with the ports of its package', async () => {
    const { calls, jobs } = setUp();
    await jobs.run({ name: 'second' });
    await jobs.run(Object.assign({ name: 'first' }, { id: 7 }));
    expect(calls).toEqual([['second'], ['run', 'deps', 7]]);
  });

  it('record a job that was given up, if its kind does', async () => {
    const { calls, jobs } = setUp();
    await jobs.giveUp({ name: 'second' }, 'mail_down');
    await jobs.giveUp(Object.assign({ name: 'first' }, { id: 7 }), 'mail_down');
    expect(calls).toEqual([['given up', 'deps', 7, 'mail_down']]);
  });

  it('tell the settings of all jobs, and reject an unknown one', async () => {
    const { jobs } = setUp();
    expect(Object.keys(jobs.settings)).toEqual(['first', 'second']);
    expect(jobs.settings.second?.schedule).toBe('17 * * * *');
    await expect(jobs.run({ name: 'third' })).rejects.toThrow('unknown job: third');
  });
});
