import { resolve } from 'node:path';
import {
  cacheValidationData,
  openCscSigner,
  SealError,
  type SendRequest,
  sendOverHttp,
} from '@countersign/seal';
import { PADES_LEVELS } from '@countersign/seal/limits';
import { ToolkitError } from '../errors.ts';
import type { SealReport } from '../reports.ts';
import type { PdfInput, SignRequest } from '../requests.ts';
import type { PadesSettings, SignerSource } from '../signer.ts';
import { openArgument, printEachFile, STANDARD_INPUT } from './files.ts';
import { type CommandCall, type CommandRun, UsageError } from './output.ts';

export function readLevelOptions(
  values: Readonly<Record<string, unknown>>,
): { readonly pades: PadesSettings; readonly send: SendRequest } | undefined {
  const urls = readUrls(textOf(values.timestamp) ?? process.env.SEAL_TIMESTAMP_URLS ?? '');
  const level = readLevel(textOf(values.level) ?? process.env.SEAL_LEVEL ?? '', urls);
  if (level === 'B-B') return undefined;
  if (urls.length === 0) throw new UsageError(`--level ${level} requires --timestamp`);
  const isRequired = values.required === true || process.env.SEAL_LEVEL_DEMAND === 'required';
  const demand = isRequired ? 'required' : 'preferred';
  const authorities = urls.map((url) => ({ url }));
  return { pades: { level, demand, authorities }, send: cacheValidationData(sendOverHttp) };
}

function readUrls(text: string): readonly string[] {
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  const wrong = urls.find((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? ''));
  if (wrong !== undefined) throw new UsageError(`--timestamp: not an http or https address: ${wrong}`);
  return urls;
}

function readLevel(text: string, urls: readonly string[]): PadesSettings['level'] {
  if (text === '') return urls.length > 0 ? 'B-T' : 'B-B';
  const level = PADES_LEVELS.find((known) => known === text.toUpperCase());
  if (level === undefined) throw new UsageError(`--level must be one of ${PADES_LEVELS.join(', ')}`);
  return level;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Secrets come from the environment, which other users cannot see. */
export async function readSignerOptions(values: Readonly<Record<string, unknown>>): Promise<SignerSource> {
  if (values['development-certificate'] === true) return { kind: 'development' };
  const { SEAL_P12, SEAL_CERTIFICATE, SEAL_KEY, SEAL_REMOTE_URLS } = process.env;
  return (
    p12Of(values.p12) ??
    pemOf(values.certificate, values.key) ??
    p12Of(SEAL_P12) ??
    pemOf(SEAL_CERTIFICATE, SEAL_KEY) ??
    (SEAL_REMOTE_URLS ? await openRemoteSigner(SEAL_REMOTE_URLS) : undefined) ?? {
      kind: 'development',
    }
  );
}

function p12Of(path: unknown): SignerSource | undefined {
  if (!isPath(path)) return undefined;
  return { kind: 'p12', path: resolve(path), passphrase: process.env[PASSPHRASES.p12] ?? '' };
}

function pemOf(certificate: unknown, key: unknown): SignerSource | undefined {
  if (!isPath(certificate) && !isPath(key)) return undefined;
  if (!isPath(certificate) || !isPath(key))
    throw new UsageError('--certificate and --key must be given together');
  const passphrase = process.env[PASSPHRASES.pem];
  const paths = { certificatePath: resolve(certificate), keyPath: resolve(key) };
  return { kind: 'pem', ...paths, ...(passphrase && { passphrase }) };
}

const PASSPHRASES = { p12: 'SEAL_P12_PASSPHRASE', pem: 'SEAL_KEY_PASSPHRASE' } as const;
/** The reasons of `certificate_unusable`. */
const PASSPHRASE_REASONS = ['wrong_passphrase', 'passphrase_missing'];

/** If the key did not open. */
async function nameUnsetPassphrase<T>(signer: SignerSource | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolkitError) || !PASSPHRASE_REASONS.includes(String(error.params.reason)))
      throw error;
    const variable = signer?.kind === 'p12' || signer?.kind === 'pem' ? PASSPHRASES[signer.kind] : undefined;
    if (variable === undefined || process.env[variable]) throw error;
    const params = { ...error.params, reason: 'passphrase_missing', variable };
    throw new ToolkitError(error.code, `the key needs a passphrase, and ${variable} is not set`, params);
  }
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Without a key; --development-certificate suppresses it. */
const FOR_TRYING_OUT = [
  'WARNING: sealed with a certificate made for this one run. It is for trying out: it proves nothing about who sealed, and no',
  'reader trusts it. Give --p12, or --certificate and --key; --development-certificate seals so without this warning.',
].join('\n');

export const runSeal: CommandRun = async (call) => {
  const request = await readStatement(call);
  return printEachFile(call, async (file, input) => {
    const report = await nameUnsetPassphrase(call.signer, () =>
      call.toolkit.seal({ input, output: call.out, ...request }),
    );
    const developmentCertificate = call.signer?.kind === 'development';
    if (developmentCertificate && call.values['development-certificate'] !== true)
      call.print.problem(FOR_TRYING_OUT);
    return {
      json: { file, output: call.out, developmentCertificate, ...report },
      text: describe(call.out, report),
    };
  });
};

