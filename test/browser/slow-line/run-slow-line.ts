/**
 * `npm run sign:slow-line -- [--kbit 400] [--latency 400] [--pictures folder] [file.pdf ...]`: time and bytes until the
 * first page of a document is seen on a slow line, and until pdf.js has drawn it. Default files: a contract of 15 kB and
 * a scan of 48 MB. Each is opened twice: the service draws the first picture in a process that has just started.
 */
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLongScan } from '../../../fixtures/build/large.ts';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { sendForSigning } from '../../service/journey-steps.ts';
import { anyDatabase, startService } from '../../service/start-service.ts';
import { launchChromium, requireChromium } from '../chromium.ts';
import { type FirstPage, measureFirstPage } from './measure-first-page.ts';

requireChromium();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kbit: { type: 'string', default: '400' },
    latency: { type: 'string', default: '400' },
    requests: { type: 'boolean', default: false },
    pictures: { type: 'string' },
  },
});
const line = { kilobitsPerSecond: Number(values.kbit), latencyMs: Number(values.latency) };
const files = positionals.length > 0 ? positionals : [fixturePath('forms/contract.pdf'), buildLongScan()];

const service = await startService(anyDatabase);
const browser = await launchChromium();
print(`first page at ${line.kilobitsPerSecond} kbit/s, ${line.latencyMs} ms`);
for (const file of files) {
  const { link } = await sendForSigning(service.client, file);
  for (const turn of ['first', 'again']) {
    const pictures = values.pictures && join(values.pictures, `${basename(file, '.pdf')}-${turn}`);
    report(`${file} (${turn})`, file, await measureFirstPage(browser, service.baseUrl, link, line, pictures));
  }
}
await browser.close();
await service.close();

function report(name: string, file: string, { seen, drawn }: FirstPage): void {
  const whole = (statSync(file).size * 8) / (line.kilobitsPerSecond * 1000);
  const moments = `seen after ${describe(seen)}, drawn after ${describe(drawn)}`;
  print(`${basename(name)}: ${moments}; the whole file alone takes ${whole.toFixed(0)} s`);
  if (!values.requests) return;
  for (const { method, path, range = '', status, bytes } of drawn.exchanges)
    print(`  ${method} ${path} ${range} -> ${status}, ${bytes} bytes`);
}

function describe({ seconds, exchanges }: FirstPage['seen']): string {
  const total = exchanges.reduce((sum, { bytes }) => sum + bytes, 0);
  return `${seconds.toFixed(1)} s (${exchanges.length} requests, ${(total / 1000).toFixed(0)} kB)`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
