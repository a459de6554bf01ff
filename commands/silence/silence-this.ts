import { kindOf } from '#src/alerts/kinds/registry.ts';
import { NONE_PENDING, tokenKey } from '#src/alerts/missing-details.ts';
import { type Address, shortAddress } from '#src/chain/address.ts';
import type { TokenId } from '#src/chain/token-id.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { MessageCommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { addressField, countField, oneOfField } from '#src/discord/components/field.ts';
import { type Destination, defineLink } from '#src/discord/components/link.ts';
import { type MenuEntry, openMenu } from '#src/discord/components/open-menu.ts';
import { watchAuctionLink, watchCollectionLink, watchTokenLink } from '#src/discord/components/targets.ts';
import { UserError } from '#src/discord/user-error.ts';
import { collectionTitle } from '#src/discord/views/collection-heading.ts';
import { collectionName, itemName, walletName } from '#src/discord/views/naming.ts';
import { watchableIn } from '../watch/watch-this.ts';
import { addSilence } from './add-silence.ts';
import { silenceAlertLink } from './alert-button.ts';
import { readSilenceEnd, USUAL_ENDS, type UsualEnd, usualEndLabels } from './duration-option.ts';

const time = oneOfField(USUAL_ENDS);
const hereLink = defineLink('silence-here', { collection: addressField, time }, 'asker');
/** Only for tokens whose numbers fit into a custom id. */
const tokenHereLink = defineLink(
  'silence-token-here',
  { collection: addressField, token: countField, time },
  'asker',
);
const walletHereLink = defineLink('silence-wallet-here', { who: addressField, time }, 'asker');

/** As many as a menu has room for, with each time. */
const MAX_SUBJECTS = 8;
/** Alerts of a message whose tokens and wallets are offered. */
const MAX_ALERTS = 3;

const SUBJECTS = [watchCollectionLink, watchTokenLink, watchAuctionLink] as const;

const isOffered = (tokenId: TokenId): boolean =>
  countField.read(countField.write(Number(tokenId))) === Number(tokenId);

/** Something that can be silenced in the channel of a message. */
type Subject =
  | { readonly of: 'collection'; readonly collection: Address }
  | { readonly of: 'token'; readonly collection: Address; readonly tokenId: TokenId }
  | { readonly of: 'wallet'; readonly who: Address; readonly role: string };

/** Returns the collection of what can be watched; `null` for a wallet. */
function collectionOf({ id, texts }: Destination): Address | null {
  for (const link of SUBJECTS) if (link.id === id) return link.read(texts)?.collection ?? null;
  return null;
}

function keyOf(subject: Subject): string {
  if (subject.of === 'wallet') return subject.who;
  return subject.of === 'token' ? tokenKey(subject.collection, subject.tokenId) : subject.collection;
}

/** Returns what the alerts of a message are about: collections, tokens and wallets. */
async function subjectsOfAlerts(messageId: string, context: AnswerContext): Promise<readonly Subject[]> {
  const { channelId, services } = context;
  const { events } = services.store;
  const keys = await events.keysOfMessage(channelId, messageId);
  const found: Subject[] = [];
  for (const key of keys.slice(0, MAX_ALERTS)) {
    const [event] = await events.find({ by: 'key', key }, 1);
    const alert = event?.alert ?? null;
    if (alert === null) continue;
    const kind = kindOf(alert);
    for (const { collection, tokenId } of kind.subjects(alert, NONE_PENDING)) {
      found.push({ of: 'collection', collection });
      if (tokenId !== null && isOffered(tokenId)) found.push({ of: 'token', collection, tokenId });
    }
    for (const { role, wallet } of kind.parties(alert))
      if (wallet !== null) found.push({ of: 'wallet', who: wallet, role });
  }
  return found;
}

/** Returns what can be silenced of the alerts of a message and of the collections that it shows, without duplicates. */
async function subjectsOf(
  messageId: string,
  collections: readonly Address[],
  context: AnswerContext,
): Promise<readonly Subject[]> {
  const ofAlerts = await subjectsOfAlerts(messageId, context);
  const shown = collections.map((collection): Subject => ({ of: 'collection', collection }));
  const all = new Map([...ofAlerts, ...shown].map((subject) => [keyOf(subject), subject]));
  return ['collection', 'token', 'wallet']
    .flatMap((of) => [...all.values()].filter((subject) => subject.of === of))
    .slice(0, MAX_SUBJECTS);
}

