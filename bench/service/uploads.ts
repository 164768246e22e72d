import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { median } from '../take-turns.ts';
import type { ServiceProcess } from './service-process.ts';
import { type ServiceRow, timeBoth } from './service-row.ts';

export const UPLOAD_ID = 'service/upload';
/** A PDF thread compiles its code at its first files. */
const WARM_UP = 6;

/** Compares an upload with writing the bytes to disk and hashing them. Both keep what they wrote. */
export async function benchUpload(
  service: ServiceProcess,
  { scan, folder, runs }: { readonly scan: string; readonly folder: string; readonly runs: number },
): Promise<ServiceRow> {
  const body = Buffer.concat([HEAD, readFileSync(scan), TAIL]);
  const upload = () => sendForm(service, body);
  for (let count = 0; count < WARM_UP; count += 1) await upload();
  const times = await timeBoth(runs, upload, () => writeAndHash(scan, join(folder, `${randomUUID()}.pdf`)));
  return {
    id: UPLOAD_ID,
    title: 'upload of the scan, median',
    unit: 'ms',
    ours: median(times.ours),
    floor: median(times.floor),
  };
}

const BOUNDARY = 'countersign-bench';
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
);
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** From memory: `fetch` with a form takes as much of the processor as the service, and the row is about the service. */
function sendForm({ baseUrl, headers }: ServiceProcess, body: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const type = {
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': body.length,
    };
    const options = { method: 'POST', headers: { ...headers, ...type } };
    const sent = request(`${baseUrl}/v1/files`, options, (answer) => {
      answer.resume().on('end', () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`an upload was answered ${answer.statusCode}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}

/** Resolves with the file's id. */
export async function uploadFile(service: ServiceProcess, path: string): Promise<string> {
  const body = new FormData();
  body.append('file', await openAsBlob(path), 'scan.pdf');
  const answer = await fetch(`${service.baseUrl}/v1/files`, {
    method: 'POST',
    headers: service.headers,
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { fileId } = (await answer.json()) as { readonly fileId: string };
  return fileId;
}

async function writeAndHash(from: string, to: string): Promise<void> {
  const hash = createHash('sha256');
  const file = await open(to, 'w');
  for await (const chunk of createReadStream(from)) {
    hash.update(chunk);
    await file.write(chunk);
  }
  hash.digest();
  await file.sync();
  await file.close();
}
