import { setImmediate } from 'node:timers/promises';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { explainVerdict } from '#src/alerts/explain-verdict.ts';
import { firstKey } from '#src/alerts/kinds/again.ts';
import { TRANSFER_TOPIC } from '#src/alerts/kinds/move.ts';
import type { Topic } from '#src/alerts/kinds/registry.ts';
import { saleTopic } from '#src/alerts/kinds/sale.ts';
import type { MatchFacts } from '#src/alerts/match-subject.ts';
import type { PreparedRule } from '#src/alerts/rule-match.ts';
import { DAY_MS } from '#src/chain/durations.ts';
import { requireWritable } from '#src/discord/access/member-permissions.ts';
import type { Answer } from '#src/discord/answer.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import type { MessageCommand, SingleCommand } from '#src/discord/command.ts';
import { defineComponent } from '#src/discord/components/component.ts';
import { idField } from '#src/discord/components/field.ts';
import { defineLink } from '#src/discord/components/link.ts';
import type { CommandServices } from '#src/discord/services.ts';
import { UserError } from '#src/discord/user-error.ts';
import { alertName } from '#src/discord/views/rule-words.ts';
import type { EventDelivery, RuleVersion, StoredEvent } from '#src/store/model/detected-event.ts';
import { CHANNEL_OPTION, POSTABLE_CHANNELS } from '../channel-option.ts';
import { type ChannelRules, outcomesFor, rulesOf } from './channel-rules.ts';
import { deliveryWords } from './delivery-words.ts';
import { inputOf, type Outcome, preparedVersion, versionAt } from './outcome.ts';
import { readWhat, type What } from './read-what.ts';
import { eventWords, failureWords, undecidedWords } from './words.ts';

const COLOUR = 0x3498db;
const KEPT_MS = 14 * DAY_MS;
/** Events of one answer, newest first. */
const MAX_EVENTS = 5;
/** Events of the last 24 hours among which near misses are searched, and how many of these are shown. */
const MAX_SEARCHED = 1_000;
const READ_AT_ONCE = 100;
const MAX_NEAR_MISSES = 15;
/** Pairs of event and rule that one search for near misses tests, and those between two turns of the event loop. */
const MAX_PAIRS = 40_000;
const PAIRS_IN_TURN = 2_000;
/** Discord: 4,096 characters of a description; the rest is for the note on what was cut. */
const MAX_LENGTH = 3_900;

const factsOf = ({ services }: AnswerContext): MatchFacts => ({
  isWhitelisted: (collection) => services.collections.get(collection) !== undefined,
});

async function outcomeWords(
  outcome: Outcome,
  event: StoredEvent,
  version: RuleVersion | null,
  { channelId, context }: { readonly channelId: string; readonly context: AnswerContext },
): Promise<string> {
  const { view } = context.services;
  const { why: words } = view.messages;
  switch (outcome.type) {
    case 'delivered':
      return deliveryWords(outcome.delivery, channelId, context);
    case 'byOther':
      return words.byOther(await deliveryWords(outcome.delivery, channelId, context));
    case 'undecided':
      return words.undecided(undecidedWords(outcome.explanation.failed, view));
    case 'filtered': {
      const { isOtherTopic, failed } = outcome.explanation;
      if (!isOtherTopic) return words.filtered(failureWords(failed, view));
      const isSale =
        event.alert?.topic === saleTopic.value && version?.topics.includes(TRANSFER_TOPIC) === true;
      return isSale ? words.explained : words.otherTopic;
    }
    default:
      return words[outcome.type];
  }
}

/** Returns whether an alert that a channel was to get will never be posted by itself. */
const isGivenUp = (outcome: Outcome): boolean =>
  outcome.type === 'delivered' && (outcome.delivery.state === 'dead' || outcome.delivery.state === 'expired');

/** Joins lines up to Discord's limit, and counts the others. */
function joined(lines: readonly string[], { services }: AnswerContext): string {
  let length = 0;
  const shown = lines.filter((line) => {
    length += line.length + 1;
    return length <= MAX_LENGTH;
  });
  const left = lines.length - shown.length;
  return [...shown, ...(left === 0 ? [] : [services.view.messages.why.cut(left)])].join('\n');
}

