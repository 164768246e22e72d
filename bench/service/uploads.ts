import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceProcess } from './service-process.ts';
import { median, type ServiceRow, timeBoth } from './service-row.ts';

/** A PDF thread compiles its code at its first files. */
const WARM_UP = 6;

/** Compares an upload with writing the bytes to disk and hashing them. */
export async function benchUpload(
  service: ServiceProcess,
  { path, folder, runs }: { readonly path: string; readonly folder: string; readonly runs: number },
): Promise<ServiceRow> {
  const upload = async () => uploadFile(service, path);
  for (let count = 0; count < WARM_UP; count += 1) await upload();
  const times = await timeBoth(runs, upload, () => writeAndHash(path, join(folder, 'copy.pdf')));
  return {
    id: 'service/upload',
    title: 'upload of the scan, median',
    unit: 'ms',
    ours: median(times.ours),
    floor: median(times.floor),
  };
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
  await rm(to);
}
