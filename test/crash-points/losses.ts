import { referencesIn } from '../../sandbox/demo/page-links.ts';
import { queryDatabase } from '../support/query-database.ts';
import type { KeptRun } from './keep.ts';
import type { CrashWorld } from './world.ts';

/** An event that a channel lacks, as the ledger check describes it. */
interface Loss {
  readonly description: string;
  readonly channelId: string;
  /** The record of the feed, or the auction: what its alerts and messages have in common. */
  readonly about:
    | { readonly type: 'auction'; readonly id: string; readonly reference: string }
    | { readonly type: 'item'; readonly tokenId: string; readonly reference: string };
}

/** The most losses that are described, and the most log lines of each. */
const MAX_LOSSES = 10;
const MAX_LOG_LINES = 40;
const TEXT_LENGTH = 300;

const DESCRIBED = /(0x[0-9a-f]{40})\/(\d+)/;

const brief = (value: unknown): string => JSON.stringify(value).slice(0, TEXT_LENGTH);

/** Finds the channel and the event of a description; `null` for a description that names neither. */
function lossOf({ scenario, marketplace }: CrashWorld, description: string): Loss | null {
  const channel = scenario.channels.find(({ name }) => description.startsWith(`${name}: `));
  const [, collection, number] = DESCRIBED.exec(description) ?? [];
  if (channel === undefined || collection === undefined || number === undefined) return null;
  const auction = description.includes('auction_')
    ? marketplace.ledger
        .auctions()
        .find((one) => one.collection === collection && String(one.number) === number)
    : undefined;
  const about: Loss['about'] =
    auction === undefined
      ? { type: 'item', tokenId: number, reference: `item ${collection}/${number}` }
      : { type: 'auction', id: auction.id, reference: `auction ${collection}/${number}` };
  return { description, channelId: channel.id, about };
}

/** What the bot's database says of the event: that it was detected, and each of its deliveries in any channel. */
async function storedRows({ databaseUrl }: CrashWorld, { about }: Loss): Promise<readonly string[]> {
  const of = (column: string) =>
    about.type === 'auction' ? `live_key = 'auction:${about.id}'` : `${column} like '%"${about.tokenId}"%'`;
  const detected = await queryDatabase(
    databaseUrl,
    `select key, dropped, occurred_at, detected_at, decided_at from detected_alerts
     where ${of('payload')} order by id`,
  );
  const deliveries = await queryDatabase(
    databaseUrl,
    `select alerts.key, deliveries.channel_id, deliveries.state, deliveries.id, deliveries.revision, deliveries.post_id,
       posts.state as post_state, posts.layout, posts.attempts, posts.message_id, posts.first_try_at, posts.settled_at
     from alerts left join deliveries on deliveries.alert_id = alerts.id
     left join posts on posts.id = deliveries.post_id
     where ${about.type === 'auction' ? 'alerts.' : ''}${of('alerts.payload')} order by alerts.id, deliveries.id`,
  );
  return [
    ...detected.map((row) => `  detected: ${JSON.stringify(row)}`),
    ...deliveries.map((row) => `  delivery: ${JSON.stringify(row)}`),
  ];
}

/** The messages of the channel that link to the event, as they were posted and as they are. */
function messagesAbout({ discord }: CrashWorld, { channelId, about }: Loss): readonly string[] {
  return discord.messages(channelId).flatMap(({ payload, acceptedAtMs, edits }) => {
    const versions = [...edits.map(({ before }) => before), payload];
    if (!versions.some((one) => referencesIn(JSON.stringify(one)).has(about.reference))) return [];
    const [first = payload] = versions;
    const textOf = ({ content, embeds }: typeof payload) =>
      brief([content, ...embeds.map(({ title, timestamp, description }) => [title, timestamp, description])]);
    return [
      `  message ${payload.id} at ${new Date(acceptedAtMs).toISOString()}: ${textOf(first)}`,
      ...(edits.length === 0 ? [] : [`    after ${edits.length} edits: ${textOf(payload)}`]),
    ];
  });
}

/**
 * Describes each lost event: the rows of its deliveries, the messages that link to it, and the log lines that name it.
 * @param missing descriptions of the ledger check
 */
export async function describeLosses(
  world: CrashWorld,
  kept: Pick<KeptRun, 'linesWith'>,
  missing: readonly string[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const description of missing.slice(0, MAX_LOSSES)) {
    const loss = lossOf(world, description);
    if (loss === null) continue;
    lines.push(`lost: ${description}`, ...(await storedRows(world, loss)), ...messagesAbout(world, loss));
    const logged = loss.about.type === 'auction' ? kept.linesWith([loss.about.id]) : [];
    lines.push(...logged.slice(0, MAX_LOG_LINES).map((line) => `  log ${line.slice(0, TEXT_LENGTH)}`));
  }
  return lines;
}
