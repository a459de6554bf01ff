import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Messages } from '#src/messages/messages.ts';
import type { StoreProblem } from '#src/store/model/health.ts';
import type { BotStatus } from '../status/bot-status.ts';
import type { ViewContext } from './context.ts';
import { namedCoinText, unreadableText } from './feed-remarks.ts';
import { momentText } from './moment.ts';

/** Why nothing new is posted although the marketplace and Discord work; `null` where nothing is wrong. */
export function storeProblemText(problem: StoreProblem | null, { status }: Messages): string | null {
  if (problem === null) return null;
  if (problem === 'file lost') return status.databaseFileLost;
  const reasons: Readonly<Record<typeof problem, string>> = {
    'disk full': status.diskFull,
    locked: status.databaseLocked,
    'not writable': status.databaseNotWritable,
  };
  return status.storeProblem(reasons[problem]);
}

const WELL = 0x2ecc71;
const TROUBLED = 0xe67e22;

function feedText(state: BotStatus, context: ViewContext): string {
  const { feedReadAt, failures, unreadableSince, namedCoin } = state;
  const { messages } = context;
  const { status } = messages;
  const read = feedReadAt === null ? null : momentText(feedReadAt / 1_000);
  const last = read === null ? status.notReadYet : status.lastRead(read);
  if (unreadableSince !== null) return `${last}\n-# ${unreadableText(unreadableSince, messages)}`;
  const failed = failures === 0 ? '' : `\n-# ${status.failedSince(failures)}`;
  return `${last}${failed}${namedCoin === null ? '' : `\n-# ${namedCoinText(namedCoin, context)}`}`;
}

function latencyText({ discordLatencyMs, loginsRefusedUntil }: BotStatus, { messages }: ViewContext): string {
  const { status } = messages;
  const latency =
    discordLatencyMs === null ? status.notMeasuredYet : status.milliseconds(Math.round(discordLatencyMs));
  if (loginsRefusedUntil === null) return latency;
  const until = momentText(loginsRefusedUntil / 1_000) ?? status.aWhileAgo;
  return `${latency}\n-# ${status.loginsRefused(until)}`;
}

function isWell(status: BotStatus): boolean {
  const { failures, unreadableSince, feedReadAt, late, storeProblem, loginsRefusedUntil, namedCoin } = status;
  const hasProblem =
    unreadableSince !== null || namedCoin !== null || storeProblem !== null || loginsRefusedUntil !== null;
  return failures === 0 && feedReadAt !== null && late === 0 && !hasProblem;
}

/**
 * Builds the state of the bot.
 * @param waitingHere waiting alerts of the user's server
 */
export function statusEmbed(status: BotStatus, waitingHere: number, context: ViewContext): APIEmbed {
  const { status: words } = context.messages;
  const late = status.late === 0 ? '' : `\n-# ${words.lateChannels(status.late)}`;
  const fields: readonly (readonly [string, string | null])[] = [
    [words.feedTitle(context.marketplaceName), feedText(status, context)],
    [
      words.newestEvent,
      // In a quiet market there may be no events for hours, so this age says nothing about delays.
      status.newestEventAt === null ? null : momentText(status.newestEventAt / 1_000),
    ],
    [words.latency, latencyText(status, context)],
    [words.waiting, `${words.waitingHere(waitingHere)}\n-# ${words.waitingInAll(status.waiting)}${late}`],
    [words.database, storeProblemText(status.storeProblem, context.messages)],
    [words.runningSince, momentText(status.startedAt / 1_000)],
    [words.version, status.version],
  ];
  return {
    color: isWell(status) ? WELL : TROUBLED,
    title: words.title,
    fields: fields.flatMap(([name, value]): APIEmbedField[] =>
      value === null ? [] : [{ name, value, inline: true }],
    ),
  };
}
