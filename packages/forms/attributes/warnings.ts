/** What may be wrong with a field's name. The word is stable, the message is English and for people. */
export type NameWarningCode =
  /** A part after a pipe is no attribute of ours; `suggestion` is the nearest one. */
  | 'unknown_attribute'
  /** The attribute groups fields and has no index in brackets; `suggestion` is the corrected attribute. */
  | 'missing_index'
  /** The attribute stands for itself and has an index; `suggestion` is the attribute without it. */
  | 'index_not_allowed'
  /** The field waits for a result that no trigger of its index gives; `suggestion` is one that would. */
  | 'receiver_without_trigger'
  /** The trigger's result goes nowhere; `suggestion` is an attribute that would take it. */
  | 'trigger_without_receiver'
  /** One operation fills the whole index, so one of the triggers is enough. */
  | 'several_triggers_for_index'
  /** Two fields share the key under which values are given; `suggestion` is a name that is free. */
  | 'duplicate_field_name'
  /** The field must have a value and nobody can give it one. */
  | 'required_but_never_filled';

/** Something wrong or useless in a field name. */
export interface NameWarning {
  readonly code: NameWarningCode;
  /** Fully qualified name of the field. */
  readonly field: string;
  readonly message: string;
  readonly attribute?: string;
  readonly suggestion?: string;
}
