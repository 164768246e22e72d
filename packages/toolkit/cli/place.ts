import { z } from 'zod';
import type { BoxRequest } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { readJsonFile } from './json-file.ts';
import { formatTable } from './table.ts';

const box = z.object({
  id: z.string().optional(),
  type: z.enum(['signature', 'id_scan']),
  placement: z.enum(['existing', 'new_page']),
  page: z.int().optional(),
  x: z.number().optional(),
  y: z.number().optional(),
  scale: z.number().positive().optional(),
  label: z.string().optional(),
});
const boxList = z.array(box).min(1);

export const runPlace: CommandRun = (call) => {
  const boxes = readJsonFile('boxes', call.values.boxes, boxList).map(toRequest);
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
function toRequest(request: z.output<typeof box>, index: number): BoxRequest {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return { id: String(index), ...Object.fromEntries(given) } as BoxRequest;
}
