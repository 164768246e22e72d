import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, isIP } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { answerOcsp } from './answer-ocsp.ts';
import { makeCertificate, type TestCertificate } from './certificates.ts';
import { signAsBankId, type TestChain } from './sign-as-bankid.ts';

export interface TestPerson {
  readonly personalNumber: string;
  readonly name: string;
}

interface Order {
  readonly orderRef: string;
  readonly method: 'auth' | 'sign';
  readonly parameters: OrderParameters;
  readonly qrStartSecret: string;
  answer: object;
}

interface OrderParameters {
  readonly endUserIp?: unknown;
  readonly userVisibleData?: unknown;
  readonly userNonVisibleData?: unknown;
  readonly returnUrl?: unknown;
  readonly requirement?: { readonly personalNumber?: string };
  readonly returnRisk?: boolean;
}

/** Characters of base64. */
const MAX_VISIBLE = { auth: 1_500, sign: 40_000 };
const MAX_HIDDEN = { auth: 1_500, sign: 200_000 };
const PENDING = { status: 'pending', hintCode: 'outstandingTransaction' };

/** Of the server, its clients, and the people. */
function makeBankIdCertificates() {
  const serverAuthority = makeCertificate({ commonName: 'Test Server CA', isAuthority: true });
  const clientAuthority = makeCertificate({ commonName: 'Test RP CA', isAuthority: true });
  const root = makeCertificate({ commonName: 'Test BankID Root', isAuthority: true });
  const bank = makeCertificate({ commonName: 'Test Bank', isAuthority: true, issuer: root });
  return {
    serverAuthority,
    clientAuthority,
    root,
    bank,
    responder: makeCertificate({ commonName: 'Test Responder', isResponder: true, issuer: bank }),
    server: makeCertificate({ commonName: 'localhost', issuer: serverAuthority }),
    client: makeCertificate({ commonName: 'Relying party', issuer: clientAuthority }),
  };
}
export type BankIdCertificates = ReturnType<typeof makeBankIdCertificates>;

export type BankIdServer = Awaited<ReturnType<typeof startBankIdServer>>;

