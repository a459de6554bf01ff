import type { Logger } from 'pino';
import { z } from 'zod';
import { HOUR_MS } from '#src/chain/durations.ts';
import { requireRights } from '../access/rights.ts';
import type { Answer } from '../answer.ts';
import type { AnswerContext } from '../answer-context.ts';
import { UserError } from '../user-error.ts';
import { button, buttonRows } from './buttons.ts';
import { type Bound, type Component, defineComponent, type Fields } from './component.ts';
import { savedField } from './field.ts';
import { defineLink } from './link.ts';
import { savedInput } from './saved-input.ts';

/** It is there for every component that has a modal. */
const tryAgainLink = defineLink('try-again', { saved: savedField }, 'asker');

/** A submitted and refused modal, with the typed texts. */
const failedSubmission = savedInput(
  { name: 'submission', keptFor: HOUR_MS, limit: 5 },
  z.object({
    /** Id of the component that the modal leads to. */
    action: z.string(),
    /** Its parameters. */
    argument: z.string(),
    fields: z.array(z.tuple([z.string(), z.array(z.string())])),
  }),
);

/** Opens the modal of a refused submission again, with the typed texts. @param components all others, by id */
export function createTryAgain(components: ReadonlyMap<string, Component>): Component {
  return defineComponent(tryAgainLink, {
    async modal({ saved }, context) {
      const submission = await failedSubmission.find(saved, context);
      const component = submission === null ? undefined : components.get(submission.action);
      const modal = component?.bind([submission?.argument ?? ''])?.modal ?? null;
      if (submission === null || component === undefined || modal === null) {
        throw new UserError(({ interactions }) => interactions.typedForgotten);
      }
      requireRights(component.requires, context, context.services.view.settings);
      return modal(context, new Map(submission.fields));
    },
  });
}

/** The answer to a refused modal, with a button that opens it again where that can help. */
export async function offerTryAgain(
  answer: Answer,
  {
    component,
    argument,
    bound: { modal },
  }: { readonly component: Component; readonly argument: string; readonly bound: Bound },
  fields: Fields,
  contextOf: () => AnswerContext,
  log: Pick<Logger, 'warn'>,
): Promise<Answer> {
  if (modal === null || fields.size === 0) return answer;
  const context = contextOf();
  try {
    // What the modal belongs to may be over; then it cannot be opened again.
    await modal(context, fields);
  } catch (error) {
    if (!(error instanceof UserError))
      log.warn({ err: error, component: component.id }, 'modal not rendered');
    return answer;
  }
  const typed = [...fields].map(([field, texts]): [string, string[]] => [field, [...texts]]);
  const saved = await failedSubmission.save({ action: component.id, argument, fields: typed }, context);
  const { tryAgain } = context.services.view.messages.interactions;
  return {
    ...answer,
    components: buttonRows([button(tryAgain, tryAgainLink.to({ saved }), context, 'primary')]),
  };
}
