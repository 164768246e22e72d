import { lookupDict, type PdfFile } from '@countersign/pdf';
import { SealError } from '../errors.ts';
import { combinePermissions, isLocked, type Permissions, readPermissions } from '../fields/permissions.ts';
import { type FieldNode, findSignatureValue } from '../fields/signature-fields.ts';
import type { CertificationLevel } from './seed-values.ts';

interface NextSignature {
  /** The name of an existing field; undefined for a new one. */
  readonly field: string | undefined;
  readonly level: CertificationLevel;
  readonly isNewAndVisible: boolean;
}

/**
 * Refuses a signature that the earlier ones of the file do not allow to follow, which would make them invalid. Returns
 * whether it is the first one. Throws `signing_not_allowed`.
 */
export function requireSigningAllowed(
  file: PdfFile,
  fields: readonly FieldNode[],
  { field, level, isNewAndVisible }: NextSignature,
): boolean {
  const earlier = listEarlier(file, fields);
  if (earlier.length === 0) return true;
  const allowed = combinePermissions(earlier);
  if (allowed.level === 1)
    throw notAllowed('certified', 'The file is certified, and no signature may follow', allowed.level);
  if (level > 0)
    throw notAllowed('already_signed', 'The file is signed already, and a certification has to come first');
  if (isNewAndVisible && allowed.level === 2)
    throw notAllowed(
      'visible',
      'The file is certified, and only invisible new fields may follow',
      allowed.level,
    );
  if (field !== undefined && isLocked(field, allowed.locks))
    throw notAllowed('locked', `An earlier signature locks the field "${field}"`);
  return false;
}

/** Those of the fields, and a certification that the catalog names. */
function listEarlier(file: PdfFile, fields: readonly FieldNode[]): Permissions[] {
  const earlier = fields.flatMap((field) => {
    const value = findSignatureValue(field);
    return value ? [readPermissions(value, field.dict)] : [];
  });
  const permissions = lookupDict(file.catalog, 'Perms');
  const certification = permissions && lookupDict(permissions, 'DocMDP');
  return certification ? [...earlier, readPermissions(certification, undefined)] : earlier;
}

function notAllowed(reason: string, message: string, level?: number): SealError {
  return new SealError('signing_not_allowed', message, { reason, ...(level === undefined ? {} : { level }) });
}
