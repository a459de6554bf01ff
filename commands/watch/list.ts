import { chosenCollections } from '#src/alerts/filters/collection.ts';
import { chosenWallets } from '#src/alerts/filters/wallets.ts';
import { extrasOf } from '#src/alerts/rule-extras.ts';
import { NO_EXTRAS, type Rule, type Subscription } from '#src/alerts/subscription.ts';
import { personTarget } from '#src/alerts/target.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { Subcommand } from '#src/discord/command.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { countField, idField, numberField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { narrowLink, stopLink } from '#src/discord/components/targets.ts';
import { refusalText, tryAgainButton, tryToWriteLink } from '#src/discord/refusal-notice.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { ruleLabel, ruleText } from '#src/discord/views/rule-words.ts';
import { isSpent } from '#src/discord/views/subscriptions.ts';
import { conditionButtons } from './choose.ts';
import { hourlyLimitNow } from './hourly-limit.ts';
import { changeWatches, learnNamesIn, ownWatch, ownWatches } from './own.ts';
import { chosenSubject, type Subject } from './subject.ts';

const PAGE_SIZE = 8;

const CHANGES = {
  pause: defineLink('watch-pause', { watch: idField }, 'asker'),
  resume: defineLink('watch-resume', { watch: idField }, 'asker'),
  remove: defineLink('watch-remove', { watch: idField }, 'asker'),
  once: defineLink('watch-once', { watch: idField }, 'asker'),
} as const;

const watchesLink = defineLink('watches', { page: countField });
const watchLink = defineLink('watch', { id: numberField });

/** A notice while Discord refuses messages to the person, who is then told that. @param watches theirs */
async function refusalOf(
  watches: readonly Subscription[],
  { requester, services: { store, view } }: AnswerContext,
): Promise<string> {
  const person = await store.people.find(requester);
  if (person === null || person.refusedSince === null) return '';
  if (!person.isRefusalReported) await store.people.takeRefusalToTell(requester);
  const waiting = watches.filter(({ pausedAt }) => pausedAt === null).length;
  return refusalText(person.refusedSince, waiting, view.messages);
}

/** The watches of the person who asks, whoever the message was for. */
const watchesScreen = defineComponent(watchesLink, {
  async load({ page: wanted }, context) {
    const watches = await ownWatches(context);
    await learnNamesIn(paginate(watches, wanted, PAGE_SIZE).items, context);
    const limit = watches.length === 0 ? '' : await hourlyLimitNow(context);
    return { watches, refusal: await refusalOf(watches, context), limit };
  },
  render({ watches, refusal, limit }, { page: wanted }, context) {
    const { view } = context.services;
    const { watches: words } = view.messages;
    const page = paginate(watches, wanted, PAGE_SIZE);
    const entry = (one: Subscription) =>
      (one.pausedAt === null ? words.entry : words.pausedEntry)(`#${one.id}`, ruleText(one, view));
    const list = {
      title: words.title,
      entries: () => page.items.map(entry),
      empty: words.none,
      footer: pageText(page, PAGE_SIZE, view),
    };
    const toOpen = page.items.map((one) => ({
      label: `#${one.id} ${ruleLabel(one, view)}`,
      to: watchLink.to({ id: String(one.id) }),
    }));
    return {
      content: [refusal, limit].filter((line) => line !== '').join('\n'),
      embeds: [listEmbed(list, view)],
      components: [
        ...openMenu('watch', words.open, toOpen, context),
        ...pagerRow((to) => watchesLink.to({ page: to }), page, PAGE_SIZE, context),
        ...(refusal === '' ? [] : buttonRows([tryAgainButton(context)])),
      ],
    };
  },
});

/** Buttons that pause or resume a watch, and one that removes it. */
function changeButtons(watch: Subscription, context: AnswerContext, isTold = false) {
  const { watches: words } = context.services.view.messages;
  const id = String(watch.id);
  return [
    watch.pausedAt === null && !isTold
      ? button(words.pause, CHANGES.pause.to({ watch: id }), context)
      : button(words.resume, CHANGES.resume.to({ watch: id }), context, 'primary'),
    button(words.remove, CHANGES.remove.to({ watch: id }), context, 'danger'),
  ];
}

async function showWatch(watch: Subscription, context: AnswerContext): Promise<Answer> {
  const { store, view } = context.services;
  const { watches: words } = view.messages;
  const { onceDeliveryId } = watch;
  const once = await store.oncePosts(onceDeliveryId === undefined ? [] : [onceDeliveryId]);
  const isTold = isSpent(watch, { once });
  const isOnce = extrasOf(watch).isOnce === true;
  const state = isTold ? words.isTold : watch.pausedAt === null ? words.isActive : words.isPaused;
  const id = String(watch.id);
  const matched = watch.lastMatchAt === null ? null : momentText(watch.lastMatchAt / 1_000);
  return {
    content: [
      `**${words.oneTitle(`#${id}`)}** · ${state}`,
      ruleText(watch, view),
      ...(matched === null ? [] : [`-# ${words.lastMatch(matched)}`]),
    ].join('\n'),
    components: buttonRows([
      ...changeButtons(watch, context, isTold),
      button(isOnce ? words.tellAlways : words.tellOnce, CHANGES.once.to({ watch: id }), context),
      button(words.all, watchesLink.to({ page: 1 }), context),
    ]),
  };
}