/** What the signature says and shows, and where. */
async function readStatement({ values, files }: CommandCall): Promise<SignRequest> {
  const stated = {
    reason: String(values.reason),
    name: textOf(values.name),
    location: textOf(values.location),
    contactInfo: textOf(values.contact),
  };
  const signedAt = new Date().toISOString();
  const field = textOf(values.field);
  const look = await readLook(values, files);
  const box = readBox(values);
  if (box !== undefined && look === undefined) throw new UsageError('--rect requires --text or --image');
  if (look !== undefined && box === undefined && field === undefined)
    throw new UsageError('--text and --image require --rect, or --field with an existing field');
  const fill = (line: string) => fillLine(line, { ...stated, date: signedAt.slice(0, 16).replace('T', ' ') });
  const appearance = look && { ...look, lines: look.lines.map(fill), box };
  return { ...stated, signedAt, certify: readCertify(textOf(values.certify)), field, appearance };
}

async function readLook(values: CommandCall['values'], files: readonly string[]) {
  const { text = [], image } = values;
  const lines = Array.isArray(text) ? (text as readonly string[]) : [];
  if (lines.length === 0 && typeof image !== 'string') return undefined;
  if (image === STANDARD_INPUT && files.includes(STANDARD_INPUT))
    throw new UsageError('standard input (-) can be given once');
  const description = textOf(values.description);
  return { lines, description, image: typeof image === 'string' ? await openImage(image) : undefined };
}

async function openImage(path: string): Promise<PdfInput> {
  try {
    return await openArgument(path);
  } catch (error) {
    if (error instanceof ToolkitError) throw new UsageError(`--image ${path}: ${error.message}`);
    throw error;
  }
}

/** A field that is given by name keeps its rectangle. */
function readBox(values: CommandCall['values']): NonNullable<SignRequest['appearance']>['box'] {
  const [rect, page = '1'] = [textOf(values.rect), textOf(values.page)];
  if (rect === undefined) {
    if (values.page !== undefined) throw new UsageError('--page requires --rect');
    return undefined;
  }
  const [x, y, width, height, ...more] = rect
    .split(',')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (![x, y, width, height].every(Number.isFinite) || more.length > 0)
    throw new UsageError('--rect takes X,Y,WIDTH,HEIGHT');
  if (!/^[1-9]\d*$/.test(page)) throw new UsageError('--page takes a number from 1');
  return { page: Number(page) - 1, x, y, width, height } as NonNullable<ReturnType<typeof readBox>>;
}

const CERTIFY: ReadonlyMap<string, SignRequest['certify']> = new Map<string, SignRequest['certify']>([
  ['none', false],
  ['1', 1],
  ['2', 2],
  ['3', 3],
]);

function readCertify(text: string | undefined): SignRequest['certify'] {
  if (text === undefined) return undefined;
  if (!CERTIFY.has(text)) throw new UsageError(`--certify must be one of ${[...CERTIFY.keys()].join(', ')}`);
  return CERTIFY.get(text);
}

function fillLine(line: string, facts: Readonly<Record<string, string | undefined>>): string {
  return line.replace(/\{(name|date|reason|location)\}/g, (_, key: string) => facts[key] ?? '');
}

function describe(output: string, { size, sha256, seal, drawnAnnotations }: SealReport): string {
  const stated = seal.timestamp ? [`  timestamp: ${seal.timestamp.time} by ${seal.timestamp.authority}`] : [];
  const drawn = drawnAnnotations > 0 ? [`  drawn, since they had no appearance: ${drawnAnnotations}`] : [];
  const failed = seal.failures.map(
    ({ authority, message }) => `  nothing usable from ${authority}: ${message}`,
  );
  return [
    `${output}: sealed at level ${seal.level}, ${size} bytes, sha256 ${sha256}`,
    ...stated,
    ...drawn,
    ...failed,
  ].join('\n');
}

/** Comma-separated addresses of the API of the Cloud Signature Consortium. */
async function openRemoteSigner(text: string): Promise<SignerSource> {
  const { SEAL_REMOTE_CREDENTIAL: credentialId, SEAL_REMOTE_TOKEN: token } = process.env;
  if (!credentialId) throw new UsageError('SEAL_REMOTE_URLS requires SEAL_REMOTE_CREDENTIAL');
  const urls = text.split(/[\s,]+/).filter((url) => url !== '');
  if (!urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    throw new UsageError('SEAL_REMOTE_URLS must be http or https addresses');
  const addresses = urls.map((url) => ({ url, credentialId, send: sendOverHttp, token: token || undefined }));
  try {
    return { kind: 'remote', ...(await openCscSigner(addresses)) };
  } catch (error) {
    if (error instanceof SealError) throw new UsageError(`SEAL_REMOTE_URLS: ${error.message}`);
    throw error;
  }
}
