import { flattenForm } from '@countersign/forms';
import { createTextEmbedder, openPdf } from '@countersign/pdf';
import { readForm } from '../../../packages/forms/fields/form.ts';
import { refreshAppearances } from '../../../packages/forms/prefill/refresh-appearances.ts';

/** One form as fields with appearances, and flattened. */
export interface FlattenPair {
  readonly fields: Uint8Array;
  readonly flat: Uint8Array;
  readonly pages: number;
  readonly flattened: number;
}

/** `fields` has generated appearances too, because viewers make up missing ones. */
export async function makeFlattenPair(source: Uint8Array): Promise<FlattenPair> {
  const [fields, flat] = [openPdf(source), openPdf(source)];
  const embedder = createTextEmbedder(fields);
  refreshAppearances({ form: readForm(fields), embedder }, new Set());
  await embedder.finish();
  const { flattened } = await flattenForm(flat);
  return {
    fields: fields.save().toBytes(),
    flat: flat.save().toBytes(),
    pages: fields.pageCount,
    flattened: flattened.length,
  };
}