const nameOf = (id: number, { present }: ChannelRules, { services }: AnswerContext): string => {
  const rule = present.get(id);
  return rule === undefined ? services.view.messages.why.removedAlert(id) : alertName(rule);
};

async function eventLines(
  event: StoredEvent,
  delivery: EventDelivery | null,
  rules: ChannelRules,
  context: AnswerContext,
): Promise<readonly string[]> {
  const { view } = context.services;
  const lines: string[] = [];
  for (const { ruleId, outcome, version, hasChanged } of outcomesFor(
    event,
    delivery,
    rules,
    factsOf(context),
  )) {
    const words = await outcomeWords(outcome, event, version, { channelId: rules.channelId, context });
    const { changed, postAgain } = view.messages.why;
    const notes = [...(isGivenUp(outcome) ? [postAgain] : []), ...(hasChanged ? [changed] : [])];
    lines.push([`- **${nameOf(ruleId, rules, context)}** ${words}.`, ...notes].join(' '));
  }
  return [event.alert === null ? event.key : `**${eventWords(event.alert, view)}**`, ...lines];
}

/** What is asked: an event that was typed, or those of a message, by the keys of their alerts. */
type Asked =
  | Exclude<What, { readonly by: 'message' }>
  | { readonly by: 'keys'; readonly keys: readonly string[] };

/** Returns the keys of the events in a message; of an alert that was posted again, the key of its first message. */
async function keysIn(
  channelId: string,
  messageId: string,
  { store }: Pick<CommandServices, 'store'>,
): Promise<readonly string[]> {
  const keys = await store.events.keysOfMessage(channelId, messageId);
  return [...new Set(keys.map(firstKey))];
}

/** @throws UserError if the member may not write in the channel of the message */
async function askedBy(what: What, context: AnswerContext): Promise<Asked> {
  if (what.by !== 'message') return what;
  await requireWritable(what.channelId, context);
  return { by: 'keys', keys: await keysIn(what.channelId, what.messageId, context.services) };
}

async function eventsOf(asked: Asked, { services }: AnswerContext): Promise<readonly StoredEvent[]> {
  const { events } = services.store;
  if (asked.by !== 'keys') return events.find(asked, MAX_EVENTS);
  const found: StoredEvent[] = [];
  for (const key of asked.keys.slice(0, MAX_EVENTS))
    found.push(...(await events.find({ by: 'key', key }, 1)));
  return found;
}

async function whyEvents(asked: Asked, rules: ChannelRules, context: AnswerContext): Promise<string> {
  const { services } = context;
  const { why: words } = services.view.messages;
  const events = await eventsOf(asked, context);
  if (events.length === 0) {
    const gaps = await services.store.feedGaps(services.now() - KEPT_MS);
    return gaps.length === 0 ? words.nothingFound : `${words.nothingFound} ${words.gap}`;
  }
  const deliveries = await services.store.events.deliveries(
    rules.channelId,
    events.map(({ key }) => key),
  );
  const lines: string[] = [];
  for (const event of events) {
    const delivery = deliveries.find(({ key }) => key === event.key) ?? null;
    lines.push(...(await eventLines(event, delivery, rules, context)));
  }
  return joined(lines, context);
}

/** Reads the latest events in parts, because the search often ends early and each event has to be decoded. */
async function* recentEvents(
  topics: readonly Topic[],
  since: number,
  { store }: Pick<CommandServices, 'store'>,
): AsyncIterable<StoredEvent> {
  let before: number | null = null;
  for (let read = 0; read < MAX_SEARCHED; read += READ_AT_ONCE) {
    const events: readonly StoredEvent[] = await store.events.recent(topics, {
      ...{ since, before, limit: READ_AT_ONCE },
    });
    yield* events;
    before = events.at(-1)?.id ?? null;
    if (events.length < READ_AT_ONCE) return;
  }
}

