import type { LedgerRecord } from '../ledger.ts';
import type { CollectionMarket, TokenState } from './collection-market.ts';
import type { Market } from './market.ts';
import type { WorldEvent } from './model.ts';
import type { Appraise } from './source.ts';

/** The token of the event, where the caller chooses it; otherwise it is drawn. */
export interface CauseTarget {
  /** Address or path. */
  readonly collection?: string | undefined;
  readonly tokenId?: string | undefined;
}

/** The chosen token. */
export interface ResolvedTarget {
  readonly collection: CollectionMarket;
  readonly token: TokenState;
}

export interface CauseDeps {
  readonly seed: number;
  readonly market: Market;
  readonly appraise: Appraise;
  readonly worldMs: () => number;
  /** Wall ms. */
  readonly now: () => number;
  /** World ms from the end of an auction to its settlement, by default. */
  readonly settleAfterMs: number;
  /** Processes the events that are due by the clock. */
  readonly advance: () => void;
  readonly happen: (events: readonly WorldEvent[]) => readonly LedgerRecord[];
}
