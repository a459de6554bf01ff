import type { Address } from '#src/chain/address.ts';

/** Fields of every alert. */
export interface AlertBase {
  readonly kind: string;
  /** What a rule must ask for to get the alert. */
  readonly topic: string;
  /** Stable idempotency key, derived from the event alone. */
  readonly key: string;
  /** Key of the live message that shows the alert; `null` for messages that are never edited. */
  readonly liveKey: string | null;
  readonly txHash: string | null;
  /** Epoch seconds. */
  readonly occurredAt: number;
  /** Set where the marketplace took the event back after it was announced. */
  readonly reverted?: true | undefined;
}

/** What a rule can ask for, and which filters can apply to it. */
export interface TopicDefinition<Name extends string = string> {
  readonly topic: Name;
  readonly hasPrice: boolean;
  /** Whether its price is compared with the floor. */
  readonly comparedWithFloor: boolean;
  /** Whether some of its alerts are about a whole collection, which has no rank and no traits. */
  readonly ofCollections: boolean;
  /**
   * Whether an alert of it is made for one rule, by what that rule says, and addressed to its channel: no alert is
   * matched against rules for it, and “everything” does not include it.
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
