import { findValueFaults, readFormFields } from '@countersign/forms';
import { PdfError, type PdfFile } from '@countersign/pdf';
import { checkBoxes as checkPlaces, SealError } from '@countersign/seal';
import type { BoxRequest, DocumentRequest, PdfInput, RequestCheck, RequestFault } from '../pdf-toolkit.ts';
import { findBoxWarnings } from './check-boxes.ts';
import { requireDrawable } from './check-text.ts';
import { tryValues } from './check-values.ts';
import { withPdf } from './open-input.ts';

/** One opening of the file. Texts come first: boxes are labelled with them. */
export function checkRequest(input: PdfInput, request: DocumentRequest): Promise<RequestCheck> {
  return withPdf(input, async (file) => {
    const fields = readFormFields(file);
    const faults = findFaults(file, request);
    if (faults.length > 0) return { faults, boxWarnings: [], fields, values: [], valueWarnings: [] };
    const boxWarnings = findBoxWarnings(file, request.boxes);
    const { values, warnings } = await tryValues(file, request.values, {});
    return { faults, boxWarnings, fields, values, valueWarnings: warnings };
  });
}

function findFaults(file: PdfFile, { texts, boxes, values }: DocumentRequest): readonly RequestFault[] {
  const indexes = new Map(values.map(({ name }, index) => [name, index] as const).reverse());
  return [
    ...texts.flatMap((text, index) => findTextFault(file, text, index)),
    ...findBoxFaults(file, boxes),
    ...findValueFaults(file, values).map(({ code, params }) => {
      const index = indexes.get(String(params.field)) ?? 0;
      return { of: 'value' as const, index, code, params };
    }),
  ];
}

function findTextFault(file: PdfFile, text: string, index: number): readonly RequestFault[] {
  try {
    requireDrawable(file, [text]);
    return [];
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'text_not_drawable') throw error;
    return [{ of: 'text', index, code: error.code, params: error.params }];
  }
}

function findBoxFaults(file: PdfFile, boxes: readonly BoxRequest[]): readonly RequestFault[] {
  return boxes.flatMap((box, index) => {
    try {
      // Without the fields of the page, which are thousands for each box.
      checkPlaces(file, [box]);
      return [];
    } catch (error) {
      if (!(error instanceof SealError) || !isBoxFault(error.code)) throw error;
      return [{ of: 'box', index, code: error.code, params: error.params }];
    }
  });
}

const BOX_FAULTS = ['box_outside_page', 'page_out_of_range'] as const;

function isBoxFault(code: string): code is (typeof BOX_FAULTS)[number] {
  return BOX_FAULTS.some((fault) => fault === code);
}
