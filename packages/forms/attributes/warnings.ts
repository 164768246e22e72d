/** Warnings about field names. The code is stable; the message is English text for people. */
export type NameWarningCode =
  /** `suggestion` is the nearest known attribute. */
  | 'unknown_attribute'
  /** `suggestion` is the attribute with an index. */
  | 'missing_index'
  /** `suggestion` is the attribute without it. */
  | 'index_not_allowed'
  /** `suggestion` is a trigger for the field. */
  | 'receiver_without_trigger'
  /** `suggestion` is a receiver of the result. */
  | 'trigger_without_receiver'
  /** One trigger fills the whole index. */
  | 'several_triggers_for_index'
  /** `suggestion` is a free name. */
  | 'duplicate_field_name'
  | 'required_but_never_filled';

export interface NameWarning {
  readonly code: NameWarningCode;
  /** Fully qualified. */
  readonly field: string;
  readonly message: string;
  readonly attribute?: string;
  readonly suggestion?: string;
}
