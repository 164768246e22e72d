import {
  type Language,
  PREPARING_FAULTS,
  type Template,
  type TemplateView,
  templateConfiguration,
} from '@countersign/signing';
import { z } from 'zod';
import { presentProblem, problem, putBack } from './problem.ts';
import { timestamp } from './text.ts';
import { presentWarnings, warnings } from './warning.ts';

const recordMembers = {
  templateId: z.string(),
  userId: z.string().meta({ description: 'The owner.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
};

const { name, fileId, sharingSetting } = templateConfiguration.shape;

export const templateSummary = z.object({ ...recordMembers, name, fileId, sharingSetting });

export const templateBody = templateConfiguration.extend({
  ...recordMembers,
  problems: z.array(problem).meta({ description: 'What keeps it from being used.' }),
  warnings,
});

export const templateInput = templateConfiguration.extend({
  templateId: putBack,
  userId: putBack,
  createdAt: putBack,
  updatedAt: putBack,
  problems: putBack,
  warnings: putBack,
});

export const TEMPLATE_FAULTS = [
  ...PREPARING_FAULTS,
  'file_not_found',
  'not_yours',
  'capability_missing',
] as const;

export function presentTemplate(view: TemplateView, language: Language): z.output<typeof templateBody> {
  const { template, problems } = view;
  return {
    ...templateConfiguration.parse(template.configuration),
    ...presentTemplateSummary(template),
    problems: problems.map((one) => presentProblem(one, language)),
    ...presentWarnings(view.warnings),
  };
}

export function presentTemplateSummary(template: Template): z.output<typeof templateSummary> {
  const { id, userId, configuration, createdAt, updatedAt } = template;
  return {
    templateId: id,
    userId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    name: configuration.name,
    fileId: configuration.fileId,
    sharingSetting: configuration.sharingSetting ?? 'private',
  };
}
