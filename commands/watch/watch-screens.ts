import type { Subscription } from '#src/alerts/subscription.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { countField, idField, numberField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { openMenu } from '#src/discord/components/open-menu.ts';
import { pagerRow, pageText } from '#src/discord/components/pager.ts';
import { paginate } from '#src/discord/components/read-page.ts';
import { refusalText, tryAgainButton } from '#src/discord/refusal-notice.ts';
import { listEmbed } from '#src/discord/views/list-embed.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { ruleLabel, ruleText } from '#src/discord/views/rule-words.ts';
import { hourlyLimitNow } from './hourly-limit.ts';
import { changeWatches, learnNamesIn, ownWatch, ownWatches } from './own.ts';

const PAGE_SIZE = 8;

const CHANGES = {
  pause: defineLink('watch-pause', { watch: idField }, 'asker'),
  resume: defineLink('watch-resume', { watch: idField }, 'asker'),
  remove: defineLink('watch-remove', { watch: idField }, 'asker'),
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
export const watchesScreen = defineComponent(watchesLink, {
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
export function changeButtons(watch: Subscription, context: AnswerContext) {
  const { watches: words } = context.services.view.messages;
  const id = String(watch.id);
  return [
    watch.pausedAt === null
      ? button(words.pause, CHANGES.pause.to({ watch: id }), context)
      : button(words.resume, CHANGES.resume.to({ watch: id }), context, 'primary'),
    button(words.remove, CHANGES.remove.to({ watch: id }), context, 'danger'),
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
      button(words.all, watchesLink.to({ page: 1 }), context),
    ]),
  };
}

/** One watch of the person who asks. */
export const watchScreen = defineComponent(watchLink, {
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
export const watchComponents: readonly Component[] = [
  changing('pause'),
  changing('resume'),
  defineComponent(CHANGES.remove, {
    async run({ watch }, context) {
      await changeWatches('remove', [await ownWatch(watch, context)], context);
      return watchesScreen.show({ page: 1 }, context);
    },
  }),
];
