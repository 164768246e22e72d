import type { LinkConfiguration, TemplateConfiguration } from '@countersign/signing';
import { type Composition, labelOf } from './composition.ts';
import { placement, toConfiguration } from './to-configuration.ts';

/** Roles have labels in place of contact details. */
export function toTemplate(composition: Composition, fileId: string, now: Date): TemplateConfiguration {
  const {
    name = '',
    language,
    personalMessage,
    fields,
    fieldsReadonlyMode,
    sharingSetting,
  } = toConfiguration(composition, now);
  const { enableSigningOrder } = composition;
  return {
    fileId,
    name,
    language,
    enableSigningOrder,
    fieldsReadonlyMode,
    signeeDetails: composition.signees.map((signee) => ({
      ...signee.others,
      ...(labelOf(signee) === '' ? {} : { fullName: labelOf(signee) }),
      signatureType: signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      ...(enableSigningOrder ? { signingOrder: signee.signingOrder } : {}),
      disableInvitationMessage: !signee.isInvited,
    })),
    ...(personalMessage === undefined ? {} : { personalMessage }),
    ...(fields === undefined
      ? {}
      : { fields: fields.filter(({ value }) => !isContactOf(composition, value)) }),
    ...(sharingSetting === undefined ? {} : { sharingSetting }),
  };
}

/** Prefilled once, it would be in every later document. */
function isContactOf({ signees }: Composition, value: string | readonly string[] | undefined): boolean {
  const contacts = signees.flatMap(({ emailAddress, phoneNumber }) => [emailAddress, phoneNumber]);
  return [value]
    .flat()
    .some((one) => one !== undefined && one.trim() !== '' && contacts.includes(one.trim()));
}

/** A visitor signs in all boxes. */
export function toLink(
  composition: Composition,
  fileId: string,
  disablePrinting: boolean,
  now: Date,
): LinkConfiguration {
  const {
    name = '',
    language,
    fields,
    fieldsReadonlyMode,
    sharingSetting,
  } = toConfiguration(composition, now);
  return {
    fileId,
    name,
    language,
    fieldsReadonlyMode,
    disablePrinting,
    signeeDetails: composition.signees.map((signee) => ({
      ...signee.others,
      signatureType: signee.signatureType === 'not_set' ? 'digital_ink' : signee.signatureType,
      ...placement(signee.signatureType, signee.boxes),
      ...(labelOf(signee) === '' ? {} : { label: labelOf(signee) }),
    })),
    ...(fields === undefined ? {} : { fields }),
    ...(sharingSetting === undefined ? {} : { sharingSetting }),
  };
}
