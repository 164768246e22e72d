import { PDFArray, PDFDict, PDFName, PDFStream } from 'pdf-lib';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, describe, expect, it } from 'vitest';
import { openPdf } from '../open-pdf.ts';
import { complaintsOfQpdf } from '../testing/check-with-qpdf.ts';
import { type NavigableOptions, navigableFile } from '../testing/navigable-file.ts';
import { type MergeOptions, mergePdfs } from './merge.ts';

const opened: PDFDocumentProxy[] = [];

afterEach(async () => {
  for (const document of opened.splice(0)) await document.loadingTask.destroy();
});

const FILES: readonly NavigableOptions[] = [{ title: 'One' }, { title: 'Two' }, { title: 'Three' }];

function merge(files: readonly NavigableOptions[], options?: MergeOptions): Uint8Array {
  const inputs = files.map((file) => openPdf(navigableFile(file)));
  return mergePdfs(inputs, options).toBytes();
}

/** PDF.js detaches its input. */
async function readWithPdfJs(bytes: Uint8Array): Promise<PDFDocumentProxy> {
  const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  opened.push(document);
  return document;
}

/** Returns the index of a destination's page. */
async function followTo(document: PDFDocumentProxy, destination: unknown): Promise<number> {
  const explicit = typeof destination === 'string' ? await document.getDestination(destination) : destination;
  if (!Array.isArray(explicit)) return -1;
  return document.getPageIndex(explicit[0]);
}

function readProfiles(bytes: Uint8Array): string[] {
  const { catalog } = openPdf(bytes);
  const intents = catalog.lookup(PDFName.of('OutputIntents'), PDFArray).asArray();
  return intents.map((item) => {
    const intent = catalog.context.lookup(item, PDFDict);
    const profile = intent.lookup(PDFName.of('DestOutputProfile'), PDFStream);
    return Buffer.from(profile.getContents()).toString('latin1');
  });
}

async function followLinks(document: PDFDocumentProxy, page: number): Promise<number[]> {
  const annotations = await (await document.getPage(page + 1)).getAnnotations();
  return Promise.all(annotations.map(({ dest }) => followTo(document, dest)));
}

