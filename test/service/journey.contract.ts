import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAuditTrail } from '@countersign/signing';
import { inlineToolkit } from '@countersign/toolkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryDir } from '../../packages/adapters/testing/temporary-dir.ts';
import type { Deployment, DeploymentKind } from './deployments.ts';
import {
  documentBody,
  readInvitation,
  signByHand,
  uploadFixture,
  waitFor,
  waitForStatus,
} from './journey-steps.ts';
import { receiveWebhooks } from './receive-webhooks.ts';

const EVENT_TYPES = ['document.created', 'document.opened', 'document.signed', 'document.completed'];

/** What a sender and signees do, from the upload to the sealed file. */
export function defineJourneyTests(deployments: readonly DeploymentKind[]): void {
  describe.each(deployments)('the journey on $title', ({ name, skip, start }) => {
    let running: Deployment;
    const folder = makeTemporaryDir();
    beforeAll(async () => {
      if (!skip) running = await start();
    });
    afterAll(async () => {
      await running?.close();
      folder.remove();
    });

    it.skipIf(skip)(
      '[1-01] [1-02] [1-06] [1-13] [2.2-04] [4.4-49] [4.4-50] [6-02] [6-03] [6-04] [6-05] [6-06] [D7-01] [D7-10] [D7-13] [7-09] one signer on a new page: invited, signed, sealed, notified, each once',
      async () => {
        const { client } = running;
        const receiver = await receiveWebhooks();
        const hook = { webhookUrl: receiver.url, name: 'Test', eventTypes: EVENT_TYPES };
        const { body: webhook, status: webhookStatus } = await client.post<{ signingSecret: string }>(
          '/v1/webhooks',
          hook,
        );
        expect(webhookStatus).toBe(201);

        const fileId = await uploadFixture(client);
        const fields = await client.get<{ type: string }[]>(`/v1/files/${fileId}/fields`);
        expect(fields.body.map((field) => field.type)).toContain('checkbox');

        const created = await client.post<{ documentId: string }>('/v1/docs', documentBody(fileId));
        expect(created).toMatchObject({ status: 201, body: { name: 'Contract', status: 'created' } });
        const { documentId } = created.body;
        const link = await readInvitation(client, 'ada@example.com');
        await waitForStatus(client, documentId, 'awaiting_signatures');
        const early = await client.get(`/v1/docs/${documentId}/signed-file`);
        expect(early).toMatchObject({ status: 403, body: { errorCode: 'document_not_completed' } });

        const view = await client.anonymous.get<{ boxes: unknown }>(`${link}/session`);
        expect(view.body).toMatchObject({ canSign: true, documentName: 'Contract', pages: 3 });
        expect(view.body.boxes).toMatchObject([{ page: 2, width: 219, height: 58 }]);
        const prepared = await client.anonymous.get(`${link}/document.pdf`);
        expect(prepared.bytes.subarray(0, 5).toString()).toBe('%PDF-');

        // The service prefilled the name; an empty value clears it.
        const cleared = [{ name: 'fullName|svc-input-fullname', value: [] }];
        const empty = await signByHand(client.anonymous, link, cleared);
        expect(empty).toMatchObject({ status: 400, body: { errorCode: 'required_field_empty' } });
        const signed = await signByHand(client.anonymous, link);
        expect(signed).toMatchObject({ status: 200, body: { signee: { signatureStatus: 'signed' } } });
        const again = await signByHand(client.anonymous, link);
        expect(again).toMatchObject({ status: 403, body: { errorCode: 'already_signed' } });

        const completed = await waitForStatus(client, documentId, 'completed');
        expect(completed.body).toMatchObject({
          signatureLevel: 'SES',
          signeeDetails: [{ signatureStatus: 'signed', signatureLevel: 'SES' }],
        });
        expect(completed.body.completedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);

        const redirect = await client.get(`/v1/docs/${documentId}/signed-file`);
        expect(redirect.status).toBe(302);
        const sealed = await client.anonymous.get(redirect.headers.get('location') ?? '');
        expect(sealed.headers.get('content-disposition')).toContain('Contract.pdf');
        const path = join(folder.path, `${name}.pdf`);
        writeFileSync(path, sealed.bytes);
        await using toolkit = inlineToolkit();
        expect((await toolkit.verify({ input: path })).signatures).toMatchObject([
          { valid: true, coversWholeDocument: true },
        ]);
        // The untrusted development certificate, which the seal's reason mentions.
        expect(sealed.bytes.toString('latin1')).toMatch(
          /\/Reason\(Signed by all parties[^)]*Development certificate/,
        );
        // Two of the file, one for the box, two of evidence.
        expect(await toolkit.readPages({ input: path })).toHaveLength(5);
        const trail = { kind: 'document', id: documentId } as const;
        // Created, prepared, invited, opened, consented, signed, sealed, completed.
        expect(await checkAuditTrail(running.read, trail)).toEqual({
          entries: 8,
          broken: null,
          isComplete: true,
        });
        const own = await client.anonymous.get(`${link}/sealed.pdf`);
        expect(own.bytes.equals(sealed.bytes)).toBe(true);

        await waitFor('all events', async () => (receiver.deliveries.length >= 4 ? true : null));
        const types = receiver.deliveries.map(({ payload }) => payload.event.type);
        expect(types.toSorted()).toEqual(EVENT_TYPES.toSorted());
        for (const { headers, rawBody, payload } of receiver.deliveries) {
          const signature = createHmac('sha256', webhook.signingSecret)
            .update(`${headers['x-service-timestamp']}.${rawBody}`)
            .digest('hex');
          expect(headers['x-service-signature']).toBe(signature);
          const hasSignee = ['document.opened', 'document.signed'].includes(payload.event.type);
          expect(payload.data.signeeId === null).toBe(!hasSignee);
          expect(payload.data.documentId).toBe(documentId);
        }
        receiver.close();
      },
    );

    it.skipIf(skip)(
      '[4.4-14] [3-03] [2.4-27] two signers in order: the second is invited after the first has signed',
      async () => {
        const { client } = running;
        const fileId = await uploadFixture(client, 'plain/a4.pdf');
        const signeeDetails = [
          {
            fullName: 'Second',
            emailAddress: 'second@example.com',
            signaturePlacement: 'new_page',
            signingOrder: 2,
          },
          {
            fullName: 'First',
            emailAddress: 'first@example.com',
            signaturePlacement: 'new_page',
            signingOrder: 1,
          },
        ];
        const body = documentBody(fileId, { signeeDetails, enableSigningOrder: true, language: 'sv' });
        const created = await client.post<{ documentId: string }>('/v1/docs', body);
        expect(created.status).toBe(201);
        const first = await readInvitation(client, 'first@example.com');
        expect((await client.get('/outbox/messages?to=second@example.com')).body).toEqual([]);
        expect((await signByHand(client.anonymous, first, [])).status).toBe(200);
        const second = await readInvitation(client, 'second@example.com');
        expect((await signByHand(client.anonymous, second, [])).status).toBe(200);
        await waitForStatus(client, created.body.documentId, 'completed');
      },
    );

    it.skipIf(skip)('a link that was never issued shows the page, and its data is 404', async () => {
      const { anonymous } = running.client;
      const page = await anonymous.get('/sign/nobody-issued-this');
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      const session = await anonymous.get('/sign/nobody-issued-this/session', { 'accept-language': 'es' });
      expect(session).toMatchObject({ status: 404, body: { errorCode: 'link_not_found' } });
    });
  });
}
