import type { FormField } from '../pdf-toolkit.ts';
import type { CommandRun } from './command-run.ts';
import { printEachFile } from './each-file.ts';
import { formatTable } from './table.ts';

export const runFields: CommandRun = (call) =>
  printEachFile(call, async (file) => {
    const fields = await call.toolkit.readFields(file);
    return { json: { file, fields }, text: describe(file, fields) };
  });

function describe(file: string, fields: readonly FormField[]): string {
  if (fields.length === 0) return `${file}: no form fields`;
  const rows = fields.map((field) => [
    `  ${field.name}`,
    field.type,
    placeOf(field),
    flagsOf(field),
    field.value.join(', '),
  ]);
  const warnings = fields.flatMap(({ name, warnings }) =>
    warnings.map(({ code, message }) => `  ! ${name}: ${code}: ${message}`),
  );
  const table = formatTable([['  name', 'type', 'page x y', 'flags', 'value'], ...rows]);
  return [`${file}: ${fields.length} form fields`, table, ...warnings].join('\n');
}

function placeOf({ boundingBox: box }: FormField): string {
  return box === null ? '-' : `${box.page} ${box.x.toFixed(1)} ${box.y.toFixed(1)}`;
}

function flagsOf(field: FormField): string {
  const flags = [field.required ? 'required' : '', field.readOnly ? 'read-only' : ''];
  return flags.filter((flag) => flag !== '').join(' ');
}
