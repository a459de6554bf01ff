import type { z } from 'zod';
import type { Address } from '#src/chain/address.ts';
import type { Wei } from '#src/chain/wei.ts';
import type { DescribeContext, Description, MarketDescription } from '../description.ts';
import type { LookedUp } from '../details.ts';
import type { Field, SampleFacts } from '../filters/filter.ts';
import type { MatchSubject } from '../match-subject.ts';
import type { PendingLookups } from '../missing-details.ts';
import type { Placeholder, PlaceholderValues } from '../templates/placeholders.ts';
import type { AlertBase, Party, TopicDefinition } from './alert-base.ts';
import type { AlertToken, SoldItem } from './parts.ts';

/** Parts of a sample alert. */
export interface SampleParts {
  readonly fields: Pick<AlertBase, 'key' | 'liveKey' | 'txHash' | 'occurredAt'>;
  readonly item: SoldItem;
  /** A party other than the item's seller; `null` if it may stay unknown. */
  readonly otherWallet: Address | null;
  /** Facts that the rule requires. */
  readonly meant: Partial<SampleFacts>;
}

/** Everything specific to one kind of alert, independent of its layout. */
export interface Kind<A extends AlertBase, D extends Description = MarketDescription> {
  readonly kind: A['kind'];
  /** The type and its stored form: what the schema decodes to and from. */
  readonly schema: z.ZodType<A>;
  /** The topics that only this kind has, in the order in which they are listed to users. */
  readonly topics: readonly TopicDefinition<A['topic']>[];

  /** Options of its rules in addition to the filters; defined like a filter. */
  readonly options?: readonly { readonly fields: readonly Field<string, unknown>[] }[];

  /** Builds a sample alert; defined for every kind with topics. */
  sample?(topic: A['topic'], parts: SampleParts): A;

  /** Returns the tokens in the alert, each with its known details. */
  tokens(alert: A): readonly AlertToken[];
  /** Returns the collections, if they cannot be derived from the tokens. */
  collections?(alert: A): readonly Address[];
  /** Returns all parties. */
  parties(alert: A): readonly Party[];
  /**
   * Returns the subjects that filters test: at least one if rules can select the kind.
   * @param pending details that were not looked up yet
   */
  subjects(alert: A, pending: PendingLookups): readonly MatchSubject[];
  /**
   * Returns the prices that filters test, in the chain's own coin; `null` for an unknown one.
   * @param subjects the matching ones
   */
  prices(alert: A, subjects: readonly MatchSubject[]): readonly (Wei | null)[];
  /** Returns whether an unknown price may be reported later. */
  pricePending(alert: A, subjects: readonly MatchSubject[]): boolean;
  /** Returns the price for pings and ranking, wei: a price, a total, a bid; `null` if there is none. */
  price(alert: A): Wei | null;

  /** Describes the alert, independent of layout. */
  describe(alert: A, context: DescribeContext): D;

  /** The topics of other kinds that its alerts have too. */
  readonly sharedTopics?: readonly string[];
  /** The placeholders of the templates of its alerts; absent if it has no templates. */
  readonly placeholders?: readonly Placeholder[];
  /** Returns what the placeholders stand for. */
  values?(alert: A, context: DescribeContext): Partial<PlaceholderValues>;

  /** Returns whether it is worthless when late, so that it is posted before others. */
  urgent?(alert: A): boolean;
  /** Returns whether the announced event has happened by `at`, epoch ms. */
  isPast?(alert: A, at: number): boolean;
  /** Returns whether `occurredAt` is the time of the announcement, not of an event. */
  isDatedWhenPosted?(alert: A): boolean;
  /** Returns for how long after its time it may be posted, seconds. Default: `STALE_AFTER_SECONDS`. */
  postableSeconds?(alert: A): number;
  /** Returns the alert with the latest state of its live message, but with its own key and topic. */
  withState?(alert: A, state: A): A;
  /** Returns the state as the message posted for this topic shows it. */
  underTopic?(state: A, topic: string): A;
  /** Returns the state, keeping what this alert's message told its reader. */
  keepPosted?(state: A, posted: A): A;
  /** Returns whether the state of a live message is final, and shown without delay. */
  isFinal?(state: A): boolean;

  /** Whether it shows or compares the floor of its collections. */
  readonly usesFloor: boolean;
  /** Returns the alert with the looked-up details. */
  withDetails(alert: A, details: LookedUp): A;
  /** Returns the rebuilt alert with the details that its previous version had. */
  keepDetails(alert: A, before: A): A;
  /** Returns the items whose prices are compared with earlier trades. */
  pricedItems?(alert: A): readonly SoldItem[];
  /** Returns the alert with these items changed. */
  withPricedItems?(alert: A, change: (item: SoldItem, position: number) => SoldItem): A;
}
