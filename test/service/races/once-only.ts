import { randomUUID } from 'node:crypto';
import { buildApi } from '../../../packages/api/testing/build-api.ts';
import { sign } from './against-signing.ts';
import { assertRace, type Race, runBoth } from './race.ts';
import { type SigningNode, type SigningNodes, settle } from './signing-nodes.ts';

const REMINDER_LIMIT = 2;

/** What is asked for twice and happens once. */
export const onceOnly: readonly Race[] = [
  {
    name: 'two signees finish together',
    outcomes: ['done and done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}, {}]);
      const [first, second] = signees.map(({ token }) => token);
      const signed = await runBoth(nodes, round, [sign(first ?? ''), sign(second ?? '')]);
      const jobs = nodes.jobsOf('complete-document', documentId);
      assertRace(jobs.length === 1, 'jobs that seal', jobs);
      // Jobs run at least once: here on both nodes.
      const seal = ({ signing }: SigningNode) => signing.jobs.run({ name: 'complete-document', documentId });
      await runBoth(nodes, round, [seal, seal]);
      const { status, sealedBlobId } = await nodes.find(documentId);
      assertRace(status === 'completed' && nodes.hasBlob(sealedBlobId ?? ''), 'the sealed file', status);
      const trail = await nodes.trail(documentId);
      const completions = trail.filter((type) => type === 'document.completed');
      const signatures = trail.filter((type) => type === 'document.signed');
      assertRace(completions.length === 1 && signatures.length === 2, 'the trail', trail);
      const messages = nodes.jobsOf('send-completed', documentId);
      assertRace(messages.length === signees.length + 1, 'messages', messages);
      return signed.join(' and ');
    },
  },
  {
    name: 'one signature submitted twice',
    outcomes: ['already_signed and done'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const submit = sign(signees[0]?.token ?? '');
      const answers = await runBoth(nodes, round, [submit, submit]);
      const trail = await nodes.trail(documentId);
      assertRace(trail.filter((type) => type === 'document.signed').length === 1, 'the trail', trail);
      const jobs = nodes.jobsOf('complete-document', documentId);
      assertRace(jobs.length === 1, 'jobs that seal', jobs);
      return answers.toSorted().join(' and ');
    },
  },
  {
    name: 'reminders at the limit',
    outcomes: ['2 sent, 2 reminder_limit_reached'],
    async run(nodes, round) {
      const { documentId, signees } = await nodes.send([{}]);
      const signeeIds = signees.map(({ signeeId }) => signeeId);
      const remindTwice = ({ signing }: SigningNode) =>
        Promise.all([1, 2].map(() => settle(signing.documents.remind(nodes.caller, documentId, signeeIds))));
      const answers = (await runBoth(nodes, round, [remindTwice, remindTwice])).flat();
      const sent = answers.filter((answer) => answer === 'done');
      const refused = new Set(answers.filter((answer) => answer !== 'done'));
      const count = (await nodes.find(documentId)).signees[0]?.reminders?.count;
      const trail = await nodes.trail(documentId);
      const entries = trail.filter((type) => type === 'document.reminded');
      assertRace(count === REMINDER_LIMIT && entries.length === REMINDER_LIMIT, 'reminders', trail);
      return `${sent.length} sent, ${answers.length - sent.length} ${[...refused].join()}`;
    },
  },
  {
    name: 'a draft sent twice',
    outcomes: ['done and draft_sent', 'done and precondition_failed'],
    async run(nodes, round) {
      const { signees } = await nodes.send([{}]);
      const [{ emailAddress, signatureBox } = { emailAddress: null, signatureBox: null }] = signees;
      assertRace(emailAddress !== null && signatureBox !== null, 'a signee', signees);
      const configuration = {
        fileId: nodes.fileId,
        name: `Draft ${randomUUID()}`,
        signeeDetails: [
          { fullName: 'Ada', emailAddress, signatureBox, signatureType: 'digital_ink' as const },
        ],
      };
      const { drafts } = nodes.one.signing;
      const { id } = (await drafts.create(nodes.caller, configuration)).draft;
      const ids: string[] = [];
      const send = ({ signing }: SigningNode) =>
        settle(
          signing.drafts
            .send(nodes.caller, id, () => true)
            .then(({ document }) => void ids.push(document.documentId)),
        );
      const answers = await runBoth(nodes, round, [send, send]);
      const sent = await nodes.read.saved.find('draft', id);
      assertRace(ids.length === 1 && sent?.documentId === ids[0], 'the document', { ids, sent });
      const named = await listNamed(nodes, configuration.name);
      assertRace(named.length === 1, 'documents', named);
      return answers.toSorted().join(' and ');
    },
  },
  {
    name: 'requests with one Idempotency-Key',
    outcomes: ['1 document'],
    async run(nodes) {
      const clients = await clientsOf(nodes);
      const name = `Once ${randomUUID()}`;
      const signee = { fullName: 'Ada', emailAddress: 'ada@example.com', signaturePlacement: 'new_page' };
      const payload = { fileId: nodes.fileId, name, signeeDetails: [signee] };
      const key = randomUUID();
      const post = (client: Client) => client(payload, key);
      const answers = await Promise.all([...clients, ...clients].map(post));
      for (const { status, errorCode } of answers)
        assertRace(
          status === 201 || (status === 409 && errorCode === 'idempotency_in_progress'),
          'the answer',
          answers,
        );
      answers.push(...(await Promise.all(clients.map(post))));
      const ids = new Set(answers.flatMap(({ documentId }) => documentId ?? []));
      const named = await listNamed(nodes, name);
      assertRace(named.length === 1 && ids.size === 1 && ids.has(named[0] ?? ''), 'documents', {
        ids: [...ids],
        named,
      });
      return `${named.length} document`;
    },
  },
];

async function listNamed({ read, caller }: SigningNodes, name: string): Promise<readonly string[]> {
  const { accountId, userId } = caller;
  const newest = await read.documents.list({ accountId, userId, limit: 50, offset: 0 });
  return newest.filter((document) => document.name === name).map(({ documentId }) => documentId);
}

interface PostedDocument {
  readonly status: number;
  readonly documentId: string | undefined;
  readonly errorCode: string | undefined;
}

/** POST /v1/docs of one node. */
type Client = (payload: object, key: string) => Promise<PostedDocument>;

const clients = new WeakMap<SigningNodes, Promise<readonly Client[]>>();

/** The HTTP sides of the nodes. */
function clientsOf(nodes: SigningNodes): Promise<readonly Client[]> {
  const known = clients.get(nodes) ?? Promise.all([nodes.one, nodes.two].map(openClient));
  clients.set(nodes, known);
  return known;
}

async function openClient({ signing, database }: SigningNode): Promise<Client> {
  const { api, authorize } = await buildApi({ signing, idempotency: database.idempotencyKeys });
  return async (payload, key) => {
    // Requests of one token are limited.
    const headers = { ...(await authorize()), 'idempotency-key': key };
    const answer = await api.inject({ method: 'POST', url: '/v1/docs', headers, payload });
    const { documentId, errorCode } = answer.json();
    return { status: answer.statusCode, documentId, errorCode };
  };
}
