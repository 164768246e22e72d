import { z } from 'zod';
import { isApiRoute, type Route } from '../route.ts';
import { warnings } from './warning.ts';

export function describeAnswer(route: Route): z.ZodType | undefined {
  const { answer } = route.schemas;
  if (!isApiRoute(route) || !(answer instanceof z.ZodObject) || 'warnings' in answer.shape) return answer;
  return answer.extend({ warnings });
}
