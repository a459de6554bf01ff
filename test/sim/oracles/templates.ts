import { TEMPLATE_PARTS } from '#src/alerts/templates/alert-template.ts';
import type { Observation } from '../observation.ts';
import type { ShownMessage } from '../posted.ts';
import { marksIn } from '../template-plans.ts';
import type { MarketEvent } from '../world/market.ts';
import type { RuleRecord } from '../world/rules.ts';
import type { TemplateChange } from '../world/templates.ts';
import { type ChannelContext, type Oracle, type OracleContext, wordsFor } from './context.ts';

/** What is written in one place from a moment on; `mark`: `null` for nothing. */
interface Written {
  readonly mark: number | null;
  /**
   * When that was asked for, and when it was so, ms since the start of the history; infinite if the bot never said so, as it
   * may not have run.
   */
  readonly from: number;
  readonly by: number;
}

/** A place at one topic, and whether its template counts for an alert there. */
interface Place {
  readonly written: readonly Written[];
  readonly applies: 'yes' | 'maybe';
}

const NOTHING: Written = { mark: null, from: Number.NEGATIVE_INFINITY, by: Number.NEGATIVE_INFINITY };

/** What may be written in a place between two moments between which nothing begins or ends. */
function possibleAt(written: readonly Written[], from: number, to: number): ReadonlySet<number | null> {
  const begun = written.filter((one) => one.from <= to);
  const isOver = (one: Written): boolean =>
    begun.some((other) => other !== one && other.from >= one.by && other.by <= from);
  return new Set(begun.filter((one) => !isOver(one)).map(({ mark }) => mark));
}

const writtenIn = (
  changes: readonly TemplateChange[],
  removed: RuleRecord | null = null,
): readonly Written[] => {
  const removalAt = removed?.removalAskedAt ?? null;
  return [
    NOTHING,
    ...changes.map(({ mark, askedAt, doneAt }) => ({
      ...{ mark, from: askedAt, by: doneAt ?? Number.POSITIVE_INFINITY },
    })),
    ...(removalAt === null
      ? []
      : [{ mark: null, from: removalAt, by: removed?.removedAt ?? Number.POSITIVE_INFINITY }]),
  ];
};

/** The places whose template an alert on the event may get in a channel, the nearest first. */
function placesOf(
  event: MarketEvent,
  channelId: string,
  { observation: { templates }, dueByRules, alertOf }: OracleContext,
): readonly Place[] {
  const ofTopic = templates.filter(({ topic }) => topic === event.kind);
  const isAlone = alertOf(event) === String(event.number);
  const ofRules = dueByRules(channelId, event).flatMap(({ rule, due }): readonly Place[] => {
    const changes = ofTopic.filter((one) => one.rule === rule);
    if (due === 'no' || changes.length === 0) return [];
    // A rule that awaits the price may not be one of those that asked for the alert first.
    const isCertain = due === 'must' && isAlone && rule.plan.priceFrom === null && rule.plan.isOnce !== true;
    return [{ written: writtenIn(changes, rule), applies: isCertain ? 'yes' : 'maybe' }];
  });
  const inChannel = ofTopic.filter((one) => one.scope === 'channel' && one.channelId === channelId);
  const inServer = ofTopic.filter(({ scope }) => scope === 'server');
  return [
    ...ofRules,
    { written: writtenIn(inChannel), applies: 'yes' },
    { written: writtenIn(inServer), applies: 'yes' },
  ];
}

/** The templates that may be the nearest at some moment between two; `null` for none. */
function nearestWithin(places: readonly Place[], from: number, to: number): ReadonlySet<number | null> {
  const moments = places
    .flatMap(({ written }) => written.flatMap((one) => [one.from, one.by]))
    .filter((at) => at > from && at < to);
  const bounds = [from, ...moments.toSorted((a, b) => a - b), to];
  const found = new Set<number | null>();
  for (const [position, start] of bounds.slice(0, -1).entries()) {
    let isReached = true;
    for (const { written, applies } of places) {
      const possible = possibleAt(written, start, bounds[position + 1] ?? start);
      for (const mark of possible) if (mark !== null) found.add(mark);
      if (applies === 'yes' && !possible.has(null)) {
        isReached = false;
        break;
      }
    }
    if (isReached) found.add(null);
  }
  return found;
}

