import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inlineToolkit } from '@countersign/toolkit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixturePath } from '../../fixtures/fixture-path.ts';

describe('an attachment', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'clean-attachment-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const clean = async (content: Uint8Array) => {
    const [input, output] = [join(folder, 'input'), join(folder, 'output')];
    await writeFile(input, content);
    await using toolkit = inlineToolkit();
    const { mimeType } = await toolkit.cleanAttachment({ input, output });
    return { mimeType, bytes: await readFile(output) };
  };
  const picture = sharp({ create: { width: 40, height: 20, channels: 3, background: '#345' } });

  it('loses the place where a photo was taken, and stands upright', async () => {
    const photo = await picture
      .clone()
      .withExif({ IFD3: { GPSLatitude: '59/1 19/1 0/1' }, IFD0: { Copyright: 'Secret Person' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { mimeType, bytes } = await clean(Buffer.concat([photo, Buffer.from('<script>tail</script>')]));
    const found = await sharp(bytes).metadata();
    expect(mimeType).toBe('image/jpeg');
    expect(found).toMatchObject({ format: 'jpeg', width: 20, height: 40 });
    expect([found.exif, found.orientation]).toEqual([undefined, undefined]);
    expect(bytes.includes('tail')).toBe(false);
  });

  it('stays a PNG, without its texts', async () => {
    const { mimeType, bytes } = await clean(
      await picture
        .clone()
        .withExif({ IFD0: { Copyright: 'Secret Person' } })
        .png()
        .toBuffer(),
    );
    expect(mimeType).toBe('image/png');
    expect(bytes.includes('Secret')).toBe(false);
  });

  it('stays a PDF', async () => {
    const pdf = await readFile(fixturePath('plain/a4.pdf'));
    const { mimeType, bytes } = await clean(pdf);
    expect(mimeType).toBe('application/pdf');
    await using toolkit = inlineToolkit();
    expect(await toolkit.readPages({ input: bytes })).toEqual(await toolkit.readPages({ input: pdf }));
  });

  it.each([
    ['plain text', Buffer.from('plain text')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['half a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
  ])('is not %s', async (_, content) => {
    await expect(clean(content)).rejects.toMatchObject({ code: 'image_not_readable' });
  });
});
