import type { Audit } from '../../sandbox/demo/audit-channels.ts';
import { countAlertsTwice } from './count-twice.ts';
import { countOutOfOrder } from './order.ts';
import type { CrashWorld } from './world.ts';

/** The marketplace's ledger against Discord's messages. */
export interface Count extends Pick<Audit, 'alertsDue' | 'alertsPosted' | 'lost' | 'wrong'> {
  /** Alerts told again by name, by reference, or by the numbers in summaries. */
  readonly twice: number;
  readonly outOfOrder: number;
  readonly messages: number;
  readonly summaries: number;
  /** Kinds of which something is lost, or there twice. */
  readonly kinds: Readonly<Record<string, unknown>>;
}

export function count(world: CrashWorld): Count {
  const { alertsDue, alertsPosted, lost, twice, wrong, kinds } = world.books.audit();
  const { discord, scene, marketplace } = world;
  const channels = scene.channels.map(({ id }) =>
    discord.messages(id).filter(({ authorId }) => authorId === scene.botId),
  );
  const messages = channels.flat();
  const records = marketplace.ledger.records();
  return {
    alertsDue,
    alertsPosted,
    lost,
    wrong,
    twice: twice + countAlertsTwice(world),
    outOfOrder: channels.reduce((sum, of) => sum + countOutOfOrder(records, of), 0),
    messages: messages.length,
    summaries: messages.filter(({ payload }) => /^[\d,]+ alerts? in /.test(payload.embeds[0]?.title ?? ''))
      .length,
    kinds: Object.fromEntries(Object.entries(kinds).filter(([, of]) => of.lost > 0 || of.twice > 0)),
  };
}
