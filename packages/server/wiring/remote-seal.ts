import { createSignerSender, type SignerSender } from '@countersign/adapters/safe-fetch';
import {
  createRemoteSigner,
  openCscSigner,
  type RemoteSignerOptions,
  type SendRequest,
  type Signer,
  type SignerFailure,
} from '@countersign/seal';
import type { Logger } from 'pino';
import type { RemoteSealKey } from '../seal-key-settings.ts';
import { readSignerTls, type SignerTls } from './signer-tls.ts';
import { type SignerWarning, watchSigners } from './signer-watch.ts';

/** Signed to see that the key works and is the certificate's. Nothing that any file could mean. */
const PROBE = Buffer.from('Countersign starts');
/** Milliseconds between two looks at the certificates of the key: a new one is used before somebody waits for it. */
const LOOK_MS = 10 * 60 * 1000;
/** Milliseconds between two tries while nobody who holds the key has answered yet. */
const RETRY_MS = 5_000;

/** What was read and tried of the key. */
export interface OpenedSeal extends RemoteSignerOptions {
  readonly signer: Signer;
}

/** What the seal is opened with. */
export interface RemoteSealOptions {
  readonly logger: Logger;
  /** Throws when a certificate may not seal now. */
  readonly requireUsable: (signer: Signer) => void;
  readonly lookMs?: number;
  readonly retryMs?: number;
}

/**
 * A key that lies elsewhere, with its certificates as they are now. They are read when the service starts, again from time
 * to time, and before the next seal when one failed: a renewed key takes over by itself. A new key is used once it has
 * signed rightly; until then the one before is.
 */
export class RemoteSeal {
  readonly #key: RemoteSealKey;
  readonly #options: RemoteSealOptions;
  #current: OpenedSeal | undefined;
  #opening: Promise<OpenedSeal> | undefined;
  /** A seal failed: what is known may be out of date. */
  #isDoubted = false;
  #warnings: () => readonly SignerWarning[] = () => [];
  #tls: SignerTls | undefined;
  #sender: SignerSender | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(key: RemoteSealKey, options: RemoteSealOptions) {
    this.#key = key;
    this.#options = options;
  }

  /** What is known; undefined while nobody who holds the key has answered. */
  get known(): OpenedSeal | undefined {
    return this.#current;
  }

  /** For the next seal. Rejects when nothing is known and nobody answers. */
  async current(): Promise<RemoteSignerOptions> {
    if (this.#current === undefined) return this.look();
    if (this.#isDoubted) await this.#lookAgain();
    return this.#current;
  }

  /** A seal failed because nobody signed rightly. */
  doubt(): void {
    this.#isDoubted = true;
  }

  warnings(): readonly SignerWarning[] {
    return this.#warnings();
  }

  /** Reads certificates, and tries the key when they are not those that are known. One look at a time. */
  look(): Promise<OpenedSeal> {
    this.#opening ??= this.#read().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Looks from time to time from now on. */
  watch(): void {
    const { lookMs = LOOK_MS, retryMs = RETRY_MS } = this.#options;
    if (this.#isClosed) return;
    const look = () => void this.#lookAgain().then(() => this.watch());
    this.#timer = setTimeout(look, this.#current ? lookMs : retryMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#opening?.catch(() => undefined);
    await this.#sender?.close();
  }

  async #lookAgain(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      const then = this.#current ? 'the ones that are known stay in use' : 'it is tried again';
      this.#options.logger.error({ err: error }, `the certificates to seal with cannot be read: ${then}`);
    }
  }

  async #read(): Promise<OpenedSeal> {
    const { logger, requireUsable } = this.#options;
    const tell = (failure: SignerFailure) => logger.warn(failure, 'this signer failed, the next was asked');
    const { failures, ...opened } = await openCscSigner(this.#addresses());
    failures.forEach(tell);
    if (this.#current && isSame(this.#current, opened)) return this.#keep(this.#current);
    const watch = watchSigners(opened.keys);
    const options = { ...opened, keys: watch.keys };
    const signer = createRemoteSigner(options);
    requireUsable(signer);
    await signer.sign(PROBE, tell);
    this.#warnings = watch.warnings;
    if (this.#current) logger.info('the certificate to seal with was renewed');
    return this.#keep({ ...options, signer });
  }

  #keep(opened: OpenedSeal): OpenedSeal {
    this.#current = opened;
    this.#isDoubted = false;
    return opened;
  }

  #addresses() {
    const { urls, credentialId, token } = this.#key;
    const { send } = this.#openSender();
    return urls.map((url) => ({ url, credentialId, send, ...(token !== undefined && { token }) }));
  }

  /** By the certificates for TLS as they are now: these are renewed too. */
  #openSender(): { send: SendRequest } {
    const tls = readSignerTls(this.#key);
    const isNew = tls.clientPem !== this.#tls?.clientPem || tls.authorityPem !== this.#tls?.authorityPem;
    if (this.#sender === undefined || isNew) {
      // Waits for what is under way.
      void this.#sender?.close();
      this.#sender = createSignerSender(tls);
      this.#tls = tls;
    }
    return { send: (request) => (this.#sender as SignerSender).send(request) };
  }
}

function isSame(known: RemoteSignerOptions, read: RemoteSignerOptions): boolean {
  const describe = ({ certificateChain, algorithm }: RemoteSignerOptions) =>
    JSON.stringify([algorithm, certificateChain.map((der) => Buffer.from(der).toString('base64'))]);
  return describe(known) === describe(read);
}
