import type { Warning } from '@countersign/signing';
import { z } from 'zod';

export const warning = z
  .object({
    code: z.string(),
    path: z.string().optional(),
    params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  })
  .meta({ id: 'Warning' });

export const warnings = z.array(warning).optional();

const MAX_WARNINGS = 100;
const MORE_WARNINGS = 'more_warnings';

/** Accepts shortened lists. */
export function presentWarnings(found: readonly Warning[]): { warnings?: z.output<typeof warning>[] } {
  if (found.length === 0) return {};
  const all = found.filter(({ code }) => code !== MORE_WARNINGS);
  const leftOut = found
    .filter(({ code }) => code === MORE_WARNINGS)
    .reduce((sum, { params }) => sum + Number(params?.count), 0);
  if (leftOut === 0 && all.length <= MAX_WARNINGS) return { warnings: all.map(presentWarning) };
  const listed = all.slice(0, MAX_WARNINGS - 1).map(presentWarning);
  const count = leftOut + all.length - listed.length;
  return { warnings: [...listed, { code: MORE_WARNINGS, params: { count } }] };
}

/** Names the first. */
export function warnOfUnknownMembers(paths: readonly string[], count = paths.length): readonly Warning[] {
  const named = paths.map((path) => ({ code: 'unknown_member', path }));
  const leftOut = count - named.length;
  return leftOut === 0 ? named : [...named, { code: MORE_WARNINGS, params: { count: leftOut } }];
}

function presentWarning({ code, path, params }: Warning): z.output<typeof warning> {
  return { code, ...(path === undefined ? {} : { path }), ...(params === undefined ? {} : { params }) };
}
