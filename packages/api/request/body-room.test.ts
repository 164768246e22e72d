import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { LARGE_BODY_LIMIT, SIGNATURE_BODY_LIMIT } from '../schemas/parts.ts';
import { buildApi } from '../testing/build-api.ts';
import { openRaw } from '../testing/raw-http.ts';
import { BodyRoom } from './body-room.ts';

const MEBIBYTE = 1024 * 1024;

let stop: () => Promise<unknown> = async () => undefined;
afterEach(() => stop());

it('reserves memory for one sender and for all, until it is released', () => {
  const room = new BodyRoom();
  const busy = expect.objectContaining({ code: 'service_busy' });
  const releases = Array.from({ length: 32 }, () => room.reserve(['greedy'], MEBIBYTE));
  expect(() => room.reserve(['greedy'], 1)).toThrow(busy);
  for (const sender of ['second', 'third', 'fourth']) room.reserve([sender], 32 * MEBIBYTE);
  expect(room.heldBytes).toBe(128 * MEBIBYTE);
  expect(() => room.reserve(['fifth'], 1)).toThrow(busy);
  for (const release of [...releases, ...releases]) release();
  expect(room.heldBytes).toBe(96 * MEBIBYTE);
  room.reserve(['fifth'], 32 * MEBIBYTE);
  expect(() => room.reserve(['greedy'], 1)).toThrow(busy);
});

// The links of one account, opened in four networks of IPv6, took the room of all accounts.
it('reserves for the signees of one account no more in many networks than in one', () => {
  const room = new BodyRoom();
  const reserve = (network: string, account: string) =>
    room.reserve([`network ${network}`, `signees of ${account}`], 8 * MEBIBYTE);
  const releases = ['a', 'b', 'c', 'd'].map((network) => reserve(network, 'greedy'));
  expect(() => reserve('e', 'greedy')).toThrow(expect.objectContaining({ code: 'service_busy' }));
  reserve('e', 'other');
  releases[0]?.();
  reserve('e', 'greedy');
});

// A thousand connections to the page of one signee could hold 3 GB of signatures that never ended.
it('refuses slow bodies beyond the room of their sender before they arrive', async () => {
  const { api } = await buildApi({ signing: { signingPages: { requireLink: async () => 'account' } } });
  stop = () => api.close();
  await api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.server.address() as AddressInfo;
  const begin = () => {
    const connection = openRaw(port);
    connection.socket.write(
      `POST /sign/token/signature HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${SIGNATURE_BODY_LIMIT}\r\n\r\n{`,
    );
    return connection;
  };
  const connections = Array.from({ length: 20 }, begin);
  const room = Math.floor((32 * MEBIBYTE) / SIGNATURE_BODY_LIMIT);
  const refused = new Set<object>();
  await new Promise<void>((resolve) => {
    for (const connection of connections)
      connection.answer.then(
        ({ status }) => {
          expect(status).toBe(503);
          refused.add(connection);
          if (refused.size === connections.length - room) resolve();
        },
        // Those that were taken are closed below.
        () => undefined,
      );
  });
  const taken = connections.filter((connection) => !refused.has(connection));
  expect(taken).toHaveLength(room);
  for (const connection of connections) connection.socket.destroy();
  await Promise.all(connections.map(({ closed }) => closed));
});

// Connections in four networks of IPv6 took the room of all accounts, without a link.
it('refuses the answer of a phone without a check before its body arrives', async () => {
  const { api } = await buildApi({ signing: { phones: {} } });
  stop = () => api.close();
  await api.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.server.address() as AddressInfo;
  const connection = openRaw(port);
  connection.socket.write(
    `POST /phone/proof HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${LARGE_BODY_LIMIT}\r\n\r\n{`,
  );
  expect(await connection.answer).toMatchObject({ status: 404, body: { errorCode: 'handover_not_found' } });
  connection.socket.destroy();
  await connection.closed;
});
