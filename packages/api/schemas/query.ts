import { z } from 'zod';
import { isApiRoute, type Route } from '../route.ts';
import { errorLanguage } from './text.ts';

const noQuery = z.object({});

export function queryOf(route: Route): z.ZodObject {
  const { query = noQuery } = route.schemas;
  return isApiRoute(route) ? query.extend({ errorLanguage }) : query;
}
