import type { Address } from '#src/chain/address.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { MessageCommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { addressField, oneOfField } from '#src/discord/components/field.ts';
import { type Destination, defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { watchAuctionLink, watchCollectionLink, watchTokenLink } from '#src/discord/components/targets.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import { collectionName } from '#src/discord/views/naming.ts';
import { watchableIn } from '../watch/watch-this.ts';
import { addSilence } from './add-silence.ts';
import { readSilenceEnd, USUAL_ENDS, usualEndLabels } from './duration-option.ts';

const hereLink = defineLink(
  'silence-here',
  { collection: addressField, time: oneOfField(USUAL_ENDS) },
  'asker',
);
/** As many as a menu has room for, with each time. */
const MAX_COLLECTIONS = 8;

const SUBJECTS = [watchCollectionLink, watchTokenLink, watchAuctionLink] as const;

/** Returns the collection of what can be watched; `null` for a wallet. */
function collectionOf({ id, texts }: Destination): Address | null {
  for (const link of SUBJECTS) if (link.id === id) return link.read(texts)?.collection ?? null;
  return null;
}

/** Asks how long to leave out alerts on these collections in the channel. */
function askHere(collections: readonly Address[], context: AnswerContext) {
  const { channelId, services } = context;
  const { view } = services;
  const { silences: words, writer } = view.messages;
  const labels = usualEndLabels(view.messages);
  const names = collections.map((one) => `**${collectionTitle(one, view)}**`);
  const content = words.askHere(writer.list(names, 'or'), `<#${channelId}>`);
  const to = (collection: Address, time: (typeof USUAL_ENDS)[number]) => hereLink.to({ collection, time });
  const [first] = collections;
  if (collections.length === 1 && first !== undefined) {
    const buttons = USUAL_ENDS.map((time) => button(labels[time], to(first, time), context));
    return { content, components: buttonRows(buttons) };
  }
  const entries = collections.flatMap((collection) =>
    USUAL_ENDS.map((time) => {
      const name = collectionName({ collection, collectionName: null }, view);
      return { label: words.choiceOf(name, labels[time]), to: to(collection, time) };
    }),
  );
  return { content, components: openMenu('silence-here', words.choose, entries, context) };
}

/** “Silence this”: leaves out alerts on the collection of a message in its channel. */
export const silenceThis: MessageCommand = {
  name: ({ silences }) => silences.messageCommand,
  component: defineComponent(defineLink('silence-this', {}, 'nobody'), {
    requires: 'manage-alerts',
    async run(_values, context, { message }) {
      await requireWritable(context.channelId, context);
      const found = message === null ? [] : watchableIn(message, context);
      const collections = found.map((one) => collectionOf(one.to)).filter((one) => one !== null);
      if (collections.length === 0) throw new UserError(({ silences }) => silences.nothingHere);
      return askHere([...new Set(collections)].slice(0, MAX_COLLECTIONS), context);
    },
  }),
};

export const hereComponent: Component = defineComponent(hereLink, {
  requires: 'manage-alerts',
  async run({ collection, time }, context) {
    const { guildId, channelId } = context;
    await requireWritable(channelId, context);
    const endsAt = readSilenceEnd(time, context);
    const silence = { guildId, scope: 'collection', target: collection, channelId, endsAt } as const;
    return { content: await addSilence(silence, context), components: [] };
  },
});
