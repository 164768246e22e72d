import { MAX_PROBLEMS, problem } from '@countersign/base';
import { createSuggester, describeUnknownField } from '@countersign/forms/attributes';
import type { BoxRequest, FieldValue, FormField, RequestCheck, RequestFault } from '@countersign/toolkit';
import type { SigningDeps } from '../deps.ts';
import { findDayProblem } from '../documents/field-owners.ts';
import { listUnavailableTriggers } from '../documents/signee-fields.ts';
import type { ErrorDetail, Warning } from '../errors.ts';
import type { StoredFile } from '../files/file.ts';
import { withPdfOf } from '../files/find-file.ts';
import { asClientError, isPermanentFault } from '../ports/pdf-toolkit.ts';
import { type AnyProofDefinition, findOfferedKinds } from '../proofs/define-proof.ts';
import { configuredBoxes, type DraftConfiguration, type DraftSignee } from './configuration.ts';
import { findExcessOfBoxes, furtherBoxRequests } from './further-boxes.ts';
import { listFileFields, listNewFields, type PlacedField } from './placed-fields.ts';
import { findPlaces, type StoredTextTags } from './text-tags.ts';

export interface FileCheck<Signee = DraftSignee> {
  readonly problems: readonly ErrorDetail[];
  readonly warnings: readonly Warning[];
  /** The values are those without passwords. */
  readonly values: readonly FieldValue[];
  /** There are none if there is a problem. */
  readonly fields: readonly FormField[];
  /** Their anchors that were found are positions. */
  readonly signees: readonly Signee[];
  /** It is absent if they were not asked for. */
  readonly textTags?: StoredTextTags | undefined;
}

interface CheckedConfiguration<Signee = DraftSignee> extends Pick<DraftConfiguration, 'fields' | 'textTags'> {
  readonly signeeDetails?: readonly Signee[] | undefined;
}

/** Checks everything in one task. Only the first problems are listed, since a draft stores them. */
export async function checkAgainstFile<Signee extends DraftSignee>(
  {
    database,
    blobs,
    toolkit,
    ...providers
  }: Pick<SigningDeps, 'database' | 'blobs' | 'toolkit' | 'settings' | 'companyRegister'>,
  file: StoredFile,
  configuration: CheckedConfiguration<Signee>,
): Promise<FileCheck<Signee>> {
  const { signeeDetails: given = [], fields = [], textTags = false } = configuration;
  const isOffered = await findOfferedKinds(database.read, providers, file.accountId);
  try {
    return await withPdfOf({ database, blobs }, file, async (input) => {
      const places = await findPlaces(toolkit, input, file, { signees: given, textTags });
      const { signees } = places;
      const texts = signees.map(({ fullName = '' }) => fullName);
      const excess = findExcessOfBoxes(signees, file.pages);
      const further = excess.length > 0 ? [] : furtherBoxRequests(signees, file.pages);
      const boxes = [...configuredBoxes(signees), ...further];
      const placed = listNewFields(signees);
      const request = { texts, boxes, fields: placed.map(({ field }) => field), values: fields };
      const checked = await toolkit.checkRequest({ input, ...request }, { account: file.accountId });
      const problems = [
        ...excess,
        ...places.problems,
        ...describeFaults(checked.faults, boxes, placed),
        ...findWrongDays(checked, signees, fields),
        ...findUnknownFields(checked, signees, placed),
      ];
      return {
        signees,
        textTags: places.textTags,
        problems: problems.slice(0, MAX_PROBLEMS),
        warnings: [...places.warnings, ...warningsOf(checked, configuration, placed, isOffered)],
        values: checked.values,
        fields: problems.length > 0 ? [] : checked.fields,
      };
    });
  } catch (error) {
    if (!isPermanentFault(error)) throw asClientError(error);
    const problems = [problem(error.code, 'fileId', error.params)];
    return { problems, warnings: [], values: [], fields: [], signees: given };
  }
}

