import sharp from 'sharp';
import { buildTextPages } from '../../fixtures/build/large.ts';
import { median } from '../take-turns.ts';
import type { ServiceProcess } from './service-process.ts';
import type { ServiceRow } from './service-row.ts';
import { type Prepared, prepare, sign, waitFor } from './signers.ts';
import { uploadFile } from './uploads.ts';

export const INITIALS_ID = 'service/initials';
const PAGES = 50;
/** The PDF process compiles its code at its first documents. */
const WARM_UP = 2;
/** Processor time is counted in hundredths of a second. */
const DOCUMENTS = 4;

/** Compares sealing a document that is initialed on every page with sealing one that is signed alone. */
export async function benchInitials(
  service: ServiceProcess,
  { runs }: { readonly runs: number },
): Promise<ServiceRow> {
  const fileId = await uploadFile(service, buildTextPages(PAGES));
  const ink = await drawInk(700, 200);
  const initials = await drawInk(300, 150);
  const everyPage = [{ kind: 'initials', page: 'all', x: 500, y: 780 }];
  const times = { ours: [] as number[], floor: [] as number[] };
  for (let run = 0; run < WARM_UP + runs; run += 1) {
    const floor = await seal(service, fileId, [], { ink });
    const ours = await seal(service, fileId, everyPage, { ink, initials });
    if (run < WARM_UP) continue;
    times.ours.push(ours);
    times.floor.push(floor);
  }
  return {
    id: INITIALS_ID,
    title: `sealing ${PAGES} pages with initials on each; the floor has none`,
    unit: 'ms of CPU',
    ours: median(times.ours),
    floor: median(times.floor),
  };
}

/** Resolves with the processor time of a document from its signature until it is completed. */
async function seal(
  service: ServiceProcess,
  fileId: string,
  furtherBoxes: readonly object[],
  marks: object,
): Promise<number> {
  const documents: Prepared[] = [];
  for (let count = 0; count < DOCUMENTS; count += 1)
    documents.push(
      await prepare(service, fileId, { signatureBox: { page: 0, x: 60, y: 400 }, furtherBoxes }),
    );
  const before = service.processorMs();
  for (const document of documents) {
    await sign(service, document, marks);
    await waitFor(async () => {
      const { status } = await service.get<{ status: string }>(`/v1/docs/${document.documentId}`);
      return status === 'completed' || undefined;
    });
  }
  return (service.processorMs() - before) / DOCUMENTS;
}

async function drawInk(width: number, height: number): Promise<object> {
  const [x, y] = [width / 2, height / 2];
  const ellipse = `<ellipse cx="${x}" cy="${y}" rx="${x - 3}" ry="${y - 3}" fill="none" stroke="#10285c" stroke-width="5"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ellipse}</svg>`;
  return { kind: 'drawn', png: (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64') };
}
