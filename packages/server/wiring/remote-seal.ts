import { readFileSync } from 'node:fs';
import {
  createSignerSender,
  type SignerSender,
  type SignerSenderOptions,
} from '@countersign/adapters/safe-fetch/senders';
import {
  createRemoteSigner,
  openCscSigner,
  type RemoteSignerOptions,
  type SendRequest,
  type Signer,
  type SignerFailure,
  type Validity,
} from '@countersign/seal';
import { fingerprintOf, readValidity } from '@countersign/seal/validity';
import type { SignerSource } from '@countersign/toolkit';
import type { Logger } from 'pino';
import type { RemoteSealKey } from '../settings/seal.ts';
import { type SignerWarning, watchSigners } from './certificate-watch.ts';

export type SignerTls = SignerSenderOptions;

function readSignerTls({ clientPath, authorityPath }: RemoteSealKey): SignerTls {
  return {
    clientPem: clientPath && readFileSync(clientPath, 'utf8'),
    authorityPem: authorityPath && readFileSync(authorityPath, 'utf8'),
  };
}

/** This is not the digest of any file. */
const PROBE = Buffer.from('Countersign starts');
const REFRESH_MS = 10 * 60 * 1000;
/** The signer is asked again after this time until it has responded. */
const RETRY_MS = 5_000;
/** A failure that stays the same is logged again after this time. */
const REMIND_MS = 60 * 60 * 1000;

export interface OpenedSeal extends RemoteSignerOptions {
  readonly signer: Signer;
}

export interface RemoteSealOptions {
  readonly logger: Logger;
  /** Throws if the signer cannot be used at present. */
  readonly requireUsable: (signer: Signer) => void;
  readonly retryMs?: number;
}

/**
 * Certificates are read at startup, periodically, and before the next seal after a failure. A renewed key is
 * used once it has signed correctly.
 */
export class RemoteSeal {
  readonly source: SignerSource = { kind: 'changing', current: () => this.current() };
  readonly #key: RemoteSealKey;
  readonly #options: RemoteSealOptions;
  #current: OpenedSeal | undefined;
  #opening: Promise<OpenedSeal> | undefined;
  /** Is set when a seal has failed. */
  #isOutdated = false;
  #warnings: () => readonly SignerWarning[] = () => [];
  #tls: SignerTls | undefined;
  #sender: SignerSender | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The failure that lasts, as it was logged. */
  #logged: { readonly reason: string; readonly at: number } | undefined;
  #isClosed = false;

  constructor(key: RemoteSealKey, options: RemoteSealOptions) {
    this.#key = key;
    this.#options = options;
  }

  /** The certificate is known, and the key can seal, once the signer has responded. */
  isReady(): boolean {
    return this.#current !== undefined;
  }

  validity(): Validity | undefined {
    return this.#current && readValidity(this.#current.signer);
  }

  fingerprint(): string | undefined {
    return this.#current && fingerprintOf(this.#current.signer);
  }

  /** Rejects without a key if the signer is unreachable. */
  async current(): Promise<RemoteSignerOptions> {
    if (this.#current === undefined) return this.refresh();
    if (this.#isOutdated) await this.#tryRefresh();
    return this.#current;
  }

  /** Is called when no holder has returned a valid signature. */
  invalidate(): void {
    this.#isOutdated = true;
  }

  warnings(): readonly SignerWarning[] {
    return this.#warnings();
  }

  refresh(): Promise<OpenedSeal> {
    this.#opening ??= this.#read().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  watch(): void {
    const { retryMs = RETRY_MS } = this.#options;
    if (this.#isClosed) return;
    const refresh = () => void this.#tryRefresh().then(() => this.watch());
    this.#timer = setTimeout(refresh, this.#current ? REFRESH_MS : retryMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#opening?.catch(() => undefined);
    await this.#sender?.close();
  }

  async #tryRefresh(): Promise<void> {
    try {
      await this.refresh();
      this.#logged = undefined;
    } catch (error) {
      this.#logFailure(error);
    }
  }

  #logFailure(error: unknown): void {
    const reason = String(error);
    const now = Date.now();
    if (this.#logged?.reason === reason && now - this.#logged.at < REMIND_MS) return;
    this.#logged = { reason, at: now };
    const then = this.#current ? 'the current ones remain in use' : 'retrying';
    this.#options.logger.error({ err: error }, `cannot read the signing certificates: ${then}`);
  }

  async #read(): Promise<OpenedSeal> {
    const { logger, requireUsable } = this.#options;
    const logFailure = (failure: SignerFailure) => logger.warn(failure, 'signer failed, trying the next one');
    const { failures, ...opened } = await openCscSigner(this.#addresses());
    failures.forEach(logFailure);
    if (this.#current && isSame(this.#current, opened)) return this.#keep(this.#current);
    const watch = watchSigners(opened.keys);
    const options = { ...opened, keys: watch.keys };
    const signer = createRemoteSigner(options);
    requireUsable(signer);
    await signer.sign(PROBE, logFailure);
    this.#warnings = watch.warnings;
    if (this.#current) logger.info('the signing certificate was renewed');
    return this.#keep({ ...options, signer });
  }

  #keep(opened: OpenedSeal): OpenedSeal {
    this.#current = opened;
    this.#isOutdated = false;
    return opened;
  }

  #addresses() {
    const { urls, credentialId, token } = this.#key;
    const { send } = this.#openSender();
    return urls.map((url) => ({ url, credentialId, send, token }));
  }

  /** Reads the TLS files again, because they are renewed too. */
  #openSender(): { send: SendRequest } {
    const tls = readSignerTls(this.#key);
    const isNew = tls.clientPem !== this.#tls?.clientPem || tls.authorityPem !== this.#tls?.authorityPem;
    if (this.#sender === undefined || isNew) {
      // Closing waits for running refreshes.
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
