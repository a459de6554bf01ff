import { z } from 'zod';
import { queryDatabase } from '../query-database.ts';

/** Deliveries as the bot's database has them. */
export interface StoredDeliveries {
  /** The number of those that were not posted, for whatever reason but a silence. */
  readonly notSent: number;
  /** The number of those that the bot gave up, by channel. */
  readonly givenUp: ReadonlyMap<string, number>;
}

const rows = z.array(z.object({ channel_id: z.string(), state: z.string(), count: z.coerce.number().int() }));

const COUNT = `select channel_id, state, count(*) as count from deliveries where state <> 'sent' and silence_id is null group by channel_id, state`;

/** @param url of the bot's database; the bot may be running */
export async function readStoredDeliveries(url: string): Promise<StoredDeliveries> {
  const counts = rows.parse(await queryDatabase(url, COUNT));
  return {
    notSent: counts.reduce((sum, { count }) => sum + count, 0),
    givenUp: new Map(
      counts.filter(({ state }) => state === 'dead').map(({ channel_id, count }) => [channel_id, count]),
    ),
  };
}