const named = (mark: number | null): string => (mark === null ? 'no template' : `template ${mark}`);

function judgeEmbed(
  { numbers, text: { title = '', description = '' } }: ShownMessage['embeds'][number],
  { message, embeds }: ShownMessage,
  { channel }: ChannelContext,
  context: OracleContext,
): readonly string[] {
  const [event] = numbers.map((number) => context.eventOf(number));
  if (event === undefined) return [];
  const { templates } = context.observation;
  const isAlone = embeds.length === 1;
  const shown = {
    message: isAlone ? marksIn(message.firstContent) : [],
    title: marksIn(title),
    text: marksIn(description),
  };
  const marks = new Set(TEMPLATE_PARTS.flatMap((part) => shown[part]));
  const words = wordsFor(event);
  if (marks.size > 1) return [`${words} has the words of several templates`];
  const [mark = null] = marks;
  const written = templates.find((one) => one.mark === mark && mark !== null)?.template ?? null;
  if (mark !== null && written === null) return [`${words} has words that nobody wrote`];
  const missing = TEMPLATE_PARTS.filter(
    (part) =>
      (part !== 'message' || isAlone) && (written?.[part] ?? null) !== null && shown[part].length !== 1,
  );
  if (missing.length > 0) return [`${words} lacks the ${missing.join(' and ')} of ${named(mark)}`];
  const from = Math.min(...numbers.map((number) => context.eventOf(number).shownAt));
  const allowed = nearestWithin(placesOf(event, channel.id, context), from, message.at);
  const isUnseen = (one: number | null): boolean => {
    const template = templates.find((change) => change.mark === one && one !== null)?.template;
    return template !== undefined && template !== null && template.title === null && template.text === null;
  };
  // Beside others, an alert does not show its message.
  const isAllowed = allowed.has(mark) || (mark === null && !isAlone && [...allowed].some(isUnseen));
  return isAllowed
    ? []
    : [`${words} was posted with ${named(mark)}, and could have ${[...allowed].map(named).join(' or ')}`];
}

/** Words that would mention somebody. */
const MENTION = /@(?:everyone|here)|<@[&!]?\d+>/;

/** What the text of a message mentions. No rule pings a role here. */
function mentions({
  message: { content, firstContent, embeds, allowedMentions },
}: ShownMessage): readonly string[] {
  const texts = [
    content,
    firstContent,
    ...embeds.flatMap(({ title = '', description = '' }) => [title, description]),
  ];
  const isAllowed = allowedMentions.some((one) => JSON.stringify(one) !== '{"parse":[]}');
  return texts.some((text) => MENTION.test(text)) || isAllowed ? ['a message mentions somebody'] : [];
}

function judgeMessage(
  shown: ShownMessage,
  target: ChannelContext,
  context: OracleContext,
): readonly string[] {
  const { message, isSummary, embeds } = shown;
  const { content, firstContent } = message;
  const ofTemplates = marksIn([firstContent, ...message.embeds.map((one) => JSON.stringify(one))].join('\n'));
  if (isSummary && embeds.length === 0 && message.embeds.length > 0)
    return ofTemplates.length > 0 ? ['a summary has the words of a template'] : mentions(shown);
  const isEditedAway =
    message.embeds.length > 0 && marksIn(firstContent).length > 0 && content !== firstContent;
  return [
    ...mentions(shown),
    ...(isEditedAway ? ['an edit changed the words above a card'] : []),
    ...embeds.flatMap((embed) => judgeEmbed(embed, shown, target, context)),
  ];
}

const hasTemplates = ({ templates }: Observation): boolean => templates.some(({ mark }) => mark !== null);

/**
 * Every message has the words of the nearest template that was in force at some moment from the event to the post, or none
 * where there was none; its message is never edited, and nobody is mentioned.
 */
export const templates: Oracle = (context) =>
  hasTemplates(context.observation)
    ? context.channels.flatMap((target) =>
        target.posted.shown.flatMap((shown) =>
          judgeMessage(shown, target, context).map((words) => `${target.channel.name}: ${words}`),
        ),
      )
    : [];
