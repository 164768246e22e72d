import { z } from 'zod';
import { isApiRoute, type Route } from '../route.ts';
import { errorLanguage } from './text.ts';

const noQuery = z.object({});

/** The schema of a query, with the member of every API operation. */
export function queryOf(route: Route): z.ZodObject {
  const { query = noQuery } = route.schemas;
  return isApiRoute(route) ? query.extend({ errorLanguage }) : query;
}
