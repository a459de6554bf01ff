import {
  type AlertTemplate,
  TEMPLATE_LENGTHS,
  TEMPLATE_PARTS,
  type TemplatePart,
} from '#src/alerts/templates/alert-template.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Fields } from '#src/discord/components/component.ts';
import type { Destination } from '#src/discord/components/link.ts';
import { type Modal, modalFor } from '#src/discord/components/modal.ts';
import { truncate } from '#src/discord/text.ts';
import { placeholderExamples } from '#src/discord/views/template-examples.ts';
import type { Place } from './place.ts';

/** Maximum length of an example in the hint. */
const EXAMPLE_LENGTH = 30;
const FALLBACK = '`{price.fiat|price}`';
const GROUP = '`[ · {rank}]`';

/** The placeholders of the topic with an example each, and the two other rules of the language. */
function hintFor({ topic }: Pick<Place, 'topic'>, { services }: AnswerContext): string {
  const { view, now } = services;
  const all = placeholderExamples(topic, view, Math.floor(now() / 1_000));
  const examples = all.map(({ written, meaning, example }) => {
    // The address of a page says less than what it is.
    const shown = example.startsWith('<http') ? meaning : truncate(example, EXAMPLE_LENGTH);
    return `\`${written}\` ${shown}`;
  });
  return view.messages.templates.hint(examples.join(' · '), FALLBACK, GROUP);
}

/**
 * Builds the modal of a template, with its placeholders.
 * @param template what it is filled with
 * @param to what takes the submitted modal
 */
export function templateModal(
  place: Pick<Place, 'topic'>,
  template: AlertTemplate | null,
  to: Destination,
  context: AnswerContext,
): Modal {
  const { templates: words, topics } = context.services.view.messages;
  return modalFor(
    words.modalTitle(topics.plural[place.topic]),
    to,
    [
      { hint: hintFor(place, context) },
      ...TEMPLATE_PARTS.map((part) => ({
        name: part,
        label: words.parts[part],
        about: words.about[part],
        value: template?.[part] ?? '',
        lines: part === 'title' ? ('one' as const) : ('several' as const),
        maxLength: TEMPLATE_LENGTHS[part],
      })),
    ],
    context,
  );
}

/** Reads what was typed; an empty text looks as usual. */
export function typedTemplate(fields: Fields): AlertTemplate {
  const typed = (part: TemplatePart): string | null => {
    const text = (fields.get(part)?.[0] ?? '').replaceAll('\r\n', '\n').trim();
    return text === '' ? null : text;
  };
  return { message: typed('message'), title: typed('title'), text: typed('text') };
}
