/** `npm run crash:completion -- --times 20`: kills the service at each step of completion and prints what was left. */
import { parseArgs } from 'node:util';
import { databaseKinds } from '../../service/start-service.ts';
import { killCompletions, type Survival } from './kill-completions.ts';
import { STEPS, type Step } from './steps.ts';

const { values } = parseArgs({ options: { times: { type: 'string', default: '1' } } });
const times = Number(values.times);
const server = databaseKinds.find(({ kind }) => kind.name === 'server');
if (server === undefined || server.skip) throw new Error(`PostgreSQL is needed: ${server?.title}`);

const survivals: Survival[] = [];
for (let round = 1; round <= times; round += 1) {
  survivals.push(...(await killCompletions(server.kind, STEPS, (step) => progress(round, step))));
}

print([
  'killed when',
  'times',
  'one sealed file, valid',
  'one entry in the trail',
  'that records the seal',
  'one webhook event id',
  'deliveries',
]);
print(['---', ...Array.from({ length: 6 }, () => '---:')]);
for (const step of STEPS)
  print(
    summarise(
      step,
      survivals.filter((survival) => survival.step === step),
    ),
  );
if (!survivals.every(isRight)) process.exitCode = 1;

function summarise(step: Step, own: readonly Survival[]): readonly (string | number)[] {
  const count = (holds: (survival: Survival) => boolean) => own.filter(holds).length;
  return [
    step,
    own.length,
    count(({ sealedFiles, isValid }) => sealedFiles === 1 && isValid),
    count(({ auditEntries }) => auditEntries === 1),
    count(({ isSealAudited }) => isSealAudited),
    count(({ webhookEventIds }) => webhookEventIds === 1),
    own.reduce((sum, { deliveries }) => sum + deliveries, 0),
  ];
}

function isRight({ sealedFiles, auditEntries, webhookEventIds, isSealAudited, isValid }: Survival): boolean {
  return (
    isValid && isSealAudited && [sealedFiles, auditEntries, webhookEventIds].every((count) => count === 1)
  );
}

function progress(round: number, step: Step): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${round} of ${times}: ${step}\n`);
}

function print(cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
