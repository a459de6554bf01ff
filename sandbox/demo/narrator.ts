import { styleText } from 'node:util';
import type { LocalDiscord } from '../discord/local-discord.ts';
import type { LedgerRecord } from '../marketplace/ledger.ts';
import type { EmbeddedMarketplace } from '../marketplace/marketplace.ts';
import type { BotLogLine } from './bot-process.ts';

/** Tells a person at a terminal what is happening, one line an event. */
export interface Narrator {
  say(who: string, what: string): void;
  bot(line: BotLogLine): void;
}

type Style = Parameters<typeof styleText>[0];
const STYLES: Readonly<Record<string, Style>> = {
  market: 'cyan',
  discord: 'green',
  bot: 'yellow',
  demo: 'bold',
};
const WHO_WIDTH = 8;
const INFO = 30;
const WARN = 40;
const WEI_A_COIN = 10n ** 18n;

function coins(wei: bigint | null): string {
  if (wei === null) return '';
  return ` for ${(Number((wei * 10_000n) / WEI_A_COIN) / 10_000).toLocaleString('en-US', { maximumFractionDigits: 4 })}`;
}

function told(record: LedgerRecord): string {
  return `${record.kind.padEnd(8)} ${record.tokenName}${coins(record.price)}`;
}

/** Writes to `write`, a line at a time. */
export function createNarrator(write: (line: string) => void): Narrator {
  function say(who: string, what: string): void {
    const time = new Date().toISOString().slice(11, 19);
    write(`${styleText('dim', time)}  ${styleText(STYLES[who] ?? 'reset', who.padEnd(WHO_WIDTH))}  ${what}`);
  }
  return {
    say,
    bot({ level, msg }) {
      if (level >= WARN) say('bot', `⚠ ${msg}`);
      else if (level >= INFO) say('bot', msg);
    },
  };
}

/** Tells of sales on the market and of messages in the channels as they come. Returns what ends the telling. */
export function narrate(
  narrator: Narrator,
  world: {
    readonly marketplace: EmbeddedMarketplace;
    readonly discord: LocalDiscord;
    readonly channelNames: ReadonlyMap<string, string>;
  },
): () => void {
  const { marketplace, discord, channelNames } = world;
  const endings = [
    marketplace.onActivity((record) => {
      if (record.kind === 'sale') narrator.say('market', told(record));
    }),
    discord.onMessage(({ kind, message }) => {
      const channel = channelNames.get(message.channelId);
      if (kind !== 'created' || channel === undefined || message.visibleTo !== null) return;
      const titles = message.payload.embeds.map((embed) => embed.title ?? '').join(' | ');
      narrator.say('discord', `${channel}: ${titles === '' ? message.payload.content : titles}`);
    }),
  ];
  return () => {
    for (const end of endings) end();
  };
}
