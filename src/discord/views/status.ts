import type { APIEmbed, APIEmbedField } from 'discord.js';
import type { BotStatus } from '../bot-status.ts';
import { durationText } from './auction-words.ts';
import type { ViewContext } from './context.ts';
import { counted } from './counted.ts';
import { momentText } from './moment.ts';
import { numberText } from './numbers.ts';
import { storeTroubleText } from './store-trouble.ts';
import { unreadableText } from './unreadable-text.ts';

const WELL = 0x2ecc71;
const TROUBLED = 0xe67e22;

function feedText({ feedReadAt, failures, unreadableSince }: BotStatus, context: ViewContext): string {
  const read = feedReadAt === null ? null : momentText(feedReadAt / 1_000);
  const last = read === null ? 'not read yet' : `last read ${read}`;
  if (unreadableSince !== null) return `${last}\n-# ${unreadableText(unreadableSince)}`;
  if (failures === 0) return last;
  return `${last}\n-# ⚠ the marketplace failed ${counted(failures, 'time', context)} since`;
}

function lagText({ newestEventAt }: BotStatus, now: number, context: ViewContext): string | null {
  if (newestEventAt === null) return null;
  return `${durationText((now - newestEventAt) / 1_000, context)}\n-# since the newest event that it tells of`;
}

function lateText({ late }: BotStatus, context: ViewContext): string {
  if (late === 0) return '';
  return `\n-# ⚠ ${counted(late, 'channel is', context, 'channels are')} late by more than a minute`;
}

function isWell({ failures, unreadableSince, feedReadAt, late, storeTrouble }: BotStatus): boolean {
  return (
    failures === 0 && unreadableSince === null && feedReadAt !== null && late === 0 && storeTrouble === null
  );
}

/**
 * How the bot is.
 * @param waitingHere alerts of the asker's server that wait
 * @param now epoch ms
 */
export function statusEmbed(
  status: BotStatus,
  waitingHere: number,
  now: number,
  context: ViewContext,
): APIEmbed {
  const latency = status.discordLatencyMs;
  const count = (value: number) => numberText(value, context);
  const fields: readonly (readonly [string, string | null])[] = [
    [`${context.marketplaceName}’s feed`, feedText(status, context)],
    ['Feed lag', lagText(status, now, context)],
    ['Discord latency', latency === null ? 'not measured yet' : `${count(Math.round(latency))} ms`],
    [
      'Alerts waiting',
      `${count(waitingHere)} in this server\n-# ${count(status.waiting)} in all${lateText(status, context)}`,
    ],
    ['Database', storeTroubleText(status.storeTrouble)],
    ['Running since', momentText(status.startedAt / 1_000)],
    ['Version', status.version],
  ];
  return {
    color: isWell(status) ? WELL : TROUBLED,
    title: 'How I am',
    fields: fields.flatMap(([name, value]): APIEmbedField[] =>
      value === null ? [] : [{ name, value, inline: true }],
    ),
  };
}
