import { describe, expect, it } from 'vitest';
import { createVerificationClient } from './verification.ts';

const FILE = new Blob(['%PDF-1.7']);
const ANSWER = { sha256: 'ab', size: 8, state: 'unsigned', signatures: [], origin: null };

function clientOf(answer: () => Response | Promise<Response>) {
  const sent: { url: string; body: FormData }[] = [];
  const client = createVerificationClient('/verify', 'sv', async (url, init) => {
    sent.push({ url: String(url), body: init?.body as FormData });
    return answer();
  });
  return { client, sent };
}

describe('the door of the verification page', () => {
  it('posts the file with its name to the page itself, and asks for its language', async () => {
    const { client, sent } = clientOf(() => Response.json(ANSWER));
    expect(await client.verify(FILE, 'Avtal å.pdf')).toEqual(ANSWER);
    const [{ url, body } = { url: '', body: new FormData() }] = sent;
    expect([url, body.get('errorLanguage')]).toEqual(['/verify', 'sv']);
    expect(body.get('file')).toMatchObject({ name: 'Avtal å.pdf' });
  });

  it('tells a refusal in the words of the service', async () => {
    const body = { message: 'Filen är ingen PDF.', errorCode: 'not_a_pdf' };
    const { client } = clientOf(() => Response.json(body, { status: 400 }));
    await expect(client.verify(FILE, 'a')).rejects.toMatchObject({
      code: 'request_refused',
      message: 'Filen är ingen PDF.',
      params: { status: 400, errorCode: 'not_a_pdf' },
    });
  });

  it.each([
    ['service_unreachable', () => Promise.reject(new TypeError('offline'))],
    ['service_unreachable', () => new Response('<html>', { status: 502 })],
    ['answer_not_understood', () => new Response('<html>', { status: 200 })],
    ['answer_not_understood', () => Response.json({ other: true })],
    ['answer_not_understood', () => Response.json(null, { status: 404 })],
  ])('is %s when there is no answer that it knows', async (code, answer) => {
    await expect(clientOf(answer).client.verify(FILE, 'a')).rejects.toMatchObject({ code });
  });
});
