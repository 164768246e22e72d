import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { planPictures } from '../../fixtures/identity-documents/plan-pictures.ts';
import { type BankIdServer, startBankIdServer } from '../../packages/adapters/e-id/testing/bankid-server.ts';
import { toP12 } from '../../packages/adapters/e-id/testing/certificates.ts';
import {
  type OnfidoServer,
  startOnfidoServer,
} from '../../packages/adapters/onfido/testing/onfido-server.ts';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import { createBrowser } from './api-client.ts';
import {
  documentBody,
  type Proof,
  readInvitation,
  signByHand,
  startProof,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { anyDatabase, startService, type TestService } from './start-service.ts';

const PASSPHRASE = 'qwerty123';
const PERSON = { personalNumber: '189001019802', name: 'Bo Ek' };
const TODAY = new Date().toISOString().slice(0, 10);

/** A scan, a face check and an e-ID, in one document. */
describe('personal data of proofs', () => {
  const folder = makeTemporaryDir();
  const log: string[] = [];
  let running: TestService;
  let bankId: BankIdServer;
  let onfido: OnfidoServer;
  let documentId: string;
  let links: readonly string[];
  let picture: Buffer;
  let numbers: readonly string[];

  beforeAll(async () => {
    // Everything that the service writes outside of its database is below this folder.
    vi.stubEnv('TMPDIR', folder.path);
    bankId = await startBankIdServer();
    onfido = await startOnfidoServer('token', 'webhook token');
    const { client, serverAuthority, root } = bankId.certificates;
    const keys = join(folder.path, 'keys');
    mkdirSync(keys);
    const write = (name: string, content: string | Buffer) => {
      writeFileSync(join(keys, name), content);
      return join(keys, name);
    };
    const env = {
      ID_SCAN: 'built-in',
      FACE_CHECK_PROVIDER: 'onfido',
      ONFIDO_API: onfido.api,
      ONFIDO_TOKEN: 'token',
      ONFIDO_WORKFLOW_ID: 'workflow',
      ONFIDO_WEBHOOK_TOKEN: 'webhook token',
      E_ID_PROVIDER: 'bankid',
      BANKID_URL: bankId.url,
      BANKID_P12: write('client.p12', toP12(client, PASSPHRASE)),
      BANKID_P12_PASSPHRASE: PASSPHRASE,
      BANKID_CA: write('server.pem', serverAuthority.certificate),
      BANKID_ISSUERS: write('issuers.pem', root.certificate),
      LOG_LEVEL: 'trace',
    };
    running = await startService(anyDatabase, env, { log: { write: (line) => void log.push(line) } });
    await signByTwo();
  });
  afterAll(async () => {
    await running?.close();
    bankId?.close();
    await onfido?.close();
    vi.unstubAllEnvs();
    folder.remove();
  });

  async function signByTwo(): Promise<void> {
    const { client } = running;
    const passport = planPictures(400, 'clean', 1, TODAY).find(
      ({ document, conditions }) =>
        document.kind === 'td3' && document.personalNumber !== null && Math.abs(conditions.turn) < 10,
    );
    if (passport === undefined) throw new Error('no passport with a personal number is planned');
    const { personalNumber, documentNumber } = passport.document;
    numbers = [PERSON.personalNumber, personalNumber ?? '', documentNumber];
    picture = await passport.take();
    const addresses = ['scan@example.com', 'eid@example.com'];
    const signeeDetails = addresses.map((emailAddress, index) => ({
      ...{ fullName: 'Bo Ek', emailAddress, signaturePlacement: 'new_page' },
      signatureType: index === 0 ? 'face_liveness' : 'bankid_identification',
    }));
    const body = documentBody(await uploadFixture(client, 'plain/a4.pdf'), { signeeDetails });
    documentId = (await client.post<{ documentId: string }>('/v1/docs', body)).body.documentId;
    links = await Promise.all(addresses.map((address) => readInvitation(client, address)));
    const [first = '', second = ''] = links;
    await signWithFace(first);
    await signWithBankId(second);
    await waitForStatus(client, documentId, 'completed');
  }

  async function signWithFace(link: string): Promise<void> {
    const browser = createBrowser(running.baseUrl, 'signing_session');
    await browser.get(`${link}/session`);
    const scan = await startProof(browser, link, { kind: 'id_scan' });
    const path = join(folder.path, 'picture.jpg');
    writeFileSync(path, picture);
    const to = `${link}/proofs/${scan.proofId}/files?part=front:${picture.length}`;
    expect((await browser.upload<Proof>(path, { to })).body).toMatchObject({ status: 'succeeded' });
    writeFileSync(path, '');
    // The search for pictures finds them while they are kept.
    expect(listPictures()).not.toEqual([]);
    const face = await startProof(browser, link, { kind: 'face_liveness' });
    const [run] = [...onfido.runs.values()];
    expect(run?.customer_user_id).toBe(face.proofId);
    onfido.end(run?.id ?? '', 'approved', { score: 0.93 });
    await report(run?.id ?? '');
    const returned = new URLSearchParams(new URL(run?.link.completed_redirect_url ?? '').hash.slice(1));
    const input = { nonce: returned.get('nonce') };
    const { body } = await browser.post<Proof>(`${link}/proofs/${face.proofId}`, { input });
    expect(body).toMatchObject({ status: 'succeeded' });
    expect(await signByHand(browser, link, [])).toMatchObject({ status: 200 });
  }

  /** Repeated, and once forged. */
  async function report(runId: string): Promise<void> {
    const { body, signature } = onfido.event(runId);
    const send = (sign: string) =>
      running.client.anonymous.post('/identity-events/onfido', JSON.parse(body.toString()), {
        'x-sha2-signature': sign,
      });
    expect(await send('00')).toMatchObject({ status: 404 });
    for (let count = 0; count < 2; count++) expect(await send(signature)).toMatchObject({ status: 204 });
  }

  async function signWithBankId(link: string): Promise<void> {
    const browser = createBrowser(running.baseUrl, 'signing_session');
    await browser.get(`${link}/session`);
    const { proofId } = await startProof(browser, link, {
      kind: 'electronic_id',
      input: { device: 'other', values: [] },
    });
    bankId.complete(PERSON);
    await waitFor('the e-ID', async () => {
      const { body } = await browser.get<Proof>(`${link}/proofs/${proofId}`);
      return body.status === 'succeeded' ? true : null;
    });
    const signed = await browser.post(`${link}/signature`, { values: [], consent: true });
    expect(signed).toMatchObject({ status: 200 });
  }

  it('are masked or encrypted, and without pictures, once the document is sealed', async () => {
    await waitFor('the removal of pictures', async () => (listPictures().length === 0 ? true : null));
    const contents = await readEverything();
    // The search finds what is there: the names of signees.
    const places = findMarkers(contents, ['Bo Ek']).map(({ where }) => where);
    expect(places).toEqual(expect.arrayContaining(['documents', 'sealed PDF']));
    expect(findMarkers(contents, markers())).toEqual([]);
  });

  it('are gone when the document is deleted, and with them the sealed file', async () => {
    expect(await running.client.delete(`/v1/docs/${documentId}`)).toMatchObject({ status: 204 });
    await waitFor('the removal of blobs', async () =>
      listFiles(join(running.env.DATA_DIR, 'files/blobs')).length === 0 ? true : null,
    );
    const contents = await readEverything();
    expect(findMarkers(contents, markers())).toEqual([]);
    const kept = contents.filter(({ where }) =>
      /^(kept_proofs|session_proofs|signing_sessions)$/.test(where),
    );
    expect(kept).toEqual([]);
  });

  /** Numbers as people and programs write them, and bytes from the middle of the picture. */
  function markers(): readonly string[] {
    const written = numbers.flatMap((number) => {
      const short = number.slice(2);
      return number.length === 12
        ? [
            number,
            `${number.slice(0, 8)}-${number.slice(8)}`,
            short,
            `${short.slice(0, 6)}-${short.slice(6)}`,
          ]
        : [number];
    });
    const middle = Math.floor(picture.length / 2);
    return [...written, picture.subarray(middle, middle + 24).toString('latin1')];
  }

  async function readEverything(): Promise<readonly Content[]> {
    const files = listFiles(folder.path).map((path) => ({ where: path, bytes: readFileSync(path) }));
    const pdfs = files
      .filter(({ bytes }) => bytes.subarray(0, 5).toString() === '%PDF-')
      .map(({ bytes }) => ({ where: isSealed(bytes) ? 'sealed PDF' : 'PDF', bytes: inflateStreams(bytes) }));
    const rows = await readRows(running.env.DATABASE_URL);
    return [...files, ...pdfs, ...rows, { where: 'log', bytes: Buffer.from(log.join('')) }];
  }

  function listPictures(): readonly string[] {
    return listFiles(running.env.DATA_DIR).filter((path) =>
      readFileSync(path)
        .subarray(0, 3)
        .equals(Buffer.from([0xff, 0xd8, 0xff])),
    );
  }
});

interface Content {
  /** A table, a path, or what it is. */
  readonly where: string;
  readonly bytes: Buffer;
}

/** Looks for each as it is, and as base64, whatever precedes it. */
function findMarkers(contents: readonly Content[], markers: readonly string[]) {
  return markers.flatMap((marker) => {
    const forms = [Buffer.from(marker, 'latin1'), ...[0, 1, 2].map((skip) => encodeAfter(marker, skip))];
    return contents
      .filter(({ bytes }) => forms.some((form) => bytes.includes(form)))
      .map(({ where }) => ({ where, marker }));
  });
}

/** The characters of base64 that the marker alone decides, after `skip` other bytes. */
function encodeAfter(marker: string, skip: number): Buffer {
  const encoded = Buffer.from(`${'\0'.repeat(skip)}${marker}`, 'latin1')
    .toString('base64')
    .replace(/=+$/, '');
  return Buffer.from(encoded.slice(Math.ceil((skip * 8) / 6), -1));
}

function isSealed(pdf: Buffer): boolean {
  return pdf.includes('/ByteRange');
}

function inflateStreams(pdf: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (const { index, 0: keyword } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    try {
      parts.push(inflateSync(pdf.subarray(index + keyword.length), { finishFlush: constants.Z_SYNC_FLUSH }));
    } catch {
      // Not compressed: the file itself is searched too.
    }
  }
  return Buffer.concat(parts);
}

function listFiles(dir: string): readonly string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('keys'))
    .map((name) => join(dir, name))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

/** Every value of a server's database, bytes and base64 decoded; the embedded one is among the files. */
async function readRows(url: string | undefined): Promise<readonly Content[]> {
  if (url === undefined) return [];
  const client = new pg.Client(url);
  await client.connect();
  const { rows: tables } = await client.query<{ schema: string; name: string }>(
    "SELECT table_schema AS schema, table_name AS name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')",
  );
  const contents: Content[] = [];
  for (const { schema, name } of tables) {
    const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM "${schema}"."${name}"`);
    for (const row of rows)
      contents.push({ where: name, bytes: Buffer.concat(Object.values(row).flatMap(bytesOf)) });
  }
  await client.end();
  return contents;
}

function bytesOf(value: unknown): readonly Buffer[] {
  if (Buffer.isBuffer(value)) return [value];
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return [Buffer.from(text), Buffer.from(text, 'base64')];
}
