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
export { bindOperations, type Immutable, onFirstUse } from './operations.ts';
export { currentOrigin, type Origin, originOfNextJob, readKeptOrigin, withOrigin } from './origin.ts';
export { hashSecret, type IdSource, isSameSecret, randomIds } from './secrets.ts';
export { type Clock, systemClock } from './time.ts';