/** One watch of the person who asks. */
const watchScreen = defineComponent(watchLink, {
  async load({ id }, context) {
    const watch = await ownWatch(id, context);
    await learnNamesIn([watch], context);
    return watch;
  },
  render: (watch, _values, context) => showWatch(watch, context),
});

const changing = (change: 'pause' | 'resume'): Component =>
  defineComponent(CHANGES[change], {
    async run({ watch }, context) {
      await changeWatches(change, [await ownWatch(watch, context)], context);
      return showWatch(await ownWatch(watch, context), context);
    },
  });

/** What the buttons of a watch lead to. */
const watchComponents: readonly Component[] = [
  changing('pause'),
  changing('resume'),
  defineComponent(CHANGES.once, {
    async run({ watch: id }, context) {
      const { topics, filter, pingRoles, extras: before } = await ownWatch(id, context);
      const isOnce = extrasOf({ extras: before }).isOnce === true;
      const extras = isOnce ? undefined : { ...NO_EXTRAS, isOnce: true };
      const rule = { topics, filter, pingRoles, extras };
      await context.services.subscriptions.change(personTarget(context.requester), Number(id), rule);
      return showWatch(await ownWatch(id, context), context);
    },
  }),
  defineComponent(CHANGES.remove, {
    async run({ watch }, context) {
      await changeWatches('remove', [await ownWatch(watch, context)], context);
      return watchesScreen.show({ page: 1 }, context);
    },
  }),
];

/** What a watch is about; `null` for what cannot be chosen again. */
function subjectOf({ filter }: Rule): Subject | null {
  const [collection] = chosenCollections(filter) ?? [];
  const [tokenId] = filter.tokens ?? [];
  if (collection === undefined) {
    const wallets = chosenWallets(filter);
    return wallets.length === 0 ? null : { kind: 'wallet', wallets };
  }
  if (tokenId === undefined) return { kind: 'collection', collection };
  const { auction } = filter;
  return auction === undefined
    ? { kind: 'token', collection, tokenId }
    : { kind: 'auction', auction, collection, tokenId };
}

/**
 * **Narrow this watch**, under the last message before the hourly limit: what to watch instead, and how to hold or end
 * the watch.
 */
const narrowScreen = defineComponent(narrowLink, {
  load: ({ id }, context) => ownWatch(id, context),
  async render(watch, _values, context) {
    const { view } = context.services;
    const subject = subjectOf(watch);
    const instead =
      subject === null ? [] : conditionButtons(subject, await chosenSubject.save(subject, context), context);
    return {
      content: view.messages.watches.narrowThis(`#${watch.id}`, ruleText(watch, view)),
      components: [...buttonRows(instead), ...buttonRows(changeButtons(watch, context))],
    };
  },
});

/** **Stop this watch**, under a direct message: pauses it, and offers to resume or to remove it. */
const stopWatch = defineComponent(stopLink, {
  answersBy: 'reply',
  async run({ watch: id }, context) {
    const { view } = context.services;
    const { watches: words } = view.messages;
    const all = button(words.all, watchesLink.to({ page: 1 }), context);
    const known = (await ownWatches(context)).find((watch) => String(watch.id) === id);
    if (known === undefined) return { content: words.alreadyGone, components: buttonRows([all]) };
    await changeWatches('pause', [known], context);
    const stopped = await ownWatch(id, context);
    return {
      content: words.stopped(`#${id}`, ruleText(stopped, view)),
      components: buttonRows([...changeButtons(stopped, context), all]),
    };
  },
});

/** Writes again to the person who presses, after Discord had refused it. */
const tryToWrite = defineComponent(tryToWriteLink, {
  async run(_values, { requester, services }) {
    const { watches: words } = services.view.messages;
    const isTried = await services.subscriptions.resumePerson(requester);
    return { content: isTried ? words.triedAgain : words.nothingToTry };
  },
});

/** `/watch list`: lists the user's watches. */
export const list: Subcommand = {
  name: 'list',
  definition: ({ watches: words }) => ({ description: words.listDescription }),
  answerTo: 'asker',
  execute: async (_interaction, context) => watchesScreen.show({ page: 1 }, context),
  components: [watchesScreen, watchScreen, narrowScreen, stopWatch, ...watchComponents, tryToWrite],
};
