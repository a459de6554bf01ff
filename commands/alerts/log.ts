import { type APIEmbed, ComponentType, SelectMenuDefaultValueType } from 'discord-api-types/v10';
import { isMarketAlert } from '#src/alerts/kinds/registry.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer, Row } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { button, buttonRows, disabledButton } from '#src/discord/components/buttons.ts';
import { type Component, defineComponent } from '#src/discord/components/component.ts';
import { writeCustomId } from '#src/discord/components/custom-id.ts';
import { countField, idField, pageField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import { messageUrl } from '#src/discord/posting/message-channel.ts';
import { sentenceLabel } from '#src/discord/render/segments.ts';
import { sanitizeLine } from '#src/discord/text.ts';
import { UserError } from '#src/discord/user-error.ts';
import { momentText } from '#src/discord/views/moment.ts';
import type { LogEntry, LoggedDelivery } from '#src/store/model/detected-event.ts';
import { POSTABLE_CHANNELS } from '../channel-option.ts';
import { deliveryWords } from '../why/delivery-words.ts';
import { eventName, eventWords } from '../why/words.ts';

const COLOUR = 0x3498db;
const PAGE_SIZE = 8;
/** Older alerts are found with `/why`. */
const MAX_PAGES = 50;
/** Discord: characters of a menu's label. */
const LABEL_LENGTH = 100;

/** Shows what became of the alerts of a channel. */
export const logLink = defineLink('alerts-log', { channel: idField, page: pageField }, 'asker');
const logOfLink = defineLink('alerts-log-of', {}, 'asker');
const askLink = defineLink('alerts-again', { channel: idField }, 'asker');
/** `times`: how often it was posted already, 1 if never again. */
const againLink = defineLink(
  'alerts-again-now',
  { channel: idField, delivery: idField, times: countField },
  'asker',
);

const nameOf = ({ alert }: LoggedDelivery, { services: { view } }: AnswerContext): string =>
  isMarketAlert(alert) ? eventWords(alert, view) : view.messages.alertLog.notice;

/** Formats `Sale: Punk #7, 2 hours ago · posted: https://… · 1 try · 2s after it was found`. */
async function logLine(delivery: LoggedDelivery, channelId: string, context: AnswerContext): Promise<string> {
  const { messages } = context.services.view;
  const { alertLog: words, writer } = messages;
  const { alert, post, createdAt } = delivery;
  const lastTry = post === null ? null : momentText(post.lastTryAt / 1_000);
  const settled = post?.settledAt ?? null;
  return [
    nameOf(delivery, context),
    ...(alert.again === true ? [words.again] : []),
    await deliveryWords(delivery, channelId, context),
    ...(post === null ? [] : [words.tries(post.attempts)]),
    ...(settled === null ? [] : [words.took(writer.duration((settled - createdAt) / 1_000))]),
    ...(settled === null && lastTry !== null ? [words.lastTry(lastTry)] : []),
  ].join(' · ');
}

/** Builds the menu of the alerts that can be posted again; none if there are none. */
function againRow(
  shown: readonly LoggedDelivery[],
  channelId: string,
  context: AnswerContext,
): readonly Row[] {
  const { view } = context.services;
  const { alertLog: words } = view.messages;
  const options = shown.flatMap(({ id, alert }, index) => {
    if (!isMarketAlert(alert)) return [];
    const event = sentenceLabel(eventName(alert, view), view);
    return [{ label: sanitizeLine(words.listed(index + 1, event), LABEL_LENGTH), value: String(id) }];
  });
  if (options.length === 0) return [];
  return [
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: writeCustomId(askLink.to({ channel: channelId }), context),
          placeholder: words.chooseAlert,
          options,
        },
      ],
    },
  ];
}

function channelRow(channelId: string, context: AnswerContext): Row {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.ChannelSelect,
        custom_id: writeCustomId(logOfLink.to({}), context),
        channel_types: [...POSTABLE_CHANNELS],
        placeholder: context.services.view.messages.alertLog.chooseChannel,
        default_values: [{ id: channelId, type: SelectMenuDefaultValueType.Channel }],
      },
    ],
  };
}

