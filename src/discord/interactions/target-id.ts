import type { LookupTarget } from '#src/alerts/description.ts';
import type { Address } from '#src/chain/address.ts';
import { packNumber, unpackNumber } from '../screens/packed-number.ts';

/** The custom id of a component under an alert: its lookup target, and the mark of its message. */
export interface TargetId {
  readonly target: LookupTarget;
  /**
   * The mark by which read-back finds the message (`discord/posting/delivery-mark.ts`), or a word that is no mark;
   * `a-z0-9`, 1 to 8 characters.
   */
  readonly mark: string;
}

/**
 * Messages with this format persist for years, so it must never change: neither the letters, nor the order of the
 * parts, nor the packing of numbers. It has at most 85 of the 100 characters that Discord allows for a custom id or the
 * value of a choice.
 */
const TARGET =
  /^to\.(?<type>[bck])\.(?<collection>[\w-]{1,27})\.(?<number>[\w-]{0,43})\.(?<mark>[0-9a-z]{1,8})$/;
const MENU = /^of\.(?<mark>[0-9a-z]{1,8})$/;

const packAddress = (address: Address): string => packNumber(BigInt(address));

function unpackAddress(text: string): Address {
  return `0x${unpackNumber(text).toString(16).padStart(40, '0')}`;
}

/**
 * Writes the custom id of a button, or the value of a menu choice. It depends neither on a rule nor on the user who
 * presses.
 */
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

/** Parses a custom id; `null` if it is of another form or was tampered with. */
export function readTargetId(customId: string): TargetId | null {
  const [, type, collection, number, mark] = TARGET.exec(customId) ?? [];
  if (type === undefined || collection === undefined || number === undefined || mark === undefined)
    return null;
  const found = { target: targetOf(type, unpackAddress(collection), number), mark };
  return writeTargetId(found) === customId ? found : null;
}

const [LOOKUP, WATCH] = ['to.', 'wa.'] as const;

/**
 * Writes the custom id of a button that offers to watch a target, with the length and stability of that of its lookup.
 */
export const writeWatchId = (id: TargetId): string => WATCH + writeTargetId(id).slice(LOOKUP.length);

/** Parses a watch id; `null` if it is of another form or was tampered with. */
export const readWatchId = (customId: string): TargetId | null =>
  customId.startsWith(WATCH) ? readTargetId(LOOKUP + customId.slice(WATCH.length)) : null;

/** Returns the custom id of a menu whose choices are targets. */
export const writeTargetMenuId = (mark: string): string => `of.${mark}`;

/** Returns the mark in the custom id of a component under an alert; `null` for any other component. */
export function markInCustomId(customId: string): string | null {
  const target = readTargetId(customId) ?? readWatchId(customId);
  return MENU.exec(customId)?.groups?.['mark'] ?? target?.mark ?? null;
}
