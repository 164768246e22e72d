import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCertificate } from './e-id/testing/certificates.ts';
import { createSmtpNotifier } from './email.ts';
import { openDatabase } from './postgres/open-database.ts';
import { makeTemporaryDir } from './testing/temporary-dir.ts';
import { listTestDatabaseKinds } from './testing/test-database.ts';

/** What a client sends to ask PostgreSQL for TLS (Frontend/Backend Protocol, SSLRequest). */
const SSL_REQUEST_CODE = 80_877_103;

const dir = makeTemporaryDir();
const authority = makeCertificate({ commonName: 'Authority of tests', isAuthority: true });
const host = makeCertificate({ commonName: 'localhost', issuer: authority });
const other = makeCertificate({ commonName: 'Another authority', isAuthority: true });
const [authorityPath, otherPath] = [`${dir.path}/authority.pem`, `${dir.path}/other.pem`];
writeFileSync(authorityPath, authority.certificate);
writeFileSync(otherPath, other.certificate);
afterAll(() => dir.remove());

const postgres = (await listTestDatabaseKinds()).find(({ name }) => name === 'server');

/** Ends TLS before a PostgreSQL that may have none. The certificate is of `localhost`. */
async function startTlsProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      if (request.readInt32BE(4) !== SSL_REQUEST_CODE) return void socket.destroy();
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, key: host.key, cert: host.certificate });
      const upstream = connect(Number(target.port || 5432), target.hostname);
      secured.on('error', () => upstream.destroy()).pipe(upstream);
      upstream.on('error', () => secured.destroy()).pipe(secured);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf(hostname: string, query: string): string {
      const url = new URL(databaseUrl);
      url.hostname = hostname;
      url.port = String(port);
      return `${url.href}?${query}`;
    },
    close: () => server.close(),
  };
}

describe.skipIf(postgres === undefined || postgres.unavailable !== null)('TLS to PostgreSQL', () => {
  it('checks certificate and name with an authority of the operator', async () => {
    const database = await postgres?.create();
    if (database === undefined || !('databaseUrl' in database.location)) throw new Error('not a server');
    const { encryptionKey, location } = database;
    const proxy = await startTlsProxy(location.databaseUrl);
    const open = (hostname: string, query: string) =>
      openDatabase({ databaseUrl: proxy.urlOf(hostname, query) }, { encryptionKey });
    try {
      const opened = await open('localhost', `sslmode=verify-full&sslrootcert=${authorityPath}`);
      await opened.ping();
      await opened.close();
      const refused = [
        ['localhost', `sslmode=verify-full&sslrootcert=${otherPath}`, /unable to verify|self.signed/],
        ['127.0.0.1', `sslmode=verify-full&sslrootcert=${authorityPath}`, /does not match certificate/],
        ['localhost', 'sslmode=require', /unable to verify|self.signed|unable to get/],
      ] as const;
      for (const [hostname, query, reason] of refused)
        await expect(open(hostname, query), query).rejects.toMatchObject({
          cause: { message: expect.stringMatching(reason) },
        });
      const unchecked = await open('localhost', 'sslmode=no-verify');
      await unchecked.close();
    } finally {
      proxy.close();
      await database.remove();
    }
  });
});

describe('TLS to a mail server', () => {
  const message = {
    messageId: 'message',
    channel: 'email',
    to: 'ada@example.com',
    subject: 'Subject',
    text: 'Text',
    html: '',
  } as const;
  const blobs = { read: () => Promise.reject(new Error('there is no attachment')) };

  async function startServer(options: { readonly secure?: boolean; readonly disabledCommands?: string[] }) {
    const received: string[] = [];
    const server = new SMTPServer({
      ...{ authOptional: true, key: host.key, cert: host.certificate, ...options },
      onData(stream, session, done) {
        received.push(session.secure ? 'encrypted' : 'plain');
        stream.resume().once('end', done);
      },
    });
    server.on('error', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    return { received, port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
  }

  async function send(url: string): Promise<void> {
    const notifier = createSmtpNotifier(url, 'sign@example.com', blobs);
    try {
      await notifier.send(message);
    } finally {
      await notifier.close();
    }
  }

  /** Node reads its authorities when it starts. */
  async function sendWithAuthority(url: string): Promise<string> {
    const source = `
      import { createSmtpNotifier } from '${new URL('./email.ts', import.meta.url).href}';
      const notifier = createSmtpNotifier('${url}', 'sign@example.com', {});
      await notifier.send(${JSON.stringify(message)});
      await notifier.close();`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityPath },
    });
    return text(child.stderr);
  }

  it('is checked from the first byte and after STARTTLS, with NODE_EXTRA_CA_CERTS for an authority of the operator', async () => {
    const [encrypted, upgraded] = await Promise.all([startServer({ secure: true }), startServer({})]);
    try {
      await expect(send(`smtps://localhost:${encrypted.port}`)).rejects.toThrow(/certificate/);
      await expect(send(`smtp://localhost:${upgraded.port}`)).rejects.toThrow(/certificate/);
      expect([...encrypted.received, ...upgraded.received]).toEqual([]);
      const errors = await Promise.all([
        sendWithAuthority(`smtps://localhost:${encrypted.port}`),
        sendWithAuthority(`smtp://localhost:${upgraded.port}?requireTLS=true`),
      ]);
      expect(errors).toEqual(['', '']);
      expect([encrypted.received, upgraded.received]).toEqual([['encrypted'], ['encrypted']]);
    } finally {
      await Promise.all([encrypted.close(), upgraded.close()]);
    }
  });

  it('is demanded by requireTLS of a server that offers none', async () => {
    const server = await startServer({ disabledCommands: ['STARTTLS'] });
    try {
      await expect(send(`smtp://localhost:${server.port}?requireTLS=true`)).rejects.toThrow();
      expect(server.received).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
