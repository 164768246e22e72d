import type { BoxRequest } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { readJsonFile } from './json-file.ts';
import {
  listOf,
  objectOf,
  oneOf,
  optional,
  readInteger,
  readNumber,
  readPositive,
  readText,
} from './json-shape.ts';
import { formatTable } from './table.ts';

const readBoxes = listOf(
  objectOf({
    id: optional(readText),
    type: oneOf('signature', 'id_scan'),
    placement: oneOf('existing', 'new_page'),
    page: optional(readInteger),
    x: optional(readNumber),
    y: optional(readNumber),
    scale: optional(readPositive),
    label: optional(readText),
  }),
  1,
);

export const runPlace: CommandRun = (call) => {
  const boxes = readJsonFile('boxes', call.values.boxes, readBoxes).map(toRequest);
  return printEachFile(call, async (file) => {
    const report = await call.toolkit.preview(file, call.out, { values: [], mode: 'keepOriginal', boxes });
    const rows = report.boxes.map((placed) => [
      `  ${placed.label ?? placed.id}`,
      placed.type,
      `page ${placed.page}`,
      [placed.x, placed.y, placed.width, placed.height].map((points) => points.toFixed(1)).join(' '),
    ]);
    return {
      json: { file, output: call.out, ...report },
      text: [`${call.out}: ${report.boxes.length} boxes`, formatTable(rows)].join('\n'),
    };
  });
};

/** Boxes without an id are known by their place in the list. */
function toRequest(box: object, index: number): BoxRequest {
  return { id: String(index), ...box } as BoxRequest;
}
