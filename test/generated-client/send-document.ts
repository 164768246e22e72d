import createClient from 'openapi-fetch';
import type { paths } from './.types/api.d.ts';

/** What a customer writes: every path, member and status below is checked against the description of the service. */
export async function sendDocument(baseUrl: string, apiKey: string, pdf: Blob) {
  const client = createClient<paths>({ baseUrl });
  const token = await client.POST('/v1/auth/token', { body: { apiKey, scope: 'read write' } });
  if (token.data === undefined) throw new Error(token.error.errorCode);
  client.use({
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${token.data.access_token}`);
      return request;
    },
  });
  const file = await client.POST('/v1/files', {
    body: { file: '' },
    bodySerializer() {
      const form = new FormData();
      form.append('file', pdf, 'contract.pdf');
      return form;
    },
  });
  if (file.data === undefined) throw new Error(file.error.errorCode);
  const { fileId } = file.data;
  const sent = await client.POST('/v1/docs', {
    body: {
      fileId,
      name: 'Contract',
      signeeDetails: [{ fullName: 'Anna', emailAddress: 'anna@example.com', signaturePlacement: 'new_page' }],
    },
  });
  if (sent.data === undefined) throw new Error(sent.error.errorCode);
  const path = { documentId: sent.data.documentId };
  const shown = await client.GET('/v1/docs/{documentId}', { params: { path } });
  const missing = await client.GET('/v1/docs/{documentId}', { params: { path: { documentId: fileId } } });
  return { status: shown.data?.status, name: shown.data?.name, refused: missing.error?.errorCode };
}
