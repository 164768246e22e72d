/**
 * `npm run bench:mrz [-- --count 120 --seed 1 --only hard]`: reads pictures of invented identity documents. Prints how many zones were
 * read right, refused, and accepted although wrong, with seconds and memory.
 */
import { parseArgs } from 'node:util';
import { type PlannedPicture, planPictures } from '../../fixtures/identity-documents/plan-pictures.ts';
import { readPicture } from '../../packages/id-scan/scan-document.ts';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const TODAY = '2026-11-23';

interface Result {
  readonly id: string;
  readonly outcome: 'right' | 'refused' | 'wrong';
  readonly reason: string;
  readonly seconds: number;
}

for (const difficulty of ['clean', 'hard'] as const) {
  if (values.only !== undefined && values.only !== difficulty) continue;
  const pictures = planPictures(Number(values.count), difficulty, Number(values.seed), TODAY);
  const results: Result[] = [];
  for (const picture of pictures) results.push(await read(picture));
  report(difficulty, results);
}
console.log(
  `peak memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB, pictures made in the same process`,
);

async function read(picture: PlannedPicture): Promise<Result> {
  const bytes = await picture.take();
  const before = process.cpuUsage();
  const answer = await readPicture(bytes, TODAY);
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const { id, document, conditions } = picture;
  const isRead = 'zone' in answer;
  const isRight = isRead && answer.zone.lines.join() === document.lines.join();
  const outcome = isRight ? 'right' : isRead ? 'wrong' : 'refused';
  const reason = isRead ? '' : answer.reason;
  if (values.verbose && outcome !== 'right') {
    console.log(outcome, id, reason, JSON.stringify(conditions));
    if (isRead) console.log(answer.zone.lines.join('\n'), '\n', document.lines.join('\n'));
    else console.log(answer.debug ?? '');
  }
  return { id, outcome, reason, seconds };
}

function report(difficulty: string, results: readonly Result[]): void {
  const count = (outcome: Result['outcome']) => results.filter((one) => one.outcome === outcome).length;
  const share = ((100 * count('right')) / results.length).toFixed(1);
  const times = results.map(({ seconds }) => seconds).sort((a, b) => a - b);
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(2);
  console.log(
    `${difficulty}: ${results.length} pictures, ${share} % fully right, ${count('refused')} refused, ${count('wrong')} wrong accepted; seconds of processor time a picture: median ${at(0.5)}, 95th percentile ${at(0.95)}, most ${at(0.999)}`,
  );
  const reasons = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'refused'),
    ({ reason }) => reason,
  );
  for (const [reason, ones] of reasons)
    console.log(`  refused as ${reason}: ${ones.map(({ id }) => id).join(' ')}`);
}
