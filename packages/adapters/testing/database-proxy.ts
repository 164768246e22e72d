import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Of new connections. */
type Behaviour = 'forward' | 'refuse' | { readonly sqlState: string };

/** Before PostgreSQL, for tests of outages. */
export interface DatabaseProxy {
  /** With the proxy's host and port. */
  readonly databaseUrl: string;
  /** Closes connections; refuses new ones or sends an error of PostgreSQL. */
  goDown(how?: Exclude<Behaviour, 'forward'>): void;
  /** As a network that drops packets. */
  goSilent(): void;
  comeBack(): void;
  close(): Promise<void>;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let behaviour: Behaviour = 'forward';
  let isSilent = false;
  const server = createServer((client) => {
    keep(client);
    if (behaviour === 'refuse') return void client.destroy();
    if (behaviour !== 'forward') return refuseStartup(client, behaviour.sqlState);
    const upstream = connect(Number(target.port || 5432), target.hostname);
    keep(upstream);
    forward(client, upstream);
    forward(upstream, client);
  });
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => open.delete(socket));
  };
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (chunk) => void (isSilent || to.write(chunk)));
    from.once('close', () => to.destroy());
  };
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxied = new URL(databaseUrl);
  proxied.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    databaseUrl: proxied.href,
    goDown(how = 'refuse') {
      behaviour = how;
      cut();
    },
    goSilent() {
      isSilent = true;
    },
    comeBack() {
      behaviour = 'forward';
      if (isSilent) cut();
      isSilent = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** E.g. 57P03 (starting up). */
function refuseStartup(client: Socket, sqlState: string): void {
  client.once('data', () => {
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused by the test\0\0`);
    const head = Buffer.alloc(5);
    head.write('E');
    head.writeInt32BE(fields.length + 4, 1);
    client.end(Buffer.concat([head, fields]));
  });
}
