/**
 * `npm run sign:slow-line -- [--kbit 400] [--latency 400] [file.pdf ...]`: time and bytes until the first page of a
 * document is drawn on a slow line. Default files: a contract of 15 kB and a scan of 48 MB.
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLongScan } from '../../../fixtures/build/large.ts';
import { fixturePath } from '../../../fixtures/fixture-path.ts';
import { anyDatabase, startService } from '../../service/start-service.ts';
import { launchChromium, requireChromium } from '../chromium.ts';
import { type FirstPage, measureFirstPage, sendForSigning } from './measure-first-page.ts';

requireChromium();
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kbit: { type: 'string', default: '400' },
    latency: { type: 'string', default: '400' },
    requests: { type: 'boolean', default: false },
  },
});
const line = { kilobitsPerSecond: Number(values.kbit), latencyMs: Number(values.latency) };
const files = positionals.length > 0 ? positionals : [fixturePath('forms/contract.pdf'), buildLongScan()];

const service = await startService(anyDatabase);
const browser = await launchChromium();
print(`first page at ${line.kilobitsPerSecond} kbit/s, ${line.latencyMs} ms`);
for (const file of files) {
  const link = await sendForSigning(service, file);
  report(file, await measureFirstPage(browser, service.baseUrl, link, line));
}
await browser.close();
await service.close();

function report(file: string, { seconds, exchanges }: FirstPage): void {
  const total = exchanges.reduce((sum, { bytes }) => sum + bytes, 0);
  const kilobytes = (total / 1000).toFixed(0);
  const first = `${seconds.toFixed(1)} s, ${exchanges.length} requests, ${kilobytes} kB`;
  const whole = (statSync(file).size * 8) / (line.kilobitsPerSecond * 1000);
  print(`${basename(file)}: ${first}; the whole file alone takes ${whole.toFixed(0)} s`);
  if (!values.requests) return;
  for (const { method, path, range = '', status, bytes } of exchanges)
    print(`  ${method} ${path} ${range} -> ${status}, ${bytes} bytes`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
