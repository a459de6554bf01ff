import type { APIButtonComponent } from 'discord-api-types/v10';
import type { Address } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, linkButton } from '#src/discord/components/buttons.ts';
import type { RegisteredLink } from '#src/discord/components/link.ts';

/** Builds the buttons to the other screens of a collection. */
export function collectionButtons(
  from: RegisteredLink,
  collection: Address,
  context: AnswerContext,
): readonly APIButtonComponent[] {
  const { messages } = context.services.view;
  return context.collectionTabs.flatMap(({ label, to }) => {
    const destination = to(collection);
    return destination.id === from.id ? [] : [button(label(messages), destination, context)];
  });
}

/** Builds the link to the collection's page, if there is one. */
export function collectionPageButton(
  collection: Address,
  { services }: AnswerContext,
): readonly APIButtonComponent[] {
  const { links, messages } = services.view;
  return linkButton(messages.lists.open, links.collection(collection));
}
