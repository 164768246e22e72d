export {
  codesOf,
  type ErrorParams,
  errorGroup,
  INVALID_RULES,
  type InvalidRule,
  invalid,
  MAX_PROBLEMS,
  type Permanence,
  type Problem,
  problem,
  Refusal,
} from './errors.ts';
export {
  combineJobRunners,
  createJobRunner,
  type JobDefinition,
  type JobRunner,
  type JobSettings,
  type QueuedJob,
  RETRY_FOR_HOURS,
  RETRY_FOR_MINUTES,
} from './jobs.ts';
export { bindOperations, type Clock, type IdSource, onFirstUse } from './operations.ts';
export { hashSecret, isSameSecret } from './secrets.ts';
