import { expect } from 'vitest';
import { isCoinOf } from '#src/marketplace/own-coin.ts';
import { decodeActivities } from '#src/marketplace/resources/activity/activities.ts';
import type { Activity } from '#src/marketplace/resources/activity/activity.ts';
import { NOW } from './stub-marketplace.ts';

export const COLLECTION = '0xffa3f378d966bdd07eb66a82383964bb8ac4aaad';
export const SELLER = '0x3b592c1d44327a5d05ba415262f7e6179f14e77a';
export const BUYER = '0x26939931d05cc9f61f69ea0758710ebc3653e160';
export const ZERO = '0x0000000000000000000000000000000000000000';
export const DEAD = '0x000000000000000000000000000000000000dEaD';
export const TX = '0x9a8306677a3e41fe2451c04e187689324487a543b99a8f81f4d5e5988809db8c';

/** A sale as the documented resources would spell it, with `fields` over it. */
export function saleRecord(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    _id: '68b172cf77b20a6d48d2991a',
    type: 'sale',
    collectionAddress: COLLECTION,
    tokenId: 478,
    seller: SELLER,
    buyer: BUYER,
    price: '10000000000000000000',
    txHash: TX,
    logIndex: 3,
    timestamp: 1_756_464_735,
    ...fields,
  };
}

/** Decodes a page of which every record must be readable. */
export function decodePage(...records: readonly unknown[]): readonly Activity[] {
  const { items, unreadable } = decodeActivities(records, NOW, isCoinOf('S'));
  expect(unreadable).toEqual([]);
  return items;
}

export function decodeOne(record: unknown): Activity {
  const [activity] = decodePage(record);
  if (activity === undefined) throw new Error('The record was not read.');
  return activity;
}
