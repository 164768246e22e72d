/** pdf.js as a reader; it saves nothing that the jobs here need. */

import { readFileSync } from 'node:fs';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describeFields, describeFile } from './answers.ts';
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
