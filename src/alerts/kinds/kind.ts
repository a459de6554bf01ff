import type { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { DescribeContext, Description, MarketDescription } from '../description.ts';
import type { LookedUp } from '../details.ts';
import type { Field, SampleFacts } from '../filters/filter.ts';
import type { MatchSubject } from '../match-subject.ts';
import type { PendingLookups } from '../missing-details.ts';
import type { AlertBase, Party, TopicDefinition } from './alert-base.ts';
import type { AlertToken, SoldItem } from './parts.ts';

/** What a made-up alert consists of. */
export interface SampleParts {
  readonly fields: Pick<AlertBase, 'key' | 'liveKey' | 'txHash' | 'occurredAt'>;
  readonly item: SoldItem;
  /** A party other than the item's seller; `null` if it may stay unknown. */
  readonly otherWallet: Address | null;
  /** What the rule asks for. */
  readonly meant: Partial<SampleFacts>;
}

/** Everything that is true of one kind of alert, whatever shows it. */
export interface Kind<A extends AlertBase, D extends Description = MarketDescription> {
  readonly kind: A['kind'];
  /** The type and the stored form: what the schema decodes to, and what it decodes. */
  readonly schema: z.ZodType<A>;
  /** The topics that only this kind has, in the order in which they are listed to users. */
  readonly topics: readonly TopicDefinition<A['topic']>[];

  /** What rules for it say beside the filters; defined like a filter. */
  readonly options?: readonly { readonly fields: readonly Field<string, unknown>[] }[];

  /** A made-up alert; of every kind that has topics. */
  sample?(topic: A['topic'], parts: SampleParts): A;

  /** The tokens in the alert, each with its known details. */
  tokens(alert: A): readonly AlertToken[];
  /** The collections, if the tokens do not say them. */
  collections?(alert: A): readonly Address[];
  /** All parties. */
  parties(alert: A): readonly Party[];
  /** What filters look at: at least one if rules can ask for the kind. @param pending what was not looked up yet */
  subjects(alert: A, pending: PendingLookups): readonly MatchSubject[];
  /**
   * The prices that filters test, in the chain's own coin; `null` for an unknown one. @param subjects those that fit
   */
  prices(alert: A, subjects: readonly MatchSubject[]): readonly (Wei | null)[];
  /** Whether a price that is unknown may be reported later. */
  pricePending(alert: A, subjects: readonly MatchSubject[]): boolean;
  /** The price for pings and ranking, wei: a price, a total, a bid; `null` if there is none. */
  price(alert: A): Wei | null;

  /** What people are to see; a layout draws it. */
  describe(alert: A, context: DescribeContext): D;

  /** Whether it is worthless when it is late, so that it is posted before others. */
  urgent?(alert: A): boolean;
  /** Whether what it announces has happened by `at`, epoch ms. */
  isPast?(alert: A, at: number): boolean;
  /** Whether `occurredAt` is the time of the announcement, not of an event. */
  isDatedWhenPosted?(alert: A): boolean;
  /** For how long after its time it may be posted, seconds. Default: `STALE_AFTER_SECONDS`. */
  postableSeconds?(alert: A): number;
  /** The alert with the latest state of what its live message shows, but with its own key and topic. */
  withState?(alert: A, state: A): A;
  /** The state as a message that was posted for this topic shows it. */
  underTopic?(state: A, topic: string): A;
  /** The state with what the message that was posted for this alert told its reader. */
  keepPosted?(state: A, posted: A): A;
  /** Whether the state of a live message is the last one, which is shown without delay. */
  isFinal?(state: A): boolean;

  /** Whether it shows or compares the floor of its collections. */
  readonly usesFloor: boolean;
  /** The alert with the details that were looked up. */
  withDetails(alert: A, details: LookedUp): A;
  /** The rebuilt alert with the details that were looked up for its previous version. */
  keepDetails(alert: A, before: A): A;
  /** The items whose prices are compared with earlier trades. */
  pricedItems?(alert: A): readonly SoldItem[];
  /** The alert with these items changed. */
  withPricedItems?(alert: A, change: (item: SoldItem, position: number) => SoldItem): A;
}