/** Fields of the file that a signee is to own [D10-01]. */
function findUnknownFields(
  { fields }: RequestCheck,
  signees: NonNullable<CheckedConfiguration['signeeDetails']>,
  placed: readonly PlacedField[],
): readonly ErrorDetail[] {
  const made = new Set(placed.map(({ field }) => field.name));
  const names = new Set(fields.map(({ name }) => name).filter((name) => !made.has(name)));
  const suggest = createSuggester(() => [...names]);
  return listFileFields(signees)
    .filter(({ name }) => !names.has(name))
    .map(({ name, path }) =>
      problem('unknown_field', `${path}.name`, { ...describeUnknownField(name, suggest) }),
    );
}

/** Values of fields that are days [D10-20] [D10-22]. */
function findWrongDays(
  { fields }: RequestCheck,
  signees: NonNullable<CheckedConfiguration['signeeDetails']>,
  values: readonly FieldValue[],
): readonly ErrorDetail[] {
  const asked = signees.flatMap(({ formFields = [] }) => formFields);
  const formats = new Map(
    [...fields, ...asked].flatMap(({ name, dateFormat }) => (dateFormat ? [[name, dateFormat]] : [])),
  );
  return values.flatMap((entry, index) => findDayProblem(formats.get(entry.name), entry, `fields.${index}`));
}

function warningsOf(
  { fields, boxWarnings, valueWarnings, fieldWarnings }: RequestCheck,
  configuration: CheckedConfiguration,
  placed: readonly PlacedField[],
  isOffered: (kind: AnyProofDefinition) => boolean,
): readonly Warning[] {
  const paths = new Map(placed.map(({ field, path }) => [field.name, path]));
  return [
    ...listUnavailableTriggers(fields, isOffered).map((field) => ({
      code: 'trigger_not_available',
      path: paths.get(field) ?? 'fileId',
      params: { field },
    })),
    ...fields.flatMap(({ name: field, warnings }) => {
      const path = paths.get(field);
      return path === undefined ? [] : warnings.map(({ code }) => ({ code, path, params: { field } }));
    }),
    ...fieldWarnings.map(({ page, index, field: other }) => {
      const { path, field } = placed[index] ?? {};
      return { code: 'field_over_field', path, params: { page, field: field?.name ?? '', other } };
    }),
    ...boxWarnings.map(describeBoxWarning),
    ...describeValueWarnings(valueWarnings, configuration),
  ];
}

function describeBoxWarning({ code, params }: RequestCheck['boxWarnings'][number]): Warning {
  const path = Object.values(params).find((value) => String(value).startsWith('signeeDetails.'));
  return { code, path: path === undefined ? undefined : String(path), params };
}

/** Others are about repairs. */
const LOSSES: ReadonlySet<string> = new Set(['value_clipped', 'calculations_not_run', 'xfa_dropped']);

function describeValueWarnings(
  found: RequestCheck['valueWarnings'],
  { fields = [] }: CheckedConfiguration,
): readonly Warning[] {
  const indexes = new Map(fields.map(({ name }, index) => [name, index]));
  return found
    .filter(({ code }) => LOSSES.has(code))
    .map(({ code, field }) => {
      if (field === undefined) return { code };
      const index = indexes.get(field);
      return { code, path: index === undefined ? 'fields' : `fields.${index}`, params: { field } };
    });
}

/** Lists one fault of each box: one for all pages may be outside of thousands. */
function describeFaults(
  faults: readonly RequestFault[],
  boxes: readonly BoxRequest[],
  placed: readonly PlacedField[],
): readonly ErrorDetail[] {
  const described = new Map<string, ErrorDetail>();
  for (const fault of faults) {
    const found = describeFault(fault, boxes, placed);
    const key = fault.of === 'box' ? found.path : `${fault.of} ${fault.index} ${fault.code}`;
    if (!described.has(key)) described.set(key, found);
  }
  return [...described.values()];
}

/** Boxes are identified by their paths. */
function describeFault(
  { of, index, code, params }: RequestFault,
  boxes: readonly BoxRequest[],
  placed: readonly PlacedField[],
): ErrorDetail {
  const entry = placed[index]?.path ?? 'signeeDetails';
  const isOfName = code === 'field_name_taken' || code === 'field_name_invalid';
  const paths = {
    field: isOfName ? `${entry}.name` : entry,
    text: `signeeDetails.${index}.fullName`,
    box: boxes[index]?.id ?? 'signeeDetails',
    value: `fields.${index}`,
  };
  return problem(code, paths[of], params);
}
