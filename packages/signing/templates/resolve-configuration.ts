import { problem } from '@countersign/base';
import type { Caller } from '@countersign/identity';
import type {
  DraftSignee,
  SignatureBoxInput,
  TemplateConfiguration,
} from '../configuration/configuration.ts';
import { listNewNames } from '../configuration/placed-fields.ts';
import type { ConfigurationRequest } from '../configuration/problems.ts';
import { type ErrorDetail, SigningError, type Warning } from '../errors.ts';
import { DEFAULT_SIGNATURE_TYPE, hasIdScanBox } from '../methods/methods.ts';
import type { ReadStores } from '../ports/database.ts';
import type { Template } from '../saved/saved-records.ts';
import { fileOwnerOf, findTemplate } from './templates.ts';

type Role = TemplateConfiguration['signeeDetails'][number];

/**
 * Signees take what they lack from the role at their index, boxes each of their members [4.4-32]; names and
 * contact details are never those of the template [2.4-01] [4.4-31].
 */
export function resolveTemplate(
  request: ConfigurationRequest,
  { fileId: _, signeeDetails: roles, ...template }: TemplateConfiguration,
): ConfigurationRequest {
  const { signeeDetails } = request;
  const unused = roles.slice(signeeDetails?.length ?? roles.length);
  return {
    ...template,
    ...withoutUnused(template, unused),
    ...given(request),
    ...(signeeDetails && { signeeDetails: signeeDetails.map((one, index) => fillIn(one, roles[index])) }),
  };
}

/** Roles without a signee take along the values for the fields that would have been made for them. */
function withoutUnused({ fields }: Pick<TemplateConfiguration, 'fields'>, unused: readonly Role[]) {
  const isUnused = new Set(listNewNames(unused));
  return fields && { fields: fields.filter(({ name }) => !isUnused.has(name)) };
}

function fillIn(signee: DraftSignee, role: Role | undefined): DraftSignee {
  if (role === undefined) return signee;
  const { fullName: _, signatureBox, idScanBox, ...rest } = role;
  const filled: DraftSignee = { ...rest, ...given(signee) };
  const { signaturePlacement, signatureType } = filled;
  return {
    ...filled,
    // A box without effect would be warned of, although the request does not have it.
    ...(signaturePlacement !== 'new_page' && mergeBox('signatureBox', signee.signatureBox, signatureBox)),
    ...(hasIdScanBox(signatureType ?? DEFAULT_SIGNATURE_TYPE) &&
      mergeBox('idScanBox', signee.idScanBox, idScanBox)),
  };
}

function mergeBox<Name extends string>(
  name: Name,
  own: SignatureBoxInput | undefined,
  fallBack: SignatureBoxInput | undefined,
) {
  if (own === undefined && fallBack === undefined) return {};
  const { page, x, y, anchor, ...rest } = fallBack ?? {};
  const isPlaced = [own?.page, own?.x, own?.y].some((member) => member !== undefined);
  // An anchor stands for all three of them, and one of them for an end of the anchor.
  const position = own?.anchor === undefined ? { page, x, y, ...(isPlaced ? {} : { anchor }) } : {};
  return { [name]: { ...given({ ...rest, ...position }), ...given(own ?? {}) } };
}

function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}

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
  /** It is null without a usable file or template. */
  readonly source: FileSource | null;
  /** The problems are those of the template. */
  readonly problems: readonly ErrorDetail[];
  readonly warnings: readonly Warning[];
}

/** The template counts as far as the user may use it. */
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
