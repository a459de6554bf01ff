import type { LookupTarget } from '#src/alerts/description.ts';
import type { Address } from '#src/chain/address.ts';
import { packNumber, unpackNumber } from '../screens/packed-number.ts';

/** The custom id of a component under an alert: what it looks up, and the mark of its message. */
export interface TargetId {
  readonly target: LookupTarget;
  /** What read-back finds the message by (`discord/posting/delivery-mark.ts`), or a word that is none; `a-z0-9`, 1 to 8 characters. */
  readonly mark: string;
}

/**
 * The format stands in messages that stay for years, so nothing of it may change: the letters, the order of the parts, and how
 * numbers are packed. At most 85 of the 100 characters that Discord gives a custom id, or the value of a menu's choice.
 */
const TARGET =
  /^to\.(?<type>[bck])\.(?<collection>[\w-]{1,27})\.(?<number>[\w-]{0,43})\.(?<mark>[0-9a-z]{1,8})$/;
const MENU = /^of\.(?<mark>[0-9a-z]{1,8})$/;

const packAddress = (address: Address): string => packNumber(BigInt(address));

function unpackAddress(text: string): Address {
  return `0x${unpackNumber(text).toString(16).padStart(40, '0')}`;
}

/** The custom id of a button, or the value of a menu's choice. Nothing in it depends on a rule or on who presses. */
export function writeTargetId({ target, mark }: TargetId): string {
  const collection = packAddress(target.collection);
  switch (target.at) {
    case 'collection':
      return `to.c.${collection}..${mark}`;
    case 'token':
      return `to.k.${collection}.${packNumber(BigInt(target.tokenId))}.${mark}`;
    case 'auction':
      return `to.b.${collection}.${packNumber(BigInt(target.auctionId))}.${mark}`;
    default:
      return target satisfies never;
  }
}

function targetOf(type: string, collection: Address, number: string): LookupTarget {
  switch (type) {
    case 'k':
      return { at: 'token', collection, tokenId: unpackNumber(number).toString() };
    case 'b':
      return { at: 'auction', collection, auctionId: unpackNumber(number).toString() };
    default:
      return { at: 'collection', collection };
  }
}

/** `null` for any other custom id, or one that was tampered with. */
export function readTargetId(customId: string): TargetId | null {
  const [, type, collection, number, mark] = TARGET.exec(customId) ?? [];
  if (type === undefined || collection === undefined || number === undefined || mark === undefined)
    return null;
  const found = { target: targetOf(type, unpackAddress(collection), number), mark };
  return writeTargetId(found) === customId ? found : null;
}

const [LOOKUP, WATCH] = ['to.', 'wa.'] as const;

/** The custom id of a button that offers to watch a target; as long and as lasting as that of its lookup. */
export const writeWatchId = (id: TargetId): string => WATCH + writeTargetId(id).slice(LOOKUP.length);

/** `null` for any other custom id, or one that was tampered with. */
export const readWatchId = (customId: string): TargetId | null =>
  customId.startsWith(WATCH) ? readTargetId(LOOKUP + customId.slice(WATCH.length)) : null;

/** The custom id of a menu whose choices are targets. */
export const writeTargetMenuId = (mark: string): string => `of.${mark}`;

/** The mark in the custom id of a component under an alert; `null` for any other component. */
export function markInCustomId(customId: string): string | null {
  const target = readTargetId(customId) ?? readWatchId(customId);
  return MENU.exec(customId)?.groups?.['mark'] ?? target?.mark ?? null;
}
