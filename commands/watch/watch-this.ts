import { parseAddress } from '../../src/chain/address.ts';
import type { AnswerContext } from '../../src/discord/answer.ts';
import type { MessageCommand } from '../../src/discord/command.ts';
import { openMenu } from '../../src/discord/components/open-menu.ts';
import { meaningsOf } from '../../src/discord/finding/meanings.ts';
import type { TargetMessage } from '../../src/discord/interactions/payload.ts';
import { readTargetId } from '../../src/discord/interactions/target-id.ts';
import { type Destination, readScreenId } from '../../src/discord/screens/link.ts';
import {
  watchAuctionLink,
  watchCollectionLink,
  watchDestinationOf,
  watchTokenLink,
  watchWalletLink,
} from '../../src/discord/screens/targets.ts';
import { UserError } from '../../src/discord/user-error.ts';
import { chooseScreens } from './choose.ts';

/** Something to watch in a message, as the message calls it. */
interface Found {
  readonly label: string;
  readonly to: Destination;
}

/** What a custom id of the bot leads to watching; `null` for others. */
function destinationIn(customId: string): Destination | null {
  const lookup = readTargetId(customId);
  if (lookup !== null) return watchDestinationOf(lookup.target);
  const destination = readScreenId(customId)?.destination ?? null;
  return chooseScreens.some(({ link }) => link.id === destination?.id) ? destination : null;
}

/** What a page of the marketplace leads to watching. */
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

/** Everything in the message that can be watched, each once: by its components, else by its links. */
function watchableIn({ embeds, components }: TargetMessage, context: AnswerContext): readonly Found[] {
  const title = embeds[0]?.title ?? '';
  const parts = components.flatMap((row) => row.components);
  const byComponents = parts.flatMap(({ custom_id: customId, options }) => [
    { label: title, to: customId === undefined ? null : destinationIn(customId) },
    ...options.map(({ value, label }) => ({ label, to: destinationIn(value) })),
  ]);
  const byLinks = embeds.flatMap((embed) =>
    [embed.url ?? null, embed.author?.url ?? null]
      .filter((url) => url !== null)
      .slice(0, 1)
      .map((url) => ({ label: embed.title ?? '', to: destinationOfPage(url, context) })),
  );
  const found = new Map<string, Found>();
  for (const list of [byComponents, byLinks]) {
    if (found.size > 0) break;
    for (const { label, to } of list) {
      if (to !== null) found.set([to.id, ...to.texts].join(), { label, to });
    }
  }
  return [...found.values()];
}

/** “Watch this”: asks when the person wants to be told of what a message is about, and of what, where it is about several things. */
export const watchThis: MessageCommand = {
  name: ({ watches }) => watches.messageCommand,
  async execute(message, context) {
    const found = watchableIn(message, context);
    const [first] = found;
    if (first === undefined) throw new UserError(({ watches }) => watches.nothingToWatch);
    const { watches: words } = context.services.view.messages;
    if (found.length > 1) {
      return {
        content: words.chooseWhich,
        components: openMenu('watch-this', words.chooseWhich, found, context),
      };
    }
    const screen = chooseScreens.find(({ link }) => link.id === first.to.id);
    const show = screen?.open(first.to.texts) ?? null;
    if (show === null) throw new UserError(({ watches }) => watches.nothingToWatch);
    return show(context);
  },
};
