import type { Address } from '../../domain/address.ts';
import type { GuildSettings } from '../../domain/settings.ts';
import type { Currency } from '../../domain/wei.ts';
import type { Links } from '../links.ts';

/** What every view needs to know beside the thing that it shows. */
export interface ViewContext {
  readonly currency: Currency;
  readonly links: Links;
  readonly marketplaceName: string;
  /** The collection's name from the local directory, when it is known there. */
  readonly collectionName: (address: Address) => string | null;
  /** What the server chose that reads it. */
  readonly settings: GuildSettings;
}
