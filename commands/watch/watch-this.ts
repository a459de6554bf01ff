import { parseAddress } from '#src/chain/address.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { MessageCommand } from '#src/discord/command.ts';
import { defineComponent, NO_INPUT } from '#src/discord/components/component.ts';
import { type CustomId, readCustomId } from '#src/discord/components/custom-id.ts';
import { type Destination, defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import {
  watchAuctionLink,
  watchCollectionLink,
  watchOf,
  watchTokenLink,
  watchWalletLink,
} from '#src/discord/components/targets.ts';
import { meaningsOf } from '#src/discord/finding/meanings.ts';
import type { TargetMessage } from '#src/discord/interactions/payload.ts';
import { markdownLinks } from '#src/discord/markdown-links.ts';
import { UserError } from '#src/discord/user-error.ts';
import { chooseScreens } from './choose.ts';

/** A watchable item in a message, with the name used there. */
interface Found {
  readonly label: string;
  readonly to: Destination;
}

/** What a custom id leads to, unless that is the asker's only: nothing of that can be watched. */
function readShown(customId: string): CustomId | null {
  const read = readCustomId(customId);
  return read === null || read.destination.isAskersOnly ? null : read;
}

/** What a component that offers to watch something, or one under an alert, leads to watching; `null` for others. */
function offeredBy(customId: string): Destination | null {
  const read = readShown(customId);
  if (read === null) return null;
  if (read.asker === null) return watchOf(read.destination);
  return chooseScreens.some(({ id }) => id === read.destination.id) ? read.destination : null;
}

/** Returns the watch destination of a choice that opens a lookup; `null` for others. */
function shownBy(value: string): Destination | null {
  const read = readShown(value);
  return read === null || read.asker === null ? null : watchOf(read.destination);
}

/** Returns the watch destination of a marketplace page. */
function destinationOfPage(url: string, { services }: AnswerContext): Destination | null {
  const { collections, view } = services;
  for (const meaning of meaningsOf(url, view.links.read)) {
    if (meaning.of === 'person') {
      const who = parseAddress(meaning.who);
      if (who !== null) return watchWalletLink.to({ who });
      continue;
    }
    if (meaning.collection === null) continue;
    const collection = collections.resolve(meaning.collection)?.address ?? parseAddress(meaning.collection);
    if (collection === null) continue;
    if (meaning.of === 'collection') return watchCollectionLink.to({ collection });
    if (meaning.of === 'auction' && meaning.auctionId !== null)
      return watchAuctionLink.to({ collection, auctionId: meaning.auctionId });
    if (meaning.tokenId !== null) return watchTokenLink.to({ collection, tokenId: meaning.tokenId });
  }
  return null;
}

/** Returns the first of these lists that is not empty. */
const firstOf = (...lists: readonly (() => readonly Found[])[]): readonly Found[] => {
  for (const list of lists) {
    const found = list();
    if (found.length > 0) return found;
  }
  return [];
};

/**
 * Returns all watchable items in the message, without duplicates: those of its components; else, for a list, its
 * subject and entries; else those that its links refer to. For an embed, the title's link takes precedence, then the
 * links in its text, then the author's link.
 */
export function watchableIn(
  { content, embeds, components }: TargetMessage,
  context: AnswerContext,
): readonly Found[] {
  const title = embeds[0]?.title ?? '';
  const parts = components.flatMap((row) => row.components);
  const choices = parts.flatMap(({ options }) => options);
  const foundAt = (to: Destination | null, label: string): readonly Found[] =>
    to === null ? [] : [{ label, to }];
  const pageOf = (url: string | null | undefined, label: string | null | undefined) =>
    url === null || url === undefined ? [] : foundAt(destinationOfPage(url, context), label ?? '');
  const linksIn = (text: string) => markdownLinks(text).flatMap(({ label, url }) => pageOf(url, label));

  const offered = () => [
    ...parts.flatMap(({ custom_id: id }) => (id === undefined ? [] : foundAt(offeredBy(id), title))),
    ...choices.flatMap(({ value, label }) => foundAt(offeredBy(value), label)),
  ];
  const listed = () => {
    const entries = choices.flatMap(({ value, label }) => foundAt(shownBy(value), label));
    return entries.length === 0
      ? []
      : [...embeds.flatMap((embed) => pageOf(embed.url, embed.title)), ...entries];
  };
  const linked = () => [
    ...linksIn(content),
    ...embeds.flatMap((embed) =>
      firstOf(
        () => pageOf(embed.url, embed.title),
        () => linksIn(embed.description ?? ''),
        () => pageOf(embed.author?.url, embed.title),
      ),
    ),
  ];
  const found = firstOf(offered, listed, linked);
  return [...new Map(found.map((one) => [[one.to.id, ...one.to.texts].join(), one])).values()];
}

/**
 * “Watch this”: asks which events of a message's item the user wants to watch. If there are several items, it asks for
 * the item first.
 */
export const watchThis: MessageCommand = {
  name: ({ watches }) => watches.messageCommand,
  component: defineComponent(defineLink('watch-this', {}, 'nobody'), {
    async run(_values, context, { message }) {
      const found = message === null ? [] : watchableIn(message, context);
      const [first] = found;
      if (first === undefined) throw new UserError(({ watches }) => watches.nothingToWatch);
      const { watches: words } = context.services.view.messages;
      if (found.length > 1) {
        return {
          content: words.chooseWhich,
          components: openMenu('watch-this', words.chooseWhich, found, context),
        };
      }
      const screen = chooseScreens.find(({ id }) => id === first.to.id);
      const run = screen?.bind(first.to.texts)?.run ?? null;
      if (run === null) throw new UserError(({ watches }) => watches.nothingToWatch);
      return run(context, NO_INPUT);
    },
  }),
};
