import { Readable } from 'node:stream';
import { randomIds } from '@countersign/base';
import type { Account, Caller, User } from '@countersign/identity';
import { BUILT_AT, buildAccount, buildUser, memoryAttempts } from '@countersign/identity/testing';
import type { SigneeInput } from '../configuration/configuration.ts';
import type { ConfigurationRequest } from '../configuration/problems.ts';
import { createSigning, type Signing } from '../create-signing.ts';
import type { SigningDeps, UnsealedFacts } from '../deps.ts';
import type { Signee } from '../documents/document.ts';
import type { SignCommand } from '../documents/sign-command.ts';
import type { Job } from '../jobs/job.ts';
import type { OutgoingMessage } from '../ports/messages.ts';
import { DEFAULT_SETTINGS, type SigningSettings } from '../settings.ts';
import { isEventType } from '../webhooks/webhook.ts';
import { FakeCompanyRegister, FakeElectronicId } from './fake-identification.ts';
import { FakeToolkit, fakePdf } from './fake-toolkit.ts';
import { MemoryBlobs } from './memory-blobs.ts';
import { MemoryDatabase } from './memory-database.ts';

/** In memory, for unit tests. */
export class Workbench {
  readonly database = new MemoryDatabase();
  readonly blobs = new MemoryBlobs();
  readonly toolkit = new FakeToolkit();
  readonly electronicId = new FakeElectronicId();
  readonly companyRegister = new FakeCompanyRegister();
  readonly messages: OutgoingMessage[] = [];
  readonly posts: { url: string; headers: Readonly<Record<string, string>>; body: string }[] = [];
  /** Attempts to seal, with the pause after each. */
  readonly failures: { readonly reason: string; readonly pauseMs: number }[] = [];
  /** Notices to the operator. */
  readonly delays: UnsealedFacts[] = [];
  /** Of customers' servers. */
  answerStatus = 204;
  /** As the mail server would throw. */
  refuseMessage: (message: OutgoingMessage) => void = () => undefined;
  now = BUILT_AT;
  readonly deps: SigningDeps;
  readonly signing: Signing;

  constructor(settings: Partial<SigningSettings> = {}) {
    this.deps = this.buildDeps(settings);
    this.signing = createSigning(this.deps);
  }

  private buildDeps(settings: Partial<SigningSettings>): SigningDeps {
    return {
      database: this.database,
      rateCounts: memoryAttempts(),
      blobs: this.blobs,
      toolkit: this.toolkit,
      notifier: {
        send: async (message) => {
          this.refuseMessage(message);
          this.messages.push(message);
        },
      },
      webhookSender: this.buildWebhookSender(),
      assistant: null,
      idScanner: null,
      faceCheck: null,
      messages: plainMessages,
      electronicId: this.electronicId,
      companyRegister: this.companyRegister,
      clock: { now: () => this.now },
      ids: { ...randomIds, oneTimeCode: () => '012345' },
      urls: {
        signing: (token) => `https://sign.test/${token}`,
        document: (id) => `https://docs.test/${id}`,
        phone: 'https://sign.test/phone',
        logo: (id) => `https://sign.test/logos/${id}`,
        verification: 'https://sign.test/verify',
      },
      sealingLog: {
        failed: ({ reason, nextAttemptAt }) =>
          void this.failures.push({ reason, pauseMs: nextAttemptAt.getTime() - this.now.getTime() }),
        delayed: (facts) => void this.delays.push(facts),
      },
      sealCertificate: () => null,
      settings: {
        ...DEFAULT_SETTINGS,
        providers: new Set(['deliverySms', 'deliveryWhatsapp', 'signatureBankId']),
        ...settings,
      },
    };
  }

  private buildWebhookSender(): SigningDeps['webhookSender'] {
    return {
      checkUrl: async (url) => {
        if (url.includes('internal'))
          throw Object.assign(new Error('no'), { code: 'webhook_url_not_allowed' });
      },
      post: async (url, headers, body) => {
        this.posts.push({ url, headers, body });
        return { status: this.answerStatus };
      },
    };
  }

  /** Of a new or existing account. */
  async addCaller(changes: Partial<Account> = {}, user: Partial<User> = {}): Promise<Caller> {
    const account = buildAccount(changes);
    const stored = buildUser(account.accountId, user);
    await this.database.transact(async ({ accounts }) => {
      if ((await accounts.findAccount(account.accountId)) === null) await accounts.insertAccount(account);
      await accounts.insertUser(stored);
    });
    return { userId: stored.userId, accountId: account.accountId, scopes: ['read', 'write'] };
  }

