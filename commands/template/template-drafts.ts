import { z } from 'zod';
import { TEMPLATE_SCOPES } from '#src/alerts/templates/alert-template.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { savedInput } from '#src/discord/components/saved-input.ts';
import { templateSchema } from '#src/store/model/template.ts';

/** Templates that could not be saved, until they are edited again. */
export const templateDrafts = savedInput(
  { name: 'template', keptFor: DAY_MS, limit: 10 },
  z.object({
    topic: z.string(),
    scope: z.enum(TEMPLATE_SCOPES),
    target: z.string(),
    channelId: z.string().nullable(),
    template: templateSchema,
  }),
  ({ channelId }) => channelId,
);
