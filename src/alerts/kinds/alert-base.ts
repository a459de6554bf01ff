import type { Address } from '#src/chain/address.ts';
import type { FiatRate } from '#src/chain/fiat.ts';

/** Fields of every alert. */
export interface AlertBase {
  readonly kind: string;
  /** The topic that a rule must select to get the alert. */
  readonly topic: string;
  /** Stable idempotency key, derived from the event alone. */
  readonly key: string;
  /** Key of the live message that shows the alert; `null` if its message is never edited. */
  readonly liveKey: string | null;
  readonly txHash: string | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** Set if the marketplace reverted the event after its announcement. */
  readonly reverted?: true | undefined;
  /** Set if a member asked to post it again. */
  readonly again?: true | undefined;
  /** The fiat price of one coin when the alert was made. */
  readonly fiat?: FiatRate | undefined;
}

/** A topic that rules can select, and which filters apply to it. */
export interface TopicDefinition<Name extends string = string> {
  readonly topic: Name;
  readonly hasPrice: boolean;
  /** Whether its price is compared with the floor. */
  readonly comparedWithFloor: boolean;
  /** Whether some of its alerts are about a whole collection, without rank and traits. */
  readonly ofCollections: boolean;
  /**
   * Whether its alerts are made for a single rule, by that rule's options, and sent to its channel. Such alerts are not
   * matched against rules, and “everything” does not include them.
   */
  readonly madeForRules?: true;
  /** Whether its alerts have a chart, which the bot attaches. */
  readonly hasChart?: true;
}

/** A wallet that takes part; `null` if it is unknown. */
export interface Party {
  readonly role:
    | 'seller'
    | 'buyer'
    | 'trader'
    | 'sender'
    | 'receiver'
    | 'minter'
    | 'burner'
    | 'bidder'
    | 'leader'
    | 'outbid';
  readonly wallet: Address | null;
}
