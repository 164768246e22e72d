import { z } from 'zod';
import { isApiRoute, type Route } from '../route.ts';
import { warnings } from './warning.ts';

/** The schema of an answer, with the warnings that any request can cause. */
export function describeAnswer(route: Route): z.ZodType | undefined {
  const { answer } = route.schemas;
  if (!isApiRoute(route) || !(answer instanceof z.ZodObject) || 'warnings' in answer.shape) return answer;
  return answer.extend({ warnings });
}
