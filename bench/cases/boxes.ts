import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Input, Inputs } from '../inputs.ts';
import { FIRST_PAGE_BOXES, NEW_PAGE_BOX } from '../peers/work.ts';
import { readPagesBack } from '../read-back.ts';
import { type Case, pathOf } from './case.ts';

export function boxCases({ scan, objects, objectsPacked, form }: Inputs, folder: string): Case[] {
  return [scan, objects, objectsPacked, form].map((input) => boxCase(input, folder));
}

function boxCase(input: Input, folder: string): Case {
  const path = pathOf(input);
  const labels = [...FIRST_PAGE_BOXES, NEW_PAGE_BOX].map(({ label }) => label);
  const request = writeRequest(folder);
  return {
    id: `boxes/${input.id}`,
    title: `Two signature boxes, an ID box and a new page, saved: ${input.title}`,
    job: 'boxes',
    input,
    expected: `${input.pages + 1} pages with ${labels.join(', ')}`,
    readBack: (output) => readPagesBack(output, labels),
    command: (output) => ['place', path, '--boxes', request, '-o', output],
    natives: [],
    ...(input.id === 'scan' && { floor: 'copy and append' }),
  };
}

function writeRequest(folder: string): string {
  const request = join(folder, 'boxes.json');
  const placed = FIRST_PAGE_BOXES.map(({ type, x, y, label }) => {
    return { type, placement: 'existing', page: 0, x, y, label };
  });
  const added = { type: NEW_PAGE_BOX.type, placement: 'new_page', label: NEW_PAGE_BOX.label };
  writeFileSync(request, JSON.stringify([...placed, added]));
  return request;
}
