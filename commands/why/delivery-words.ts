import { holdOf } from '#src/alerts/channel-hold.ts';
import { missingIfKnown } from '#src/discord/access/missing-permissions.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { messageUrl } from '#src/discord/posting/message-channel.ts';
import { problemText } from '#src/discord/views/channel-problem.ts';
import { momentText } from '#src/discord/views/moment.ts';
import { silencedName, silenceEnd } from '#src/discord/views/silences.ts';
import type { Messages } from '#src/messages/messages.ts';
import type { EventDelivery } from '#src/store/model/detected-event.ts';
import { heldReason } from '#src/store/model/held.ts';

/** Says why the channel's settings hold its messages back now; `null` if they do not. */
async function holdWords(since: string, channelId: string, { services }: AnswerContext) {
  const { why: words } = services.view.messages;
  const settings = services.settings.channel(channelId);
  if (settings.quiet === null && settings.hourlyLimit === null) return null;
  const work = await services.store.channelWork(channelId, 1);
  const { timeZone } = services.view.settings;
  const hold = holdOf(work, { settings, timeZone }, services.now());
  if (hold === null) return null;
  const until = momentText(hold.until / 1_000, 't') ?? '';
  return hold.because === 'quiet hours' ? words.quiet(since, until) : words.limited(since, until);
}

/** Says why a delivery waits: what stopped its channel, what its settings hold back, or only since when. */
async function waitingWords(
  { createdAt }: EventDelivery,
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const { services } = context;
  const { why: words } = services.view.messages;
  const since = momentText(createdAt / 1_000) ?? '';
  const [queue] = await services.store.queueStatuses([channelId]);
  if (queue === undefined || queue.state === 'open')
    return (await holdWords(since, channelId, context)) ?? words.waiting(since);
  const missing = missingIfKnown(channelId, services.channelAccess);
  return words.waitingBecause(since, problemText(queue.problemCode, missing, services.view.messages));
}

async function postingWords(
  { post }: EventDelivery,
  channelId: string,
  { services }: AnswerContext,
): Promise<string> {
  const { why: words } = services.view.messages;
  if (post?.state !== 'ambiguous') return words.sending;
  const [queue] = await services.store.queueStatuses([channelId]);
  return heldReason(queue?.problemCode ?? null) === null ? words.verifying : words.held;
}

async function silencedWords(silenceId: number, { guildId, services }: AnswerContext): Promise<string> {
  const { why: words } = services.view.messages;
  const silence = (await services.silences.of(guildId)).find(({ id }) => id === silenceId);
  if (silence === undefined) return words.silenced;
  // Only an alert that is silenced is called by its name.
  const rules = silence.scope === 'rule' ? await services.store.subscriptionsOf(guildId) : [];
  return words.silencedBy(silencedName(silence, rules, services.view), silenceEnd(silence));
}

/** Says why a message was given up. */
function givenUpWords(post: EventDelivery['post'], words: Messages['why']): string {
  if (post?.deadReason !== 'refused') return words.unverifiable;
  const { refusalCode } = post;
  if (refusalCode === null) return words.refusedByErrors;
  return refusalCode === 0 ? words.refused : words.refusedWithCode(String(refusalCode));
}

/** Says what became of a delivery. */
export async function deliveryWords(
  delivery: EventDelivery,
  channelId: string,
  context: AnswerContext,
): Promise<string> {
  const { why: words } = context.services.view.messages;
  const { state, post, silenceId } = delivery;
  const url = messageUrl(context.guildId, channelId, post?.messageId ?? '');
  switch (state) {
    case 'sent':
      if (post === null || post.messageId === null) return words.postedUnknown;
      return post.layout === 'summary' ? words.summary(url) : words.posted(url);
    case 'posting':
      return postingWords(delivery, channelId, context);
    case 'dead':
      return givenUpWords(post, words);
    case 'expired':
      return words.expired;
    case 'dropped':
      return silenceId === null ? words.dropped : silencedWords(silenceId, context);
    case 'pending':
      return waitingWords(delivery, channelId, context);
  }
}