function linkTo(subject: Subject, at: UsualEnd): Destination {
  switch (subject.of) {
    case 'collection':
      return hereLink.to({ collection: subject.collection, time: at });
    case 'token':
      return tokenHereLink.to({ collection: subject.collection, token: Number(subject.tokenId), time: at });
    case 'wallet':
      return walletHereLink.to({ who: subject.who, time: at });
    default:
      return subject satisfies never;
  }
}

function nameOf(subject: Subject, { services: { view } }: AnswerContext): string {
  const { silences: words } = view.messages;
  if (subject.of === 'wallet') {
    const roles: Readonly<Record<string, string>> = words.roles;
    const name = walletName(subject.who, view) ?? shortAddress(subject.who);
    return words.walletOf(roles[subject.role] ?? words.wallet, name);
  }
  const { collection } = subject;
  return subject.of === 'token'
    ? itemName({ collection, tokenId: subject.tokenId, tokenName: null, collectionName: null }, view)
    : collectionName({ collection, collectionName: null }, view);
}

/** Asks for how long to leave out alerts in the channel. With one collection, its times are buttons. */
function askHere(subjects: readonly Subject[], context: AnswerContext) {
  const { channelId, services } = context;
  const { view } = services;
  const { silences: words, writer } = view.messages;
  const labels = usualEndLabels(view.messages);
  const collections = subjects.flatMap((one) => (one.of === 'collection' ? [one] : []));
  const [only, ...others] = collections;
  const names = collections.map(({ collection }) => `**${collectionTitle(collection, view)}**`);
  const content = words.askHere(writer.list(names, 'or'), `<#${channelId}>`);
  const single = only !== undefined && others.length === 0 ? only : null;
  const buttons =
    single === null ? [] : USUAL_ENDS.map((end) => button(labels[end], linkTo(single, end), context));
  const entries = subjects
    .filter((subject) => subject !== single)
    .flatMap((subject) =>
      USUAL_ENDS.map(
        (end): MenuEntry => ({
          label: words.choiceOf(nameOf(subject, context), labels[end]),
          to: linkTo(subject, end),
        }),
      ),
    );
  const placeholder = single === null ? words.choose : words.chooseOther;
  return {
    content,
    components: [...buttonRows(buttons), ...openMenu('silence-here', placeholder, entries, context)],
  };
}

/**
 * Offers to leave out alerts on what a message is about, in its channel.
 * @param collections that the message shows
 * @throws UserError for a member who may not write there, and where no collection is found
 */
async function offerHere(
  messageId: string,
  collections: readonly Address[],
  context: AnswerContext,
): Promise<Answer> {
  await requireWritable(context.channelId, context);
  const subjects = await subjectsOf(messageId, collections, context);
  if (!subjects.some(({ of }) => of === 'collection'))
    throw new UserError(({ silences }) => silences.nothingHere);
  return askHere(subjects, context);
}

/** “Silence this”: leaves out alerts on the collection, a token or a wallet of a message in its channel. */
export const silenceThis: MessageCommand = {
  name: ({ silences }) => silences.messageCommand,
  component: defineComponent(defineLink('silence-this', {}, 'nobody'), {
    requires: 'manage-alerts',
    run(_values, context, { message }) {
      const shown = message === null ? [] : watchableIn(message, context);
      const collections = shown.flatMap(({ to }) => collectionOf(to) ?? []);
      return offerHere(message?.id ?? '', collections, context);
    },
  }),
};

async function silenceHere(scope: Subject['of'], target: string, typed: UsualEnd, context: AnswerContext) {
  const { guildId, channelId } = context;
  await requireWritable(channelId, context);
  const endsAt = readSilenceEnd(typed, context);
  const content = await addSilence({ guildId, scope, target, channelId, endsAt }, context);
  return { content, components: [] };
}

/** What the button under the details of an alert leads to, and the buttons and the menu of “Silence this”. */
export const hereComponents: readonly Component[] = [
  defineComponent(silenceAlertLink, {
    requires: 'manage-alerts',
    answersBy: 'reply',
    run: ({ message, collection }, context) => offerHere(message, [collection], context),
  }),
  defineComponent(hereLink, {
    requires: 'manage-alerts',
    run: ({ collection, time: typed }, context) => silenceHere('collection', collection, typed, context),
  }),
  defineComponent(tokenHereLink, {
    requires: 'manage-alerts',
    run: ({ collection, token, time: typed }, context) =>
      silenceHere('token', tokenKey(collection, String(token)), typed, context),
  }),
  defineComponent(walletHereLink, {
    requires: 'manage-alerts',
    run: ({ who, time: typed }, context) => silenceHere('wallet', who, typed, context),
  }),
];
