import { styleText } from 'node:util';
import type { LocalDiscord } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { BotLogLine } from './bot-process.ts';

/** Prints what happens to the terminal, one line an event. */
export interface ActivityLog {
  log(source: string, what: string): void;
  bot(line: BotLogLine): void;
}

type Style = Parameters<typeof styleText>[0];
const STYLES: Readonly<Record<string, Style>> = {
  market: 'cyan',
  discord: 'green',
  bot: 'yellow',
  demo: 'bold',
};
const SOURCE_WIDTH = 8;
const INFO = 30;
const WARN = 40;
const WEI_PER_COIN = 10n ** 18n;

function coins(wei: bigint | null): string {
  if (wei === null) return '';
  return ` for ${(Number((wei * 10_000n) / WEI_PER_COIN) / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })}`;
}

function describeRecord(record: LedgerRecord): string {
  return `${record.kind.padEnd(8)} ${record.tokenName}${coins(record.price)}`;
}

/** Prints through `write`, a line at a time. */
export function createActivityLog(write: (line: string) => void): ActivityLog {
  function log(source: string, what: string): void {
    const time = new Date().toISOString().slice(11, 19);
    write(
      `${styleText('dim', time)}  ${styleText(STYLES[source] ?? 'reset', source.padEnd(SOURCE_WIDTH))}  ${what}`,
    );
  }
  return {
    log,
    bot({ level, msg }) {
      if (level >= WARN) log('bot', `⚠ ${msg}`);
      else if (level >= INFO) log('bot', msg);
    },
  };
}

/** Prints sales of the market and messages in the channels as they come. Returns a function that stops it. */
export function logActivity(
  activityLog: ActivityLog,
  world: {
    readonly marketplace: EmbeddedMarketplace;
    readonly discord: LocalDiscord;
    /** `undefined` for a channel whose messages are not printed. */
    readonly channelName: (channelId: string) => string | undefined;
  },
): () => void {
  const { marketplace, discord, channelName } = world;
  const subscriptions = [
    marketplace.onActivity((record) => {
      if (record.kind === 'sale') activityLog.log('market', describeRecord(record));
    }),
    discord.onMessage(({ kind, message }) => {
      const channel = channelName(message.channelId);
      if (kind !== 'created' || channel === undefined || message.visibleTo !== null) return;
      const titles = message.payload.embeds.map((embed) => embed.title ?? '').join(' | ');
      activityLog.log('discord', `${channel}: ${titles === '' ? message.payload.content : titles}`);
    }),
  ];
  return () => {
    for (const end of subscriptions) end();
  };
}