/** Finds events of the last 24 hours that missed a rule of the channel by exactly one condition. */
async function nearMisses(rules: ChannelRules, context: AnswerContext): Promise<string> {
  const { services } = context;
  const { view } = services;
  const facts = factsOf(context);
  const topics = [...new Set([...rules.present.values()].flatMap((rule) => rule.topics))];
  const since = services.now() - DAY_MS;
  const prepared = new Map<RuleVersion, PreparedRule>();
  const preparedOf = (version: RuleVersion): PreparedRule => {
    const found = prepared.get(version) ?? preparedVersion(version);
    prepared.set(version, found);
    return found;
  };
  const lines: string[] = [];
  let pairs = 0;
  let inTurn = 0;
  for await (const event of recentEvents(topics, since, services)) {
    pairs += rules.versions.size;
    inTurn += rules.versions.size;
    if (pairs > MAX_PAIRS) break;
    if (inTurn > PAIRS_IN_TURN) {
      inTurn = 0;
      await setImmediate();
    }
    if (lines.length >= MAX_NEAR_MISSES) break;
    const input = event.dropped === null ? inputOf(event) : null;
    if (input === null || event.alert === null) continue;
    for (const [id, versions] of rules.versions) {
      const version = versionAt(versions, event.detectedAt);
      if (version === null || version.isRemoved || version.isPaused) continue;
      const explanation = explainVerdict(preparedOf(version), input, facts);
      const isNear =
        explanation.verdict === 'no' && !explanation.isOtherTopic && explanation.failed.length === 1;
      if (!isNear) continue;
      const failure = failureWords(explanation.failed, view);
      lines.push(`- ${eventWords(event.alert, view)}: **${nameOf(id, rules, context)}** ${failure}`);
    }
  }
  return lines.length === 0 ? view.messages.why.noNearMisses : joined(lines, context);
}

/** Answers `/why` for a channel; `null` asks for near misses. */
export async function answerWhy(
  asked: Asked | null,
  channelId: string,
  context: AnswerContext,
): Promise<Answer> {
  const { why: words } = context.services.view.messages;
  await requireWritable(channelId, context);
  const rules = await rulesOf(channelId, context.guildId, context.services.store);
  if (rules.versions.size === 0) return { content: words.noRules };
  const where = `<#${channelId}>`;
  const description =
    asked === null ? await nearMisses(rules, context) : await whyEvents(asked, rules, context);
  const title = asked === null ? words.nearMisses(where) : words.title(where);
  return { embeds: [{ color: COLOUR, description: `**${title}**\n${description}` }] };
}

/** Shows the near misses of a channel. */
export const nearMissesLink = defineLink('why-near', { channel: idField }, 'asker');

const nearMissesComponent = defineComponent(nearMissesLink, {
  requires: 'manage-alerts',
  answersBy: 'reply',
  run: ({ channel }, context) => answerWhy(null, channel, context),
});

/** “Why was this posted?”: `/why` on a message of the bot. */
const whyPosted: MessageCommand = {
  name: ({ why: words }) => words.messageCommand,
  component: defineComponent(defineLink('why-posted', {}, 'nobody'), {
    requires: 'manage-alerts',
    async run(_values, context, { message }) {
      const { channelId, services } = context;
      const messageId = message?.id ?? '';
      const keys = await keysIn(channelId, messageId, services);
      if (keys.length === 0) throw new UserError(({ why: words }) => words.notMine);
      return answerWhy({ by: 'keys', keys }, channelId, context);
    },
  }),
};

/** `/why`: says why an event was posted in a channel, or not. */
export const why: SingleCommand = {
  name: 'why',
  definition: ({ why: words }) => ({
    description: words.description,
    options: [
      {
        type: ApplicationCommandOptionType.String,
        name: 'what',
        description: words.whatOption,
        max_length: 300,
      },
      {
        type: ApplicationCommandOptionType.Channel,
        name: CHANNEL_OPTION,
        description: words.channelOption,
        channel_types: [...POSTABLE_CHANNELS],
      },
    ],
  }),
  messageCommands: [whyPosted],
  components: [nearMissesComponent],
  example: 'what:Lantern Foxes #12',
  answerTo: 'asker',
  requires: 'manage-alerts',
  async execute({ options }, context) {
    const typed = options.getString('what');
    const what = typed === null ? null : readWhat(typed, context.services);
    if (typed !== null && what === null) throw new UserError(({ why: words }) => words.unreadable);
    const inMessage = what?.by === 'message' ? what.channelId : null;
    const channelId = options.getChannel(CHANNEL_OPTION)?.id ?? inMessage ?? context.channelId;
    return answerWhy(what === null ? null : await askedBy(what, context), channelId, context);
  },
};
