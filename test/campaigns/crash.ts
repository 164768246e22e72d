import { killCompletions, type Survival } from '../crash/completion/kill-completions.ts';
import { STEPS, type Step } from '../crash/completion/steps.ts';
import { databaseKinds } from '../service/start-service.ts';
import { type Campaign, formatTable, UsageError } from './campaign.ts';

const HEAD = [
  'killed when',
  'times',
  'one sealed file, valid',
  'one entry in the trail',
  'that records the seal',
  'one webhook event id',
  'deliveries',
];

export const crash: Campaign = {
  summary:
    'kills the service at each step of completion, as often as --count says (1), and tells what was left',
  takes: ['count'],
  run: async ({ count = 1, print }) => {
    const server = databaseKinds.find(({ kind }) => kind.name === 'server');
    if (server === undefined || server.skip) throw new UsageError(`PostgreSQL is needed: ${server?.title}`);
    const progress = (round: number, step: Step) =>
      print(`${new Date().toISOString().slice(11, 19)} ${round} of ${count}: ${step}`);
    const survivals: Survival[] = [];
    for (let round = 1; round <= count; round += 1)
      survivals.push(...(await killCompletions(server.kind, STEPS, (step) => progress(round, step))));
    const ofStep = (step: Step) => survivals.filter((survival) => survival.step === step);
    return {
      facts: survivals,
      text: formatTable(
        HEAD,
        STEPS.map((step) => summarise(step, ofStep(step))),
      ),
      passed: survivals.every(isRight),
    };
  },
};

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