  async upload(caller: Caller, content = fakePdf()): Promise<string> {
    const upload = { content: Readable.from([Buffer.from(content)]), originalName: 'a.pdf' };
    return (await this.signing.files.upload(caller, upload)).fileId;
  }

  /** After its jobs: invitations are sent. */
  async send(caller: Caller, signees: readonly SigneeInput[], changes: Partial<ConfigurationRequest> = {}) {
    const fileId = changes.fileId ?? (await this.upload(caller));
    const command = { fileId, name: 'Contract', signeeDetails: signees, ...changes };
    const { document } = await this.signing.documents.create(caller, command);
    await this.runJobs();
    return this.find(document.documentId);
  }

  async find(documentId: string) {
    const document = await this.database.read.documents.find(documentId);
    if (document === null) throw new Error('no such document');
    return document;
  }

  sign(signee: Signee | undefined, changes: Partial<SignCommand> = {}) {
    return this.signing.signingPages.sign(signee?.token ?? '', typedSignature(changes));
  }

  /** And those they enqueue. Drops delayed ones. */
  async runJobs(options: { readonly except?: Job['name'] } = {}): Promise<void> {
    for (const job of this.takeJobs()) if (job.name !== options.except) await this.signing.jobs.run(job);
  }

  /** As if their time had come. */
  async runDelayedJobs(): Promise<void> {
    for (let next = this.database.takeJob(); next !== undefined; next = this.database.takeJob())
      await this.signing.jobs.run(next.job);
  }

  private *takeJobs(): Generator<Job> {
    for (let next = this.database.takeJob(); next !== undefined; next = this.database.takeJob()) {
      if (next.startAfterSeconds === 0) yield next.job;
    }
  }

  async events(documentId: string): Promise<readonly string[]> {
    const entries = await this.database.read.audit.listFor({ kind: 'document', id: documentId });
    return entries.map(({ type }) => type).filter(isEventType);
  }
}

export function typedSignature(changes: Partial<SignCommand> = {}): SignCommand {
  return {
    ink: { kind: 'typed', typedName: 'Łukasz Żółć' },
    values: [],
    consent: true,
    ipAddress: '192.0.2.1',
    userAgent: 'Test/1',
    ...changes,
  };
}

export function signeeInput(changes: Partial<SigneeInput> = {}): SigneeInput {
  return {
    fullName: 'Łukasz Żółć',
    emailAddress: 'lukasz@example.com',
    signatureType: 'digital_ink',
    signatureBox: { page: 0, x: 376, y: 784 },
    ...changes,
  };
}

const plainMessages: SigningDeps['messages'] = {
  message: (language, kind, params) => {
    const quote = 'quote' in params && params.quote !== '' ? [params.quote] : [];
    const text = [...quote, ...('url' in params ? [params.url] : [])].join(' ');
    const written = { subject: `${kind} ${language}`, text, shortText: text, html: JSON.stringify(params) };
    return { kind, language, senderName: '', ...written, variables: [] };
  },
  consent: (language) => `I agree (${language})`,
  stampLines: (_, { fullName, signedAt, ipAddress, method, channel, provider, personalNumber }) => [
    ...(fullName === null ? [] : [fullName]),
    signedAt.toISOString(),
    ipAddress,
    `${method} ${channel}`,
    ...(provider === null ? [] : [provider, personalNumber ?? '']),
  ],
  signaturesHeading: (language) => `signatures ${language}`,
  scanLines: (_, { scannedAt, hasImage }) => [`${scannedAt.toISOString()} ${hasImage}`],
  electronicIdText: (_, { documentName, fileSha256, companyName }) =>
    [documentName, fileSha256, companyName ?? ''].join('\n'),
  failure: (language, code) => `${language}: ${code}`,
  sealReason: (_, { documentId }) => `sealed ${documentId}`,
  evidence: (language, { documentId }) => ({
    title: `evidence ${language} ${documentId}`,
    introduction: '',
    sections: [],
    footer: '',
  }),
  attachmentDescription: (_language, { fullName }) => `from ${fullName}`,
  evidenceDescription: (language) => `evidence ${language}`,
};