function pageRow(channel: string, page: number, hasNext: boolean, context: AnswerContext): readonly Row[] {
  if (page === 1 && !hasNext) return [];
  const { alertLog: words } = context.services.view.messages;
  const toPage = (label: string, to: number, leads: boolean) =>
    leads ? button(label, logLink.to({ channel, page: to }), context) : disabledButton(label, to);
  return buttonRows([
    toPage(words.previous, page - 1, page > 1),
    toPage(words.next, page + 1, hasNext && page < MAX_PAGES),
  ]);
}

/**
 * One page of a channel's log.
 * @param wanted from 1
 * @throws UserError if the member may not write in the channel
 */
async function answerLog(
  channelId: string,
  wanted: number,
  context: AnswerContext,
  confirmation = '',
): Promise<Answer> {
  await requireWritable(channelId, context);
  const { services } = context;
  const { alertLog: words } = services.view.messages;
  const page = Math.min(wanted, MAX_PAGES);
  const read = await services.store.channelLog.page(channelId, {
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE + 1,
  });
  const shown = read.slice(0, PAGE_SIZE);
  const written = await Promise.all(shown.map((one) => logLine(one, channelId, context)));
  const lines = written.map((line, index) => words.listed(index + 1, line));
  const embed: APIEmbed = {
    color: COLOUR,
    description: [
      `**${words.title(`<#${channelId}>`)}**`,
      ...(lines.length === 0 ? [words.none] : lines),
    ].join('\n'),
  };
  return {
    content: confirmation,
    embeds: [embed],
    components: [
      ...againRow(shown, channelId, context),
      channelRow(channelId, context),
      ...pageRow(channelId, page, read.length > PAGE_SIZE, context),
    ],
  };
}

/** Says when and where it was posted, or that it was not. */
function postedWords({ state, post }: LoggedDelivery, channelId: string, context: AnswerContext): string {
  const { alertLog: words } = context.services.view.messages;
  if (state === 'pending' || state === 'posting') return words.stillWaiting;
  if (state !== 'sent' || post === null) return words.notPosted;
  const when = momentText((post.settledAt ?? post.lastTryAt) / 1_000, 'f') ?? '';
  if (post.messageId === null) return words.postedAtUnknown(when);
  return words.postedAt(when, messageUrl(context.guildId, channelId, post.messageId));
}

/** Asks to confirm that an alert is posted again. */
function askAgain({ delivery, timesAgain }: LogEntry, channel: string, context: AnswerContext): Answer {
  const { alertLog: words } = context.services.view.messages;
  return {
    content: [
      words.ask(nameOf(delivery, context)),
      postedWords(delivery, channel, context),
      ...(timesAgain === 0 ? [] : [words.timesAgain(timesAgain)]),
      words.how,
    ].join('\n'),
    components: buttonRows([
      button(
        words.yes,
        againLink.to({ channel, delivery: String(delivery.id), times: timesAgain + 1 }),
        context,
        'primary',
      ),
      button(words.no, logLink.to({ channel, page: 1 }), context),
    ]),
  };
}

const requires = 'manage-alerts';

/** What the buttons and menus of a channel's log lead to. */
export const logComponents: readonly Component[] = [
  defineComponent(logLink, {
    requires,
    run: ({ channel, page }, context) => answerLog(channel, page, context),
  }),
  defineComponent(logOfLink, {
    requires,
    run: (_values, context, { chosen: [channel = ''] }) => answerLog(channel, 1, context),
  }),
  defineComponent(askLink, {
    requires,
    async run({ channel }, context, { chosen: [delivery = ''] }) {
      await requireWritable(channel, context);
      const entry = /^\d{1,15}$/.test(delivery)
        ? await context.services.store.channelLog.entry(channel, Number(delivery))
        : null;
      if (entry === null) throw new UserError(({ alertLog: words }) => words.gone);
      return askAgain(entry, channel, context);
    },
  }),
  defineComponent(againLink, {
    requires,
    async run({ channel, delivery, times }, context) {
      await requireWritable(channel, context);
      const id = /^\d{1,15}$/.test(delivery) ? Number(delivery) : 0;
      const result = await context.services.postAgain(channel, id, times - 1);
      if (result === 'gone') throw new UserError(({ alertLog: words }) => words.gone);
      if (result === 'no rules') throw new UserError(({ alertLog: words }) => words.noRules);
      if (result === 'done') throw new UserError(({ alertLog: words }) => words.done);
      return answerLog(channel, 1, context, context.services.view.messages.alertLog.queued);
    },
  }),
];
