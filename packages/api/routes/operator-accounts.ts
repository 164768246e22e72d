import {
  ACCOUNT_LIMITS,
  ACCOUNT_STATUSES,
  type Account,
  CAPABILITIES,
  removalDate,
} from '@countersign/identity';
import { selectPage } from '@countersign/signing';
import { uuid } from '@countersign/signing/configuration/text';
import { z } from 'zod';
import { ApiError } from '../errors/error-table.ts';
import { defineRoute, type RouteInput } from '../route.ts';
import { pageAnswer, pageQuery, presentPage, timestamp, warnings } from '../schemas/parts.ts';

const limit = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const limits = z
  .object(Object.fromEntries(ACCOUNT_LIMITS.map((name) => [name, limit.optional()])))
  .meta({ description: 'An absent one does not exist.' });

const operatedAccount = z.object({
  accountId: z.string(),
  name: z.string(),
  status: z.enum(ACCOUNT_STATUSES),
  statusChangedAt: timestamp.nullable(),
  removedAt: timestamp.nullable().meta({ description: 'When a closed account is removed.' }),
  capabilities: z.array(z.enum(CAPABILITIES)),
  limits,
  createdAt: timestamp,
});

function present(account: Account): z.input<typeof operatedAccount> {
  const { accountId, name, status, statusChangedAt, capabilities, createdAt } = account;
  return {
    ...{ accountId, name, status },
    statusChangedAt: statusChangedAt?.toISOString() ?? null,
    removedAt: removalDate(account)?.toISOString() ?? null,
    capabilities: [...capabilities],
    limits: { ...account.limits },
    createdAt: createdAt.toISOString(),
  };
}

/** The scope has let the operator in, so that there is one. */
function operatorOf({ deps }: Pick<RouteInput<unknown, unknown, unknown, 'operator'>, 'deps'>) {
  if (deps.operator === undefined) throw new ApiError('route_not_found');
  return deps.operator.accounts;
}

const ERRORS = ['route_not_found', 'token_missing', 'token_invalid'] as const;
const accountParams = z.object({ accountId: uuid });

const listOperatedAccounts = defineRoute({
  method: 'GET',
  path: '/v1/operator/accounts',
  source: 'ours',
  scope: 'operator',
  summary: 'List the accounts of the service, the oldest first, as the operator',
  status: 200,
  schemas: { query: pageQuery, answer: pageAnswer.extend({ accounts: z.array(operatedAccount) }) },
  errors: ERRORS,
  async handler(input) {
    const page = selectPage(await operatorOf(input).listAccounts(), input.query);
    return { ...presentPage(input.query, page), accounts: page.items.map(present) };
  },
});

const getOperatedAccount = defineRoute({
  method: 'GET',
  path: '/v1/operator/accounts/:accountId',
  source: 'ours',
  scope: 'operator',
  summary: 'Read an account, as the operator',
  status: 200,
  schemas: { params: accountParams, answer: operatedAccount },
  errors: [...ERRORS, 'account_unknown'],
  handler: async (input) => present(await operatorOf(input).getAccount(input.params.accountId)),
});

const changeOperatedAccount = defineRoute({
  method: 'PATCH',
  path: '/v1/operator/accounts/:accountId',
  source: 'ours',
  scope: 'operator',
  summary: 'Replace the capabilities or the limits of an account, as the operator',
  status: 200,
  schemas: {
    params: accountParams,
    body: z.object({ capabilities: z.array(z.enum(CAPABILITIES)).optional(), limits: limits.optional() }),
    answer: operatedAccount.extend({ warnings }),
  },
  errors: [...ERRORS, 'account_unknown'],
  async handler(input) {
    const { capabilities, limits: changed } = input.body;
    return present(
      await operatorOf(input).changeAccount({
        accountId: input.params.accountId,
        capabilities,
        limits: changed,
      }),
    );
  },
});

const ENDING_ERRORS = [
  ...ERRORS,
  'account_unknown',
  'account_suspended',
  'account_closed',
  'account_not_reopenable',
] as const;

function changeBy(verb: 'suspend' | 'close' | 'reopen') {
  type Input = RouteInput<z.output<typeof accountParams>, unknown, unknown, 'operator'>;
  return {
    method: 'POST',
    path: `/v1/operator/accounts/:accountId/${verb}`,
    source: 'ours',
    scope: 'operator',
    status: 200,
    schemas: { params: accountParams, answer: operatedAccount },
    errors: ENDING_ERRORS,
    handler: async (input: Input) =>
      present(await operatorOf(input)[`${verb}Account`](input.params.accountId)),
  } as const;
}

const suspendOperatedAccount = defineRoute({
  ...changeBy('suspend'),
  summary: 'Refuse everybody access to an account until it is reopened, as the operator',
});

const closeOperatedAccount = defineRoute({
  ...changeBy('close'),
  summary: 'Close an account, as the operator: access ends at once, and it is removed after 30 days',
});

const reopenOperatedAccount = defineRoute({
  ...changeBy('reopen'),
  summary: 'Reopen an account that is suspended, or closed for less than 30 days, as the operator',
});

export const operatorAccountRoutes = {
  listOperatedAccounts,
  getOperatedAccount,
  changeOperatedAccount,
  suspendOperatedAccount,
  closeOperatedAccount,
  reopenOperatedAccount,
};
