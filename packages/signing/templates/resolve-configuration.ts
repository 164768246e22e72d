import type { Caller } from '@countersign/identity';
import type { ConfigurationRequest } from '../configuration/problems-of.ts';
import { resolveTemplate } from '../configuration/resolve-template.ts';
import { SigningError } from '../errors.ts';
import type { ReadStores } from '../ports/database.ts';
import { type Problem, problem } from '../problems.ts';
import type { Warning } from '../signing.ts';
import { fileOwnerOf, findTemplate } from './find-template.ts';
import type { Template } from './template.ts';

type Owner = Pick<Caller, 'accountId' | 'userId'>;

/** `owner` has to own the file. */
export interface FileSource {
  readonly fileId: string;
  readonly owner: Owner;
  readonly path: 'fileId' | 'templateId';
}

/** Filled in from its template. */
export interface ResolvedConfiguration {
  readonly configuration: ConfigurationRequest;
  /** Null without a usable file or template. */
  readonly source: FileSource | null;
  /** Of the template. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Warning[];
}

/** As far as the user may use the template. */
export async function resolveConfiguration(
  stores: ReadStores,
  user: Owner,
  configuration: ConfigurationRequest,
): Promise<ResolvedConfiguration> {
  const { fileId, templateId } = configuration;
  const unresolved = { configuration, source: null, problems: [], warnings: [] };
  if (fileId !== undefined) return { ...unresolved, source: { fileId, owner: user, path: 'fileId' } };
  if (templateId === undefined) return unresolved;
  try {
    const template = await findTemplate(stores, user, templateId);
    return {
      configuration: resolveTemplate(configuration, template.configuration),
      source: {
        fileId: template.configuration.fileId,
        owner: fileOwnerOf(template),
        path: 'templateId',
      },
      problems: [],
      warnings: warnOfUnusedRoles(configuration, template),
    };
  } catch (error) {
    if (!(error instanceof SigningError)) throw error;
    return { ...unresolved, problems: [problem(error.code, 'templateId')] };
  }
}

/** Those after the last signee. */
function warnOfUnusedRoles(
  { signeeDetails = [] }: ConfigurationRequest,
  { configuration }: Template,
): readonly Warning[] {
  return configuration.signeeDetails.slice(signeeDetails.length).map(({ fullName = '' }, index) => ({
    code: 'role_without_signee',
    path: 'signeeDetails',
    params: { role: signeeDetails.length + index, label: fullName },
  }));
}
