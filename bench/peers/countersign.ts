/** Our packages, by their public exports. */
import '@countersign/seal';
import { addFields, readFormFields } from '@countersign/forms';
import { openPdf, preflight } from '@countersign/pdf';
import { readText } from '@countersign/pdf/text';
import { inlineToolkit } from '@countersign/toolkit';
import { countCharacters, describeFields, describeFile, describeText } from './answers.ts';
import { REASON, sealKey } from './seal-statement.ts';
import { inputOf, type Jobs } from './task.ts';
import { FIRST_PAGE_BOXES, listAddedFields, NEW_PAGE_BOX, VALUES } from './work.ts';

const toolkit = inlineToolkit();
let sealing: typeof toolkit | undefined;

export const BOX_REQUESTS = [
  ...FIRST_PAGE_BOXES.map(({ type, x, y, label }, index) => ({
    id: `${index}`,
    type,
    placement: 'existing' as const,
    page: 0,
    x,
    y,
    label,
  })),
  { id: 'new', type: NEW_PAGE_BOX.type, placement: 'new_page' as const, label: NEW_PAGE_BOX.label },
];

export const standard: Jobs = {
  async open(task) {
    const { pages, signed } = preflight(inputOf(task));
    return describeFile(pages, signed > 0);
  },
  async text(task) {
    const file = openPdf(inputOf(task));
    try {
      let characters = 0;
      for (const { passages } of readText(file))
        for (const { lines } of passages) for (const { text } of lines) characters += countCharacters(text);
      return describeText(file.pageCount, characters);
    } finally {
      file.close();
    }
  },
  async fields(task) {
    const file = openPdf(inputOf(task));
    try {
      return describeFields(readFormFields(file).map(({ name }) => name));
    } finally {
      file.close();
    }
  },
  async boxes(task) {
    const request = { values: [], mode: 'keepOriginal', boxes: BOX_REQUESTS } as const;
    await toolkit.preview({ input: inputOf(task), output: task.output, ...request });
    return undefined;
  },
  async prefill(task) {
    await toolkit.prepare({
      input: inputOf(task),
      output: task.output,
      values: VALUES,
      mode: 'all',
      boxes: [],
    });
    return undefined;
  },
  async 'add-fields'(task) {
    const file = openPdf(inputOf(task));
    try {
      await addFields(file, listAddedFields(file.pageCount));
      file.save().writeTo(task.output);
    } finally {
      file.close();
    }
    return undefined;
  },
  async strip(task) {
    await toolkit.strip({ input: inputOf(task), output: task.output });
    return undefined;
  },
  async merge({ inputs, output }) {
    await toolkit.merge({ inputs, output });
    return undefined;
  },
  async seal(task) {
    sealing ??= inlineToolkit({ signer: { kind: 'p12', ...sealKey() } });
    await sealing.seal({
      input: inputOf(task),
      output: task.output,
      reason: REASON,
      signedAt: new Date().toISOString(),
    });
    return undefined;
  },
  async rewrite(task) {
    const file = openPdf(inputOf(task));
    try {
      file.rewrite().writeTo(task.output);
    } finally {
      file.close();
    }
    return undefined;
  },
};
