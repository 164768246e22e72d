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

/** The file of a configuration, and who has to own it. */
export interface FileSource {
  readonly fileId: string;
  readonly owner: Owner;
  /** The member that names it. */
  readonly path: 'fileId' | 'templateId';
}

/** A configuration with what its template fills in. */
export interface ResolvedConfiguration {
  readonly configuration: ConfigurationRequest;
  /** Null if there is neither a file nor a template that can be used. */
  readonly source: FileSource | null;
  /** What keeps its template from being used. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Warning[];
}

/** Fills in a configuration from its template, as far as the user may use that. */
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

/** Roles after the last signee are left out. */
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
