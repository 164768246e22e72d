import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';
import { documentBody, readInvitation, uploadFixture, waitForStatus } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

interface ErrorBody {
  readonly errorCode: string;
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

const signee = (fullName: string) => ({
  fullName,
  emailAddress: 'ada@example.com',
  signaturePlacement: 'new_page',
});

const MEMBERS = [
  ['name', (text: string) => ({ name: text })],
  ['signeeDetails.0.fullName', (text: string) => ({ signeeDetails: [signee(text)] })],
  ['personalMessage', (text: string) => ({ personalMessage: text })],
] as const;

const HIDDEN = ['\u202E', '\u2066', '\u200F', '\u2028', '\u2029', '\u200B', '\u{E0041}', '\u0085', '\u3164'];

describe('text that people are shown', () => {
  let running: TestService;
  let fileId: string;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'shown-text-'));
    running = await shareService(anyDatabase);
    fileId = await uploadFixture(running.client);
  });
  afterAll(async () => {
    await running?.close();
    rmSync(folder, { recursive: true });
  });

  describe.each(MEMBERS)('%s', (path, change) => {
    it.each(HIDDEN)('is refused with the hidden character %j, in every language', async (hidden) => {
      const messages = new Set<string>();
      for (const errorLanguage of ['en', 'sv', 'es']) {
        const body = { ...documentBody(fileId, change(`Ada${hidden} Ek`)), errorLanguage };
        const answer = await running.client.post<ErrorBody>('/v1/docs', body);
        expect(answer).toMatchObject({
          status: 400,
          body: { errorCode: 'invalid_request', details: [{ path }] },
        });
        const [detail] = answer.body.details;
        expect(detail?.message).toContain(
          `U+${hidden.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`,
        );
        expect(detail?.message).not.toContain(hidden);
        messages.add(answer.body.message);
      }
      expect(messages.size).toBe(3);
    });
  });

  it('accepts names in every script without them', async () => {
    for (const name of ['محمد عبد الله', 'דוד בן־גוריון', 'علی‌رضا', 'क्‍ष राम', '葛󠄀城']) {
      const body = documentBody(fileId, { name, signeeDetails: [signee(name)] });
      expect(await running.client.post('/v1/docs', body)).toMatchObject({ status: 201 });
    }
  });

  it('a typed signature that turns its text is refused before anything is stored', async () => {
    const emailAddress = 'typist@example.com';
    const signeeDetails = [{ ...signee('Ada'), emailAddress }];
    const { body } = await running.client.post<{ documentId: string }>(
      '/v1/docs',
      documentBody(fileId, { signeeDetails }),
    );
    const link = await readInvitation(running.client, emailAddress);
    const answer = await running.client.anonymous.post<ErrorBody>(`${link}/signature`, {
      ink: { kind: 'typed', typedName: 'Ada\u202EkE' },
      values: [{ name: 'fullName|svc-input-fullname', value: 'Ada' }],
      consent: true,
    });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'ink.typedName' }] } });
    await waitForStatus(running.client, body.documentId, 'awaiting_signatures');
  });

  it('a file whose name turns its text is refused, one with a Swedish name is not', async () => {
    const named = (name: string) => {
      const path = join(folder, name);
      copyFileSync(fixturePath('forms/contract.pdf'), path);
      return running.client.upload<ErrorBody>(path, { errorLanguage: 'sv' });
    };
    expect(await named('contract\u202Efdp.pdf')).toMatchObject({
      status: 400,
      body: { errorCode: 'invalid_request', details: [{ path: 'file' }] },
    });
    expect(await named('Avtal Ågren – slutgiltigt.pdf')).toMatchObject({ status: 201 });
  });

  it('a merged file whose name has a line separator is refused', async () => {
    const other = await uploadFixture(running.client);
    const body = { fileIds: [fileId, other], name: 'a\u2028b' };
    const answer = await running.client.post<ErrorBody>('/v1/files/merge', body);
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'name' }] } });
  });
});
