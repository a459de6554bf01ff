import { z } from 'zod';
import {
  type AlertTemplate,
  TEMPLATE_LENGTHS,
  type TemplatePart,
} from '#src/alerts/templates/alert-template.ts';

const textOf = (part: TemplatePart) => z.string().max(TEMPLATE_LENGTHS[part]).nullable();

/** Schema of a template that is kept: saved, typed and refused, or in an import that waits. */
export const templateSchema = z.object({
  message: textOf('message'),
  title: textOf('title'),
  text: textOf('text'),
}) satisfies z.ZodType<AlertTemplate>;
