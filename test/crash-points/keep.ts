import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { queryDatabase } from '../support/query-database.ts';
import type { LogLine } from '../support/silent-log.ts';
import type { CrashWorld } from './world.ts';

/** What is written for later: the logs of all bots and, at the end, the bot's tables, the messages and the ledger. */
export interface KeptRun {
  /** Appends the log of a bot that has ended. @param life its number, from 0 */
  log(life: number, lines: readonly LogLine[]): void;
  /** The log lines that contain one of these texts, each with the number of its bot. */
  linesWith(texts: readonly string[]): readonly string[];
  /** Writes tables, messages and ledger. */
  write(): Promise<void>;
}

const TABLES = [
  'alerts',
  'auctions',
  'channel_queues',
  'deliveries',
  'detected_alerts',
  'live_messages',
  'live_states',
  'posts',
  'rule_versions',
  'silences',
  'subscriptions',
  'undecided_alerts',
] as const;

const asLine = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one));

/** @param folder is created */
export function keepRun(world: CrashWorld, folder: string): KeptRun {
  const logs = path.join(folder, 'logs');
  mkdirSync(logs, { recursive: true });
  const writeLines = (name: string, all: readonly unknown[]) =>
    writeFileSync(path.join(folder, `${name}.jsonl`), all.map((one) => `${asLine(one)}\n`).join(''));

  return {
    log(life, lines) {
      const file = path.join(logs, `${String(life).padStart(3, '0')}.jsonl`);
      appendFileSync(file, lines.map((line) => `${asLine(line)}\n`).join(''));
    },
    linesWith: (texts) =>
      readdirSync(logs)
        .toSorted()
        .flatMap((file) =>
          readFileSync(path.join(logs, file), 'utf8')
            .split('\n')
            .filter((line) => texts.some((text) => line.includes(text)))
            .map((line) => `${path.basename(file, '.jsonl')}: ${line}`),
        ),
    async write() {
      for (const table of TABLES)
        writeLines(table, await queryDatabase(world.databaseUrl, `select * from ${table}`));
      const { scenario, discord, marketplace } = world;
      writeLines(
        'messages',
        scenario.channels.flatMap(({ id, name }) =>
          discord.messages(id).map((message) => ({ channel: name, ...message })),
        ),
      );
      writeLines('ledger-auctions', marketplace.ledger.auctions());
      writeLines('ledger-records', marketplace.ledger.records());
    },
  };
}
