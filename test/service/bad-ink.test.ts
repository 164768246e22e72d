import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentBody, readInvitation, signByHand, signOne, uploadFixture } from './journey-steps.ts';
import { shareService } from './share-service.ts';
import { anyDatabase, type TestService } from './start-service.ts';

const MEBIBYTE = 1024 * 1024;
const LANGUAGES = ['en', 'sv', 'es'] as const;
const INK = '<path d="M10 60 Q80 0 150 60 T290 40" fill="none" stroke="#00f" stroke-width="6"/>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${INK}</svg>`;
const HOSTILE_SVG = SVG.replace('</svg>', '<image href="file:///etc/passwd" width="9" height="9"/></svg>');

interface Refusal {
  readonly errorCode: string;
  readonly message: string;
  readonly details: readonly { readonly path: string }[];
}

/** A grey PNG with the given size in pixels: a few KB however large. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const ink = () => sharp(Buffer.from(SVG));
const blank = { create: { width: 300, height: 100, channels: 4, background: '#ffffff00' } } as const;

const FORMAT = ['PNG or a JPEG', 'PNG eller JPEG', 'PNG o JPEG'];
const DAMAGED = ['cannot be read', 'går inte att läsa', 'No se puede leer'];
const PIXELS = ['too large', 'för stor', 'demasiado grande'];
const EMPTY = ['nothing on', 'inget på', 'No hay nada'];

const IMAGES: readonly (readonly [string, () => Promise<Buffer> | Buffer, readonly string[]])[] = [
  ['an SVG', () => Buffer.from(SVG), FORMAT],
  ['an SVG that names files', () => Buffer.from(HOSTILE_SVG), FORMAT],
  ['an SVG with a declaration', () => Buffer.from(`<?xml version="1.0"?>${HOSTILE_SVG}`), FORMAT],
  ['a compressed SVG', () => deflateSync(SVG), FORMAT],
  ['a GIF', () => ink().gif().toBuffer(), FORMAT],
  ['a WebP', () => ink().webp().toBuffer(), FORMAT],
  ['a TIFF', () => ink().tiff().toBuffer(), FORMAT],
  ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF'), FORMAT],
  ['text', () => Buffer.from('Ada Lovelace'), FORMAT],
  ['nothing', () => Buffer.alloc(0), FORMAT],
  ['the beginning of a PNG', async () => (await ink().png().toBuffer()).subarray(0, 300), DAMAGED],
  [
    'an SVG behind the first bytes of a PNG',
    () => Buffer.concat([pngOf(1, 1).subarray(0, 8), Buffer.from(SVG)]),
    DAMAGED,
  ],
  ['900 million pixels', () => pngOf(30_000, 30_000), PIXELS],
  ['41 million pixels', () => pngOf(6_500, 6_400), PIXELS],
  ['one line of 20,000 pixels', () => pngOf(20_000, 1), PIXELS],
  ['a picture without ink', () => sharp(blank).png().toBuffer(), EMPTY],
];

describe('ink that is no picture of a signature', () => {
  let running: TestService;
  let link: string;
  beforeAll(async () => {
    running = await shareService(anyDatabase);
    const { client } = running;
    await client.post('/v1/docs', documentBody(await uploadFixture(client)));
    link = await readInvitation(client, 'ada@example.com');
  });
  afterAll(() => running.close());

  const values = [{ name: 'fullName|svc-input-fullname', value: 'Ada' }];
  function sign(body: object) {
    return running.client.anonymous.post<Refusal>(`${link}/signature`, { values, consent: true, ...body });
  }

  it.each(IMAGES)('%s is refused, in every language', async (_, make, messages) => {
    const png = Buffer.from(await make());
    expect(png.length).toBeLessThan(MEBIBYTE);
    for (const [index, errorLanguage] of LANGUAGES.entries()) {
      const answer = await sign({ ink: { kind: 'drawn', png: png.toString('base64') }, errorLanguage });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'image_not_readable' } });
      expect(answer.body.message).toContain(messages[index]);
      expect(answer.body.details).toMatchObject([{ path: 'ink.png', message: answer.body.message }]);
    }
  });

  it.each([
    [
      'more bytes than ink may have',
      { ink: { kind: 'drawn', png: Buffer.alloc(MEBIBYTE + 1).toString('base64') } },
    ],
    ['what is no base64', { ink: { kind: 'drawn', png: 'data:image/png;base64,AAAA' } }],
    ['a number', { ink: { kind: 'drawn', png: 7 } }],
    ['another kind', { ink: { kind: 'svg', svg: SVG } }],
  ])('%s is refused, in every language', async (_, body) => {
    const messages = new Set<string>();
    for (const errorLanguage of LANGUAGES) {
      const answer = await sign({ ...body, errorLanguage });
      expect(answer).toMatchObject({ status: 400, body: { errorCode: 'invalid_request' } });
      expect(answer.body.details[0]?.path).toMatch(/^ink/);
      messages.add(answer.body.message);
    }
    expect(messages.size).toBe(LANGUAGES.length);
  });

  it('a typed name that no font has is refused with the character, in every language', async () => {
    const typed = { ink: { kind: 'typed', typedName: 'Ada 🖋️' } };
    for (const errorLanguage of LANGUAGES) {
      const { status, body } = await sign({ ...typed, errorLanguage });
      expect(status).toBe(400);
      expect(body).toMatchObject({ errorCode: 'text_not_drawable', details: [{ path: 'ink.typedName' }] });
      expect(body.message).toContain('🖋');
    }
  });

  it('leaves the service well: the next signature is taken, and others complete', async () => {
    expect((await signByHand(running.client.anonymous, link)).status).toBe(200);
    const [, sealed] = await signOne(running.client);
    expect(sealed.subarray(0, 5).toString()).toBe('%PDF-');
  });
});
