import type { Box } from '@countersign/pdf';
import {
  deviation,
  type MarkedPage,
  markPages,
  type Sighting,
  sightMarks,
} from '../pdf/geometry/measure-marks.ts';
import { PAGE_CASES } from '../pdf/geometry/page-cases.ts';
import { RENDERERS } from '../pdf/geometry/renderers.ts';
import type { Campaign } from './campaign.ts';

export const geometry: Campaign = {
  summary: 'prints where other programs show our marks, for every page geometry',
  takes: [],
  asks: ['pdftoppm'],
  run: async ({ print }) => {
    const file = await markPages(PAGE_CASES);
    const sightings = new Map<string, readonly (Sighting | undefined)[]>();
    for (const renderer of RENDERERS)
      if (await renderer.isInstalled()) sightings.set(renderer.name, await sightMarks(file, renderer));
    print('Content mark in points from the top left corner (x, y, width, height); deviation = the largest');
    print(
      'distance of any edge of the page, the content mark, its corner, a form field and a signature box.\n',
    );
    for (const [index, page] of file.pages.entries()) {
      print(describe(page));
      print(`    expected ${formatBox(page.expected.content)}`);
      for (const [name, list] of sightings) print(`    ${formatSighting(name, page, list[index])}`);
    }
    const summaries = Array.from(sightings, ([name, list]) => `${name}: ${summarise(file.pages, list)}`);
    return { facts: Object.fromEntries(sightings), text: summaries.join('\n'), passed: true };
  },
};

function describe({ page, displayedWidth, displayedHeight }: MarkedPage): string {
  const { entries, userUnit, level = 'page' } = page;
  const unit = userUnit === undefined ? '' : ` /UserUnit ${userUnit}`;
  const where = level === 'page' ? '' : ` (inherited from the ${level})`;
  return `${entries || 'no /MediaBox'}${unit}${where}: ${displayedWidth} x ${displayedHeight}`;
}

function formatBox(box: Box | undefined): string {
  if (box === undefined) return 'not seen';
  return [box.x, box.y, box.width, box.height].map((value) => value.toFixed(2).padStart(7)).join(' ');
}

function formatSighting(name: string, page: MarkedPage, sighting: Sighting | undefined): string {
  const reason = page.page.otherwise?.[name];
  const remark = reason === undefined ? '' : `  (${name} ${reason})`;
  const off = deviation(page, sighting);
  return `${name.padEnd(8)} ${formatBox(sighting?.found.content)}   off by ${off.toFixed(2)}${remark}`;
}

function summarise(pages: readonly MarkedPage[], list: readonly (Sighting | undefined)[]): string {
  const deviations = pages.map((page, index) => deviation(page, list[index]));
  const close = deviations.filter((off) => off <= 0.5);
  return `${close.length} of ${deviations.length} pages within 0.5 pt, largest deviation there ${Math.max(...close).toFixed(2)} pt`;
}
