import { problem } from '@countersign/base';
import { type Caller, findCallersAccount } from '@countersign/identity';
import type { FormField } from '@countersign/toolkit';
import { checkAgainstFile } from '../configuration/check-against-file.ts';
import type { TemplateConfiguration } from '../configuration/configuration.ts';
import { findFormFieldProblems } from '../configuration/placed-fields.ts';
import { findAmountProblems, findDeliveryProblems, findRepeatedFields } from '../configuration/problems.ts';
import type { SigningDeps } from '../deps.ts';
import { type ErrorDetail, refuseProblems, SigningError, type Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { findOwnFile, lockOwnFile, readFieldsOf, refuseOthers } from '../files/find-file.ts';
import { type Page, type PageQuery, readPage, untilUndisturbed } from '../page.ts';
import type { ReadStores } from '../ports/database.ts';
import { type RevisionCondition, replaceRevision, requireOwn, requireVisible } from '../saved/find-saved.ts';
import type { Template } from '../saved/saved-records.ts';

/** Own or shared. Throws `template_not_found` or `not_yours`. */
export async function findTemplate(
  { saved }: ReadStores,
  caller: Pick<Caller, 'accountId' | 'userId'>,
  templateId: string,
): Promise<Template> {
  return requireVisible(await saved.find('template', templateId), caller, 'template_not_found');
}

export function fileOwnerOf({ accountId, fileOwnerId }: Template): Pick<Caller, 'accountId' | 'userId'> {
  return { accountId, userId: fileOwnerId };
}

/** Lists the fields in page order, for everybody who may use the template. */
async function listTemplateFields(
  deps: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<readonly FormField[]> {
  return readFieldsOf(deps, await findTemplateFile(deps, caller, templateId));
}

export async function findTemplateFile(
  { database }: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<StoredFile> {
  const template = await findTemplate(database.read, caller, templateId);
  return findOwnFile(database.read, fileOwnerOf(template), template.configuration.fileId);
}

export interface TemplateView {
  readonly template: Template;
  /** The problems that the template has now. */
  readonly problems: readonly ErrorDetail[];
  /** The warnings are those of this change. */
  readonly warnings: readonly Warning[];
}

async function createTemplate(
  deps: SigningDeps,
  caller: Caller,
  configuration: TemplateConfiguration,
): Promise<TemplateView> {
  await requireTemplates(deps, caller);
  const checked = await checkTemplate(deps, caller, configuration);
  return insertTemplate(deps, caller, { ...checked, fileOwnerId: caller.userId });
}

/** It belongs to the caller; the file stays its owner's. */
async function duplicateTemplate(
  deps: SigningDeps,
  caller: Caller,
  templateId: string,
): Promise<TemplateView> {
  await requireTemplates(deps, caller);
  const { configuration, fileOwnerId } = await findTemplate(deps.database.read, caller, templateId);
  return insertTemplate(deps, caller, { configuration, fileOwnerId, warnings: [] });
}

async function getTemplate(deps: SigningDeps, caller: Caller, templateId: string): Promise<TemplateView> {
  return viewTemplate(deps, await findTemplate(deps.database.read, caller, templateId), []);
}

/** Own and shared, newest first. */
function listTemplates(
  { database }: SigningDeps,
  { accountId, userId }: Caller,
  query: PageQuery,
): Promise<Page<Template>> {
  return readPage(query, (page) => database.read.saved.list('template', { accountId, userId, ...page }));
}

/** Everything but the file [D6-20]. Throws `precondition_failed`. */
async function replaceTemplate(
  deps: SigningDeps,
  caller: Caller,
  templateId: string,
  { fileId, ...replacement }: Replacement,
  condition: RevisionCondition,
): Promise<TemplateView> {
  await requireTemplates(deps, caller);
  return untilUndisturbed(async () => {
    const visible = await findTemplate(deps.database.read, caller, templateId);
    const found = requireOwn(visible, caller, 'template_not_found', condition);
    const kept = found.configuration.fileId;
    const configuration = { ...replacement, fileId: kept };
    const { warnings, ...checked } = await checkTemplate(deps, fileOwnerOf(found), configuration);
    const next = { ...found, ...checked, revision: found.revision + 1, updatedAt: deps.clock.now() };
    const isStored = await replaceRevision(deps, 'template', found, next);
    const isIgnored = fileId !== undefined && fileId !== kept;
    const ignored = isIgnored ? [{ code: 'member_without_effect', path: 'fileId' }] : [];
    return isStored ? viewTemplate(deps, next, [...ignored, ...warnings]) : null;
  });
}

type Replacement = Omit<TemplateConfiguration, 'fileId'> & { readonly fileId?: string | undefined };

async function deleteTemplate(
  { database }: SigningDeps,
  caller: Caller,
  templateId: string,
  condition: RevisionCondition,
): Promise<void> {
  await database.transact(async ({ saved }) => {
    requireOwn(await saved.lock('template', templateId), caller, 'template_not_found', condition);
    await saved.remove('template', templateId);
  });
}

async function insertTemplate(
  deps: SigningDeps,
  { accountId, userId }: Caller,
  { warnings, ...content }: CheckedTemplate & Pick<Template, 'fileOwnerId'>,
): Promise<TemplateView> {
  const now = deps.clock.now();
  const template: Template = {
    id: deps.ids.uuid(),
    accountId,
    userId,
    ...content,
    revision: 1,
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
  };
  await deps.database.transact(async (stores) => {
    // The file may have been deleted since it was checked.
    await lockOwnFile(stores, fileOwnerOf(template), template.configuration.fileId);
    await stores.saved.insert('template', template);
  });
  return viewTemplate(deps, template, warnings);
}

interface CheckedTemplate {
  readonly configuration: TemplateConfiguration;
  readonly warnings: readonly Warning[];
}

/** Passwords are not kept. */
async function checkTemplate(
  deps: SigningDeps,
  fileOwner: Pick<Caller, 'accountId' | 'userId'>,
  configuration: TemplateConfiguration,
): Promise<CheckedTemplate> {
  refuseProblems([
    ...configuration.signeeDetails.flatMap(({ payment }, index) =>
      payment === undefined
        ? []
        : findAmountProblems(payment, `signeeDetails.${index}.payment`, deps.paymentProvider),
    ),
    ...findFormFieldProblems(configuration.signeeDetails),
    ...findRepeatedFields(configuration),
    ...findDeliveryProblems(configuration, deps.settings),
  ]);
  const file = await findOwnFile(deps.database.read, fileOwner, configuration.fileId);
  const { problems, warnings, values } = await checkAgainstFile(deps, file, configuration);
  // Documents made from it may have boxes of their own.
  refuseProblems(problems.filter(({ code }) => code !== 'signature_box_required'));
  const isPrefilled = configuration.fields !== undefined;
  return { configuration: isPrefilled ? { ...configuration, fields: values } : configuration, warnings };
}

/** Throws `capability_missing`. Templates can be seen and deleted without it. */
async function requireTemplates({ database }: SigningDeps, caller: Caller): Promise<void> {
  const { capabilities } = await findCallersAccount(database.read, caller);
  if (!capabilities.includes('templates'))
    throw new SigningError('capability_missing', { capability: 'templates' });
}

async function viewTemplate(
  { database }: SigningDeps,
  template: Template,
  warnings: readonly Warning[],
): Promise<TemplateView> {
  const { fileId } = template.configuration;
  const code = refuseOthers(await database.read.files.find(fileId), fileOwnerOf(template));
  const problems = code === null ? [] : [problem(code, 'fileId', { fileId })];
  return { template, problems, warnings };
}

export const templateOperations = {
  create: createTemplate,
  list: listTemplates,
  get: getTemplate,
  replace: replaceTemplate,
  delete: deleteTemplate,
  duplicate: duplicateTemplate,
  listFields: listTemplateFields,
  readSourceFile: findTemplateFile,
};
