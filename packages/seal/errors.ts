import type { SignerFaultReason } from './signers/remote/remote-key.ts';

/** Every reason this package refuses. */
export const SEAL_ERROR_CODES = [
  /** A box does not lie wholly on its page. Move it or make it smaller. Params: page, width, height, x, y, boxWidth, boxHeight. */
  'box_outside_page',
  /** The page does not exist. Params: page, pages. */
  'page_out_of_range',
  /** The scale of a box is not a number from 0.25 to 1.5. Params: scale, minimum, maximum. */
  'scale_out_of_range',
  /** The ink is no PNG or JPEG, is broken, empty, or has too many pixels. Params: reason. */
  'image_not_readable',
  /** The CMS does not fit the room reserved for it. Prepare again with more. Params: reserved, needed (bytes). */
  'placeholder_too_small',
  /** The key, certificate or passphrase cannot be used for sealing. Params: reason. */
  'certificate_unusable',
  /**
   * Nobody who holds the key gave a right signature. Try again later; at reason `wrong_signature` the key is not that of the
   * certificate. Params: signers (how many were asked), reason (of the last one).
   */
  'signature_unavailable',
  /**
   * A timestamp was required and no authority gave one that is right. Try again later, or ask other authorities. Params:
   * authorities (how many were asked), reason (of the last one).
   */
  'timestamp_unavailable',
  /**
   * Level B-LT was required, and somebody's certificate could not be shown to be good. Try again later; without a root,
   * put it beside the key. Params: reason (of the last server or certificate).
   */
  'validation_data_unavailable',
] as const;

/** One of {@link SEAL_ERROR_CODES}, where each says when it occurs. */
export type SealErrorCode = (typeof SEAL_ERROR_CODES)[number];

/** Values for a sentence: numbers, pages, reasons. Never personal data. */
export type SealErrorParams = Readonly<Record<string, string | number>>;

/** A foreseen failure of this package: `code` is stable, `params` say where, `cause` is what a library said. */
export class SealError extends Error {
  override readonly name = 'SealError';
  readonly code: SealErrorCode;
  readonly params: SealErrorParams;

  constructor(code: SealErrorCode, message: string, params: SealErrorParams = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.params = params;
  }
}

/** What a remote key rejects with. */
export class RemoteKeyError extends Error {
  override readonly name = 'RemoteKeyError';
  readonly reason: SignerFaultReason;

  constructor(reason: SignerFaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
