import type { Currency } from '#src/chain/wei.ts';
import type { Language } from '#src/messages/languages.ts';

/** How a server wants its charts written. */
export interface ChartStyle {
  readonly language: Language;
  /** An IANA name that `Intl` knows. */
  readonly timeZone: string;
  /** The chain's own coin. */
  readonly currency: Currency;
}
