/** Warnings about field names. The code is stable; the message is English text for people. */
export type NameWarningCode =
  /** A part after a pipe is not a known attribute; `suggestion` is the nearest one. */
  | 'unknown_attribute'
  /** The attribute groups fields and has no index; `suggestion` is the corrected attribute. */
  | 'missing_index'
  /** The attribute does not take an index; `suggestion` is the attribute without it. */
  | 'index_not_allowed'
  /** No trigger of the field's index gives its result; `suggestion` is one that would. */
  | 'receiver_without_trigger'
  /** No field takes the trigger's result; `suggestion` is an attribute that would. */
  | 'trigger_without_receiver'
  /** One operation fills the whole index, so one trigger is enough. */
  | 'several_triggers_for_index'
  /** Two fields share the key of their values; `suggestion` is a free name. */
  | 'duplicate_field_name'
  /** The field requires a value and nobody can give it one. */
  | 'required_but_never_filled';

export interface NameWarning {
  readonly code: NameWarningCode;
  /** Fully qualified. */
  readonly field: string;
  readonly message: string;
  readonly attribute?: string;
  readonly suggestion?: string;
}
