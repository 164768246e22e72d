import { randomUUID } from 'node:crypto';
import { hashSecret } from '@countersign/base';
import type { Visitor } from '@countersign/signing';
import { MAX_SESSIONS_OF_LINK } from '@countersign/signing/testing';
import { assertRace, type Race, runBoth } from './race.ts';
import { type SigningNode, type SigningNodes, settle } from './signing-nodes.ts';

/** The code of the workbench. */
const CODE = '012345';

const CHECKED_FIELD = 'mail|svc-email-verification';

/** A contact has three visits that wait for a code; a fourth replaces the oldest, whose code is in flight. */
export const visits: readonly Race[] = [
  {
    name: 'replacing a visit against its code',
    outcomes: ['begin done, code done', 'begin done, code link_not_found'],
    async run(nodes, round) {
      const { begin, tokens } = await beginThree(nodes);
      const [token = ''] = tokens;
      const [begun, sent] = await runBoth(nodes, round, [
        (node) => settle(begin(node)),
        ({ signing }) => settle(signing.signingPages.sendCode(token, browser())),
      ]);
      return `begin ${begun}, code ${sent}`;
    },
  },
  {
    name: 'replacing a visit against its start',
    outcomes: ['begin done, code done', 'begin done, code link_not_found'],
    async run(nodes, round) {
      const { begin, tokens } = await beginThree(nodes);
      const visitors = tokens.map(() => browser());
      // Those that asked for a code are replaced only by one another.
      for (const [index, token] of tokens.entries())
        await nodes.one.signing.signingPages.sendCode(token, visitors[index]);
      const [token = ''] = tokens;
      const [begun, checked] = await runBoth(nodes, round, [
        (node) => settle(begin(node)),
        ({ signing }) => settle(signing.signingPages.checkCode(token, CODE, visitors[0])),
      ]);
      return `begin ${begun}, code ${checked}`;
    },
  },
  {
    name: 'replacing a browser against its check',
    outcomes: ['open done, check done', 'open done, check session_required'],
    async run(nodes, round) {
      const fileId = await nodes.upload([CHECKED_FIELD]);
      const { signees } = await nodes.send([{}], fileId);
      const [{ token } = { token: '' }] = signees;
      const first = browser();
      await nodes.one.signing.signingPages.open(token, first);
      await fillLink(nodes, token);
      const origin = { ipAddress: '192.0.2.1', userAgent: 'Test/1', pageUrl: 'https://sign.test' };
      const command = { kind: 'email_code', field: CHECKED_FIELD, input: {}, origin };
      const [opened, checked] = await runBoth(nodes, round, [
        ({ signing }) => settle(signing.signingPages.open(token, browser())),
        ({ signing }) => settle(signing.proofs.start(token, command, first)),
      ]);
      return `open ${opened}, check ${checked}`;
    },
  },
];

async function beginThree(nodes: SigningNodes) {
  const link = await nodes.publicLink();
  const details = { fullName: 'Ada', emailAddress: `${randomUUID()}@example.com` };
  const begin = async ({ signing }: SigningNode) => {
    const { signingUrl } = await signing.publicLinks.beginVisit(link, details);
    return signingUrl.split('/').at(-1) ?? '';
  };
  const tokens = [await begin(nodes.one), await begin(nodes.one), await begin(nodes.one)];
  assertRace(new Set(tokens).size === 3, 'visits', tokens);
  return { begin, tokens };
}

/** As many browsers as a link takes, later than the one that is there. */
async function fillLink({ one, read }: SigningNodes, token: string): Promise<void> {
  const [opened] = await read.sessions.listForLink(hashSecret(token));
  assertRace(opened !== undefined, 'a session', opened);
  const expiresAt = new Date(opened.expiresAt.getTime() + 1000);
  await one.database.transact(async ({ sessions }) => {
    for (let count = 1; count < MAX_SESSIONS_OF_LINK; count += 1)
      await sessions.save({ ...opened, idHash: hashSecret(randomUUID()), expiresAt });
  });
}

/** A browser that keeps its session. */
function browser(): Visitor {
  let sessionId: string | null = null;
  return {
    get sessionId() {
      return sessionId;
    },
    onSession(id) {
      sessionId = id;
    },
  };
}
