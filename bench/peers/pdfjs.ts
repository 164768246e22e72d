/** pdf.js as a reader; it saves nothing that the jobs here need. */

import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { countCharacters, describeFields, describeFile, describeText } from './answers.ts';
import { inputOf, type Jobs, type Task } from './task.ts';

type PdfjsDocument = Awaited<ReturnType<typeof getDocument>['promise']>;

async function withDocument<T>(path: string, use: (document: PdfjsDocument) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(readFileSync(path)), verbosity: 0 });
  try {
    return await use(await task.promise);
  } finally {
    await task.destroy();
  }
}

export const standard: Jobs = {
  open: (task: Task) =>
    withDocument(inputOf(task), async (document) => {
      const { info } = await document.getMetadata();
      const isSigned = (info as { IsSignaturesPresent?: boolean }).IsSignaturesPresent === true;
      return describeFile(document.numPages, isSigned);
    }),
  text: (task: Task) =>
    withDocument(inputOf(task), async (document) => {
      let characters = 0;
      for (let number = 1; number <= document.numPages; number += 1) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        for (const item of items) if ('str' in item) characters += countCharacters(item.str);
        page.cleanup();
      }
      return describeText(document.numPages, characters);
    }),
  fields: (task: Task) =>
    withDocument(inputOf(task), async (document) =>
      describeFields(namesOf(await document.getFieldObjects())),
    ),
};

/** pdfjs-dist 6 returns a Map although its types declare an object. */
function namesOf(fields: unknown): string[] {
  if (fields instanceof Map) return [...fields.keys()];
  return Object.keys(fields ?? {});
}
