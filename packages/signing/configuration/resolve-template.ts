import { DEFAULT_SIGNATURE_TYPE, hasIdScanBox } from '../methods/methods.ts';
import type { DraftSignee, SignatureBoxInput, TemplateConfiguration } from './configuration.ts';
import type { ConfigurationRequest } from './problems-of.ts';

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
  return {
    ...template,
    ...given(request),
    ...(signeeDetails && { signeeDetails: signeeDetails.map((one, index) => fillIn(one, roles[index])) }),
  };
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
  return { [name]: { ...fallBack, ...given(own ?? {}) } };
}

function given<T extends object>(members: T): Partial<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>;
}