/** The RP API version 6 over mutual TLS, and the app in people's hands. */
export async function startBankIdServer(certificates: BankIdCertificates = makeBankIdCertificates()) {
  const orders = new Map<string, Order>();
  const people = new Map<string, TestCertificate>();
  const calls: string[] = [];
  let refusal: { readonly status: number; readonly body: string } | undefined;

  const server = createServer(
    {
      cert: certificates.server.certificate,
      key: certificates.server.key,
      ca: certificates.clientAuthority.certificate,
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => void answer(request, response),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.url?.replace('/rp/v6.0/', '') ?? '';
    calls.push(method);
    const body = await text(request);
    const reply = (status: number, content: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const refuse = (status: number, errorCode: string) => reply(status, { errorCode, details: 'test' });
    if (!(request.socket as TLSSocket).authorized) return void refuse(401, 'unauthorized');
    if (refusal !== undefined) {
      const { status, body: content } = refusal;
      refusal = undefined;
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(content);
    }
    if (request.method !== 'POST') return void refuse(405, 'methodNotAllowed');
    if (request.headers['content-type'] !== 'application/json')
      return void refuse(415, 'unsupportedMediaType');
    const parameters = JSON.parse(body) as OrderParameters & { readonly orderRef?: string };
    if (method === 'auth' || method === 'sign') return start(method, parameters, reply, refuse);
    const order = orders.get(parameters.orderRef ?? '');
    if (order === undefined) return void refuse(400, 'invalidParameters');
    if (method === 'cancel') {
      orders.delete(order.orderRef);
      return void reply(200, {});
    }
    if (method !== 'collect') return void refuse(404, 'notFound');
    reply(200, { orderRef: order.orderRef, ...order.answer });
    // Ended orders can be collected once.
    if (!('status' in order.answer) || order.answer.status !== 'pending') orders.delete(order.orderRef);
  }

  function start(
    method: 'auth' | 'sign',
    parameters: OrderParameters,
    reply: (status: number, content: object) => void,
    refuse: (status: number, errorCode: string) => void,
  ): void {
    if (!isComplete(method, parameters)) return void refuse(400, 'invalidParameters');
    const { personalNumber } = parameters.requirement ?? {};
    const running = [...orders.values()].find(
      (order) =>
        personalNumber !== undefined && order.parameters.requirement?.personalNumber === personalNumber,
    );
    if (running !== undefined) {
      orders.delete(running.orderRef);
      return void refuse(400, 'alreadyInProgress');
    }
    const [orderRef, qrStartSecret] = [randomUUID(), randomUUID()];
    orders.set(orderRef, { orderRef, method, parameters, qrStartSecret, answer: PENDING });
    reply(200, { orderRef, autoStartToken: randomUUID(), qrStartToken: randomUUID(), qrStartSecret });
  }

  function find(orderRef = [...orders.keys()].at(-1) ?? ''): Order {
    const order = orders.get(orderRef);
    if (order === undefined) throw new Error('no such order');
    return order;
  }

  function chainOf(person: TestPerson): TestChain {
    const { personalNumber, name } = person;
    const known =
      people.get(personalNumber) ??
      makeCertificate({ commonName: name, serialNumber: personalNumber, issuer: certificates.bank });
    people.set(personalNumber, known);
    return [known, certificates.bank, certificates.root];
  }

  function statusOf(person: TestPerson, signature: string): string {
    const [certificate] = chainOf(person);
    const { bank, responder } = certificates;
    return answerOcsp({ person: certificate, issuer: bank, responder, signature });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/rp/v6.0`,
    certificates,
    calls,
    /** Without a reference of the newest order. */
    parametersOf: (orderRef?: string) => find(orderRef).parameters,
    secretOf: (orderRef?: string) => find(orderRef).qrStartSecret,
    runningOrders: () => orders.size,
    chainOf,
    /** For `collect`. */
    setAnswer(content: object, orderRef?: string) {
      find(orderRef).answer = content;
    },
    /** With the security code. */
    complete(
      person: TestPerson,
      changes: {
        signature?: string;
        orderRef?: string;
        ocspResponse?: string | null;
        /** Null: no estimate, though the order asks for one. */
        risk?: string | null;
      } = {},
    ) {
      const order = find(changes.orderRef);
      const { userVisibleData, userNonVisibleData } = order.parameters;
      const signature =
        changes.signature ??
        signAsBankId(
          {
            funcId: order.method === 'sign' ? 'Signing' : 'Identification',
            visible: String(userVisibleData),
            hidden: String(userNonVisibleData),
          },
          chainOf(person),
        );
      const [givenName = '', ...surnames] = person.name.split(' ');
      order.answer = {
        status: 'complete',
        completionData: {
          user: { ...person, givenName, surname: surnames.join(' ') },
          device: { ipAddress: '192.0.2.7', uhi: 'OZvYM9VvyiAmG7NA5jU5zqGcVpo=' },
          bankIdIssueDate: '2026-01-01',
          signature,
          ...(order.parameters.returnRisk === true &&
            changes.risk !== null && { risk: changes.risk ?? 'low' }),
          ...(changes.ocspResponse !== null && {
            ocspResponse: changes.ocspResponse ?? statusOf(person, signature),
          }),
        },
      };
    },
    /** With JSON or a text. */
    refuseNext(status: number, content: { readonly errorCode: string } | string) {
      refusal = { status, body: typeof content === 'string' ? content : JSON.stringify(content) };
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function isComplete(method: 'auth' | 'sign', parameters: OrderParameters): boolean {
  const { endUserIp, userVisibleData = '', userNonVisibleData = '' } = parameters;
  if (typeof endUserIp !== 'string' || isIP(endUserIp) === 0) return false;
  if (method === 'sign' && userVisibleData === '') return false;
  return isBase64(userVisibleData, MAX_VISIBLE[method]) && isBase64(userNonVisibleData, MAX_HIDDEN[method]);
}

function isBase64(value: unknown, max: number): boolean {
  return typeof value === 'string' && value.length <= max && /^[A-Za-z0-9+/]*={0,2}$/.test(value);
}
