import type { Address } from '../../domain/address.ts';
import type { GuildSettings } from '../../domain/settings.ts';
import type { Currency } from '../../domain/wei.ts';
import type { Links } from '../links.ts';

/** What every view needs to know beside the thing that it shows. */
export interface ViewContext {
  readonly currency: Currency;
  readonly links: Links;
  readonly marketplaceName: string;
  /** Where the marketplace is, as an origin: pictures there are shown even where that is no public address. */
  readonly marketplaceOrigin: string | null;
  /**
   * What a collection is called: a name that no other has and that does not look verified; `null` where nobody says.
   * @param told what a record calls it, where the local directory does not know it
   */
  readonly collectionName: (address: Address, told?: string | null) => string | null;
  /** What the server chose that reads it. */
  readonly settings: GuildSettings;
}
