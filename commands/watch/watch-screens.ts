import type { Subscription } from '#src/alerts/subscription.ts';
import type { Action } from '#src/discord/actions/action.ts';
import { actionButton } from '#src/discord/actions/action-button.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { buttonRows, screenButton } from '#src/discord/components/buttons.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { refusalText, tryAgainButton } from '#src/discord/refusal-notice.ts';
import { countField, numberField } from '#src/discord/screens/field.ts';
import { defineLink } from '#src/discord/screens/link.ts';
import { defineScreen } from '#src/discord/screens/screen.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { ruleLabel, ruleText } from '#src/discord/views/rule-words.ts';
import { hourlyLimitNow } from './hourly-limit.ts';
import { changeWatches, learnNamesIn, ownWatch, ownWatches } from './own.ts';

const PAGE_SIZE = 8;

const CHANGES = {
  pause: { name: 'watch-pause' },
  resume: { name: 'watch-resume' },
  remove: { name: 'watch-remove' },
} as const;

const watchesLink = defineLink('watches', { page: countField });
const watchLink = defineLink('watch', { id: numberField });

/**
 * Returns a notice while Discord refuses messages to the user.
 * @param watches the user's watches
 */
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

/** The watches of the user who pressed the button, even if the message was for another user. */
export const watchesScreen = defineScreen(watchesLink, {
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

/** Builds buttons that pause or resume a watch, and one that removes it. */
export function changeButtons(watch: Subscription, context: AnswerContext) {
  const { watches: words } = context.services.view.messages;
  const id = String(watch.id);
  return [
    watch.pausedAt === null
      ? actionButton(words.pause, CHANGES.pause, id, context)
      : actionButton(words.resume, CHANGES.resume, id, context, 'primary'),
    actionButton(words.remove, CHANGES.remove, id, context, 'danger'),
  ];
}

function showWatch(watch: Subscription, context: AnswerContext): Answer {
  const { view } = context.services;
  const { watches: words } = view.messages;
  const id = String(watch.id);
  const matched = watch.lastMatchAt === null ? null : momentText(watch.lastMatchAt / 1_000);
  return {
    content: [
      `**${words.oneTitle(`#${id}`)}** · ${watch.pausedAt === null ? words.isActive : words.isPaused}`,
      ruleText(watch, view),
      ...(matched === null ? [] : [`-# ${words.lastMatch(matched)}`]),
    ].join('\n'),
    components: buttonRows([
      ...changeButtons(watch, context),
      screenButton(words.all, watchesLink.to({ page: 1 }), context),
    ]),
  };
}

/** One watch of the user. */
export const watchScreen = defineScreen(watchLink, {
  async load({ id }, context) {
    const watch = await ownWatch(id, context);
    await learnNamesIn([watch], context);
    return watch;
  },
  render: (watch, _values, context) => showWatch(watch, context),
});

const changing = (change: 'pause' | 'resume'): Action => ({
  ...CHANGES[change],
  answersBy: 'update',
  async run({ argument }, context) {
    await changeWatches(change, [await ownWatch(argument, context)], context);
    return showWatch(await ownWatch(argument, context), context);
  },
});

/** Actions of the buttons of a watch. */
export const watchActions: readonly Action[] = [
  changing('pause'),
  changing('resume'),
  {
    ...CHANGES.remove,
    answersBy: 'update',
    async run({ argument }, context) {
      await changeWatches('remove', [await ownWatch(argument, context)], context);
      return watchesScreen.show({ page: 1 }, context);
    },
  },
];
