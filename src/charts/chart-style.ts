import type { Currency } from '#src/chain/wei.ts';
import type { Language } from '#src/messages/languages.ts';

/** Format of a server's charts. */
export interface ChartStyle {
  readonly language: Language;
  /** An IANA name that `Intl` supports. */
  readonly timeZone: string;
  /** The chain's own coin. */
  readonly currency: Currency;
}
