import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { makeTemporaryDir } from '../testing/temporary-dir.ts';
import { openS3Files } from './stored-files.ts';

const scratch = makeTemporaryDir();
afterAll(() => scratch.remove());

/** Amazon answers with a thousand objects at most; its stand-in of the other tests cannot make a second page. */
const PAGES = [
  '<IsTruncated>true</IsTruncated><NextContinuationToken>1+/next==</NextContinuationToken>' +
    '<Contents><Key>signing/ab/first-ab</Key></Contents><Contents><Key>signing/probe/4711</Key></Contents>',
  '<IsTruncated>false</IsTruncated><Contents><Key>signing/cd/second-cd</Key></Contents>',
];

it('lists every page of a bucket, without the probes of a running service', async () => {
  const asked: (string | null)[] = [];
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://store');
    // The store is tried at first.
    if (!searchParams.has('list-type')) return response.end();
    asked.push(searchParams.get('continuation-token'));
    response.setHeader('content-type', 'application/xml');
    return response.end(`<ListBucketResult>${PAGES[asked.length - 1]}</ListBucketResult>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const files = await openS3Files(
    {
      bucket: 'documents',
      prefix: 'signing/',
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    scratch.path,
  );
  try {
    const listed: string[] = [];
    for await (const id of files.list()) listed.push(id);
    expect(listed).toEqual(['first-ab', 'second-cd']);
    expect(asked).toEqual([null, '1+/next==']);
  } finally {
    await files.close();
    server.close();
  }
});
