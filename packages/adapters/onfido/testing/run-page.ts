import type { PhotographedDocument } from './photographed-document.ts';

/** Each attempt takes pictures and makes a Document report. */
export function listTasks(photographed: readonly PhotographedDocument[]) {
  return photographed.flatMap(({ properties, subResult = 'clear', breakdown = {}, ids = [] }, index) => [
    { id: `document_photo_${index}`, task_def_id: 'upload_document_photo', input: {}, output: ids },
    {
      id: `document_check_${index}`,
      task_def_id: 'document_check',
      input: { document_ids: ids.map((id) => ({ id, type: 'document_photo' })) },
      output: {
        status: 'complete',
        result: subResult === 'clear' ? 'clear' : 'consider',
        sub_result: subResult,
        properties,
        breakdown,
      },
    },
  ]);
}

/** For the signee of a test. */
export function renderPage(): string {
  return `<!doctype html><html lang="en"><title>Verify your identity</title>
<meta name="viewport" content="width=device-width">
<h1>Verify your identity</h1><form method="post"><button>Take the pictures</button></form></html>`;
}
