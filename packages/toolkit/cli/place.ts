import type { BoxRequest, PrepareReport } from '../pdf-toolkit.ts';
import type { CommandCall, CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { readJsonFile } from './json-file.ts';
import {
  listOf,
  objectOf,
  oneOf,
  optional,
  type Reader,
  readInteger,
  readNumber,
  readPositive,
  readText,
} from './json-shape.ts';
import { describeOverlap, findIdleMembers, type PlaceWarning } from './place-warnings.ts';
import { printable } from './printable.ts';
import { formatTable } from './table.ts';

const MEMBERS = {
  id: optional(readText),
  type: oneOf('signature', 'id_scan'),
  placement: oneOf('existing', 'new_page'),
  page: optional(readInteger),
  x: optional(readNumber),
  y: optional(readNumber),
  scale: optional(readPositive),
  label: optional(readText),
};
const readList = listOf(objectOf(MEMBERS), 1);

const readBoxes: Reader<{ boxes: BoxRequest[]; warnings: PlaceWarning[] }> = (value, path) => ({
  boxes: readList(value, path).map(toRequest),
  warnings: findIdleMembers(value as object[], Object.keys(MEMBERS)),
});

export const runPlace: CommandRun = (call) => {
  const { boxes, warnings: idle } = readJsonFile('boxes', call.values.boxes, readBoxes);
  return printEachFile(call, async (file, input) => {
    const { warnings: overlaps } = await call.toolkit.checkBoxes(input, boxes);
    const report = await call.toolkit.preview(input, call.out, { values: [], mode: 'keepOriginal', boxes });
    const warnings = [...idle, ...overlaps.map(describeOverlap)];
    return {
      json: { file, output: call.out, ...report, warnings },
      text: describe(call, report, warnings),
    };
  });
};

function describe({ out }: CommandCall, { boxes }: PrepareReport, warnings: readonly PlaceWarning[]): string {
  const rows = boxes.map((placed) => [
    `  ${printable(placed.label ?? placed.id)}`,
    placed.type,
    `page ${placed.page}`,
    [placed.x, placed.y, placed.width, placed.height].map((points) => points.toFixed(1)).join(' '),
  ]);
  const warned = warnings.map(({ code, message }) => `  ! ${code}: ${printable(message)}`);
  return [`${out}: ${boxes.length} boxes`, formatTable(rows), ...warned].join('\n');
}

/** Boxes without an id are numbered. */
function toRequest(box: object, index: number): BoxRequest {
  return { id: String(index), ...box } as BoxRequest;
}
