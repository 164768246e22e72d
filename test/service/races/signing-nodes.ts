import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { openJobs } from '@countersign/adapters/jobs/open-jobs';
import type { AdapterDatabase } from '@countersign/adapters/postgres/database';
import { openDatabase } from '@countersign/adapters/postgres/open-database';
import { Refusal } from '@countersign/base';
import { parseFieldName } from '@countersign/forms/attributes';
import type { Caller } from '@countersign/identity';
import { buildAccount, buildUser } from '@countersign/identity/testing';
import {
  checkAuditTrail,
  createSigning,
  type DocumentState,
  JOBS,
  type Job,
  type JobName,
  type SigneeInput,
  type Signing,
} from '@countersign/signing';
import { fakePdf, signeeInput, textField, Workbench } from '@countersign/signing/testing';
import type { TestDatabaseKind } from '../../../packages/adapters/testing/test-database.ts';

/** One node of the service without its HTTP side: connections and a queue of its own. */
export interface SigningNode {
  readonly signing: Signing;
  readonly database: AdapterDatabase;
}

const clock = { now: () => new Date() };

/** Two nodes on one database; PDFs are fake, and jobs run when a race says so. */
export class SigningNodes {
  readonly caller: Caller;
  readonly one: SigningNode;
  readonly two: SigningNode;
  readonly #bench: Workbench;
  readonly #committed: readonly Job[];
  readonly #fileId: string;

  private constructor(
    bench: Workbench,
    nodes: readonly [SigningNode, SigningNode],
    committed: readonly Job[],
    { caller, fileId }: { readonly caller: Caller; readonly fileId: string },
  ) {
    this.#bench = bench;
    [this.one, this.two] = nodes;
    this.#committed = committed;
    this.caller = caller;
    this.#fileId = fileId;
  }

  static async open(kind: TestDatabaseKind, closing: AsyncDisposableStack): Promise<SigningNodes> {
    const place = await kind.create();
    closing.defer(() => place.remove());
    const bench = new Workbench();
    closing.defer(() => bench.blobs.close());
    const committed: Job[] = [];
    const openNode = async (): Promise<SigningNode> => {
      const database = recordJobs(await openDatabase(place.location, place), committed);
      closing.defer(() => database.close());
      const jobs = await openJobs(database, JOBS);
      closing.defer(() => jobs.stop());
      // A thousand rounds send thousands of codes within the hour.
      const settings = { ...bench.deps.settings, maxVisitorCodesOfAccount: Number.MAX_SAFE_INTEGER };
      return { database, signing: createSigning({ ...bench.deps, settings, database, clock }) };
    };
    const one = await openNode();
    const caller = await insertCaller(one.database);
    const fileId = await upload(one, caller);
    return new SigningNodes(bench, [one, await openNode()], committed, { caller, fileId });
  }

  get read() {
    return this.one.database.read;
  }

  get fileId(): string {
    return this.#fileId;
  }

  /** Blobs that are stored. */
  get blobCount(): number {
    return this.#bench.blobs.blobs.size;
  }

  hasBlob(blobId: string): boolean {
    return this.#bench.blobs.blobs.has(blobId);
  }

  upload(fields?: readonly string[]): Promise<string> {
    return upload(this.one, this.caller, fields);
  }

  /** A document whose signees were invited. */
  async send(signees: readonly Partial<SigneeInput>[], fileId = this.#fileId): Promise<DocumentState> {
    const { signing } = this.one;
    const signeeDetails = signees.map((changes, index) => ({ ...signeeAt(index), ...changes }));
    const command = { fileId, name: 'Contract', signeeDetails };
    const { documentId } = (await signing.documents.create(this.caller, command)).document;
    await signing.jobs.run({ name: 'prepare-document', documentId });
    return this.find(documentId);
  }

  /** The token of a new public link with one slot. */
  async publicLink(): Promise<string> {
    const signeeDetails = [{ signaturePlacement: 'new_page' as const }];
    const wanted = { fileId: this.#fileId, name: 'Lease', signeeDetails };
    const { url } = await this.one.signing.publicLinks.create(this.caller, wanted);
    return url.split('/').at(-1) ?? '';
  }

  async find(documentId: string): Promise<DocumentState> {
    const document = await this.read.documents.find(documentId);
    if (document === null) throw new Error(`no document ${documentId}`);
    return document;
  }

  /** Jobs of a document that committed transactions enqueued, on either node. */
  jobsOf(name: JobName, documentId: string): readonly Job[] {
    return this.#committed.filter(
      (job) => job.name === name && 'documentId' in job && job.documentId === documentId,
    );
  }

  /** Runs what removes the files of a deleted document. */
  async removeContent({ documentId, fileId }: DocumentState): Promise<void> {
    const file = await this.read.files.find(fileId);
    const jobs = this.#committed.filter(
      (job) => job.name === 'remove-unused-blob' && job.blobId === file?.blobId,
    );
    for (const job of [...this.jobsOf('remove-document-content', documentId), ...jobs])
      await this.one.signing.jobs.run(job);
  }

  /** Types of the audit entries of a document. Throws unless its chain is whole. */
  async trail(documentId: string): Promise<readonly string[]> {
    const subject = { kind: 'document', id: documentId } as const;
    const { broken, isComplete } = await checkAuditTrail(this.read, subject);
    if (broken !== null || !isComplete) throw new Error(`broken trail: ${JSON.stringify(broken)}`);
    return (await this.read.audit.listFor(subject)).map(({ type }) => type);
  }
}

const signeeAt = (index: number): SigneeInput =>
  signeeInput({
    emailAddress: `signee-${index}@example.com`,
    signatureBox: { page: 0, x: 36, y: 100 * (index + 1) },
  });

/** The queue is the real one; jobs of transactions that commit are noted too. */
function recordJobs(database: AdapterDatabase, committed: Job[]): AdapterDatabase {
  return {
    ...database,
    attachJobs: (enqueue) =>
      database.attachJobs(
        enqueue === null
          ? null
          : async (job, options, transaction) => {
              await enqueue(job, options, transaction);
              transaction.afterCommit.push(() => committed.push(job as Job));
            },
      ),
  };
}

async function insertCaller(database: AdapterDatabase): Promise<Caller> {
  // Those of the key that `buildApi` knows.
  const account = buildAccount({ accountId: 'account-1' });
  const user = buildUser(account.accountId, {
    userId: 'user-1',
    emailAddress: `${randomUUID()}@example.com`,
  });
  await database.transact(async ({ accounts }) => {
    await accounts.insertAccount(account);
    await accounts.insertUser(user);
  });
  return { userId: user.userId, accountId: account.accountId, scopes: ['read', 'write'] };
}

async function upload(
  { signing }: SigningNode,
  caller: Caller,
  names: readonly string[] = ['notes'],
): Promise<string> {
  const content = Readable.from([Buffer.from(fakePdf({ fields: names.map(fieldNamed) }))]);
  return (await signing.files.upload(caller, { content, originalName: 'a.pdf' })).fileId;
}

const fieldNamed = (name: string) => textField(name, { attributes: parseFieldName(name).attributes });

/** `done`, or the code of the refusal. Anything else that is thrown would be a 500, and is thrown on. */
export async function settle(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
