import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToSuccess } from '@countersign/pdf/testing';
import * as asn1js from 'asn1js';
import { AlgorithmIdentifier, ContentInfo, SignedData, TimeStampReq, TimeStampResp } from 'pkijs';
import type { TimestampFaultReason } from '../timestamp/timestamp-authority.ts';
import { type QueryHandler, reply, type TestAuthority } from './test-authority.ts';

const ID_SHA384 = '2.16.840.1.101.3.4.2.2';
const ID_SHA512 = '2.16.840.1.101.3.4.2.3';

/** Lists authorities with the expected reason. */
export function listFaultyAuthorities({
  folder,
}: TestAuthority): readonly (readonly [string, TimestampFaultReason, QueryHandler])[] {
  return [
    [
      'answers with an error page',
      'http_status',
      async (_, response) => void response.writeHead(503).end('down'),
    ],
    ['answers garbage', 'not_readable', async (_, response) => reply(response, Buffer.from('<html>'))],
    ['answers nothing', 'not_readable', async (_, response) => reply(response, new Uint8Array(0))],
    ['cuts the connection', 'not_reachable', async (_, response) => void response.destroy()],
    ['answers without end', 'not_reachable', async (_, response) => reply(response, new Uint8Array(70_000))],
    ['redirects in a circle', 'not_reachable', redirect],
    [
      'refuses',
      'refused',
      async (query, response, answer) => reply(response, await answer(useAlgorithm(query, ID_SHA384, 48))),
    ],
    [
      'stamps another digest',
      'wrong_imprint',
      async (query, response, answer) => reply(response, await answer(changeDigest(query))),
    ],
    [
      'stamps in another algorithm',
      'wrong_imprint',
      async (query, response, answer) => reply(response, await answer(useAlgorithm(query, ID_SHA512, 64))),
    ],
    [
      'answers another request',
      'wrong_nonce',
      async (query, response, answer) => reply(response, await answer(changeNonce(query))),
    ],
    [
      'leaves the nonce out',
      'wrong_nonce',
      async (query, response, answer) => reply(response, await answer(changeNonce(query, true))),
    ],
    [
      'signs wrongly',
      'wrong_signature',
      async (query, response, answer) => reply(response, flipLastByte(await answer(query))),
    ],
    [
      'uses an expired certificate',
      'certificate_expired',
      async (query, response, answer) => reply(response, await answer(query, 'expired')),
    ],
    [
      'uses a certificate for something else',
      'certificate_not_for_timestamps',
      async (query, response, answer) => reply(response, signAnew(folder, await answer(query), 'unfit')),
    ],
  ];
}

const redirect: QueryHandler = async (_, response) => {
  response.writeHead(307, { location: '/redirects' }).end();
};

function readQuery(query: Uint8Array): TimeStampReq {
  return TimeStampReq.fromBER(new Uint8Array(query));
}

function encode(query: TimeStampReq): Uint8Array {
  return new Uint8Array(query.toSchema().toBER());
}

function useAlgorithm(query: Uint8Array, algorithmId: string, length: number): Uint8Array {
  const changed = readQuery(query);
  changed.messageImprint.hashAlgorithm = new AlgorithmIdentifier({
    algorithmId,
    algorithmParams: new asn1js.Null(),
  });
  changed.messageImprint.hashedMessage = new asn1js.OctetString({ valueHex: new Uint8Array(length).fill(7) });
  return encode(changed);
}

function changeDigest(query: Uint8Array): Uint8Array {
  const changed = readQuery(query);
  changed.messageImprint.hashedMessage = new asn1js.OctetString({ valueHex: new Uint8Array(32).fill(7) });
  return encode(changed);
}

function changeNonce(query: Uint8Array, leaveOut = false): Uint8Array {
  const { messageImprint } = readQuery(query);
  const nonce = new asn1js.Integer({ value: 42 });
  return encode(
    new TimeStampReq({ version: 1, messageImprint, certReq: true, ...(leaveOut ? {} : { nonce }) }),
  );
}

function flipLastByte(answer: Buffer): Buffer {
  answer[answer.length - 1] = (answer.at(-1) ?? 0) ^ 1;
  return answer;
}

/** With another certificate, by `openssl cms`, which ignores its purpose. */
function signAnew(folder: string, answer: Buffer, name: string): Uint8Array {
  const response = TimeStampResp.fromBER(new Uint8Array(answer));
  const statement = new SignedData({ schema: response.timeStampToken?.content }).encapContentInfo.eContent;
  const [content, token] = [join(folder, 'statement.der'), join(folder, 'token.der')];
  writeFileSync(content, Buffer.from(statement?.getValue() ?? new ArrayBuffer(0)));
  const key = ['-signer', join(folder, `${name}.crt`), '-inkey', join(folder, `${name}.key`)];
  const form = [
    '-binary',
    '-nodetach',
    '-cades',
    '-econtent_type',
    '1.2.840.113549.1.9.16.1.4',
    '-outform',
    'DER',
  ];
  runToSuccess('openssl', ['cms', '-sign', ...form, ...key, '-in', content, '-out', token]);
  response.timeStampToken = ContentInfo.fromBER(new Uint8Array(readFileSync(token)));
  return new Uint8Array(response.toSchema().toBER());
}