describe('merging documents whose parts lead to each other', () => {
  it('keeps every link inside its own file, even if names collide', async () => {
    const merged = merge(FILES);
    const document = await readWithPdfJs(merged);
    expect(await followLinks(document, 0)).toEqual([1, 1, 1, 1]);
    expect(await followLinks(document, 2)).toEqual([3, 3, 3, 3]);
    expect(await followLinks(document, 4)).toEqual([5, 5, 5, 5]);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('puts the outline of each file under an entry with its title', async () => {
    const document = await readWithPdfJs(merge(FILES));
    const outline = await document.getOutline();
    expect(outline.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
    expect(outline.map(({ items }) => items[0]?.title)).toEqual([
      'Chapter of One',
      'Chapter of Two',
      'Chapter of Three',
    ]);
    expect(await Promise.all(outline.map(({ dest }) => followTo(document, dest)))).toEqual([0, 2, 4]);
    expect(await Promise.all(outline.map(({ items }) => followTo(document, items[0]?.dest)))).toEqual([
      1, 3, 5,
    ]);
    expect(outline[2]?.items[0]?.items[0]?.title).toBe('Section');
  });

  it('calls the entries of the outline as the caller says', async () => {
    const document = await readWithPdfJs(merge(FILES.slice(0, 2), { titles: ['Größe', 'b'] }));
    expect((await document.getOutline()).map(({ title }) => title)).toEqual(['Größe', 'b']);
  });

  it('labels the pages of each file as that file does', async () => {
    const files = [{}, { labels: 'r' }, {}];
    expect(await (await readWithPdfJs(merge(files))).getPageLabels()).toEqual([
      '1',
      '2',
      'i',
      'ii',
      '1',
      '2',
    ]);
    expect(await (await readWithPdfJs(merge([{}, {}]))).getPageLabels()).toBeNull();
  });

  it('keeps the attachments of all files', async () => {
    const document = await readWithPdfJs(merge(FILES));
    const names = [...((await document.getAttachments()) ?? new Map<string, unknown>()).keys()];
    const found = await Promise.all(names.map((name) => document.getAttachmentContent(name)));
    const contents = found.map((bytes) => Buffer.from(bytes ?? []).toString('latin1'));
    expect(names).toEqual(['chapter.txt', 'chapter.txt#2', 'chapter.txt#3']);
    expect(contents).toEqual(['attached to One', 'attached to Two', 'attached to Three']);
  });

  it('shows and hides every layer as its file does', async () => {
    const document = await readWithPdfJs(merge([{ title: 'A' }, { title: 'B', hidesLayers: true }]));
    const config = await document.getOptionalContentConfig();
    const shown = [...config].map(([, group]) => [group.name, group.visible]);
    expect(shown).toEqual([
      ['shown of A', true],
      ['hidden of A', false],
      ['shown of B', true],
      ['hidden of B', false],
    ]);
    expect(config.getOrder()).toHaveLength(4);
  });

  it('keeps the structure of all files, with keys and IDs of their own', async () => {
    const merged = merge(FILES.slice(0, 2));
    const document = await readWithPdfJs(merged);
    expect(Buffer.from(merged).toString('latin1')).toContain('/MarkInfo<</Marked true>>');
    for (const page of [1, 3]) {
      const tree = await (await document.getPage(page)).getStructTree();
      expect(JSON.stringify(tree)).toContain('"role":"Link"');
    }
    const text = Buffer.from(merged).toString('latin1');
    expect(text).toMatch(/\/StructParents 2\b/);
    expect(text).toMatch(/\/StructParent 3\b/);
    expect(text).toContain(`/ID <${Buffer.from('id#2').toString('hex')}>`.replace(' ', ''));
    expect(text).toContain(`/Headers[<${Buffer.from('id#2').toString('hex')}>]`);
  });

  it('drops a structure that means something else by a role, and says so', async () => {
    const dropped: unknown[] = [];
    const files = [{}, { role: 'H1' }];
    const merged = merge(files, { onWarning: (warning) => dropped.push(warning) });
    const document = await readWithPdfJs(merged);
    expect(dropped).toEqual([{ code: 'structure_dropped', input: 1 }]);
    expect(JSON.stringify(await (await document.getPage(3)).getStructTree())).not.toContain('"role":"Link"');
    expect(JSON.stringify(await (await document.getPage(1)).getStructTree())).toContain('"role":"P"');
    expect(
      Buffer.from(merged)
        .toString('latin1')
        .match(/\/StructElem/g),
    ).toHaveLength(1);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('keeps output intents on which all files agree, once', async () => {
    const warned: unknown[] = [];
    const files = [{ profile: 'CMYK' }, { profile: 'CMYK', title: 'Two' }];
    const merged = merge(files, { onWarning: (warning) => warned.push(warning) });
    expect(warned).toEqual([]);
    expect(readProfiles(merged)).toEqual(['CMYK']);
    expect(complaintsOfQpdf(merged)).toBe('');
  });

  it('keeps the first output intents, and says whose pages they are new for', () => {
    const warned: unknown[] = [];
    const files = [{}, { profile: 'coated' }, { profile: 'uncoated' }, { profile: 'coated' }];
    const merged = merge(files, { onWarning: (warning) => warned.push(warning) });
    expect(readProfiles(merged)).toEqual(['coated']);
    expect(warned).toEqual([
      { code: 'output_intents_differ', input: 0 },
      { code: 'output_intents_differ', input: 2 },
    ]);
  });

  it('does the same for files with object streams', async () => {
    const build = {
      kind: 'stream',
      compressed: [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 40, 41, 42, 43],
    } as const;
    const merged = merge([{ build }, { build }]);
    const document = await readWithPdfJs(merged);
    expect(await followLinks(document, 2)).toEqual([3, 3, 3, 3]);
    expect(complaintsOfQpdf(merged)).toBe('');
  });
});

describe('merging documents with wrong counts', () => {
  it('does not take them over', async () => {
    const lying = Buffer.from(navigableFile({ title: 'Lying' })).toString('latin1');
    // Same length, so that the cross-reference stays valid.
    const changed = lying.replace(
      '/First 11 0 R /Last 11 0 R /Count 1 >>',
      '/First 11 0 R /Last 11 0 R/Count 1.5>>',
    );
    expect(changed).toHaveLength(lying.length);
    const files = [openPdf(Buffer.from(changed, 'latin1')), openPdf(navigableFile())];
    const document = await readWithPdfJs(mergePdfs(files).toBytes());
    expect((await document.getOutline())[0]?.count).toBe(-1);
  });
});
