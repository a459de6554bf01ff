import { describe, expect, it } from 'vitest';
import type { ChannelSettings } from '#src/alerts/settings.ts';
import { isSilentPost } from '#src/alerts/silence.ts';
import { moveAlert, noticeAlert, saleAlert, soldItem } from '../support/build-alert.ts';

const COIN = 10n ** 18n;
type Chosen = Pick<ChannelSettings, 'sound' | 'loudFrom'>;

const LOUD: Chosen = { sound: 'loud', loudFrom: null };
const SILENT: Chosen = { sound: 'silent', loudFrom: null };
const PINGS: Chosen = { sound: 'important', loudFrom: null };
const FROM_FIVE: Chosen = { sound: 'important', loudFrom: 5n * COIN };

const soldFor = (coins: bigint | null) =>
  saleAlert(1, { item: soldItem({ price: coins === null ? null : coins * COIN }) });

describe('a new message', () => {
  it('notifies people in a loud channel', () => {
    expect(isSilentPost([soldFor(1n)], [], LOUD)).toBe(false);
  });

  it('is silent in a silent channel, even with a ping', () => {
    expect(isSilentPost([soldFor(1_000n)], ['77'], SILENT)).toBe(true);
  });

  it('is silent unless it pings, where only important messages notify', () => {
    expect(isSilentPost([soldFor(1_000n)], [], PINGS)).toBe(true);
    expect(isSilentPost([soldFor(1n)], ['77'], PINGS)).toBe(false);
  });

  it.each([
    [4n, true],
    [5n, false],
    [6n, false],
  ])('of %i coins in a channel that notifies from five is silent: %s', (coins, isSilent) => {
    expect(isSilentPost([soldFor(coins)], [], FROM_FIVE)).toBe(isSilent);
  });

  it('notifies for the highest of its prices', () => {
    expect(isSilentPost([soldFor(1n), soldFor(9n)], [], FROM_FIVE)).toBe(false);
    expect(isSilentPost([soldFor(1n), soldFor(2n)], [], FROM_FIVE)).toBe(true);
  });

  it('is silent without a price', () => {
    expect(isSilentPost([soldFor(null), moveAlert()], [], FROM_FIVE)).toBe(true);
  });

  it('is never silent with a notice, which somebody has to act on', () => {
    for (const chosen of [SILENT, PINGS, FROM_FIVE]) {
      expect(isSilentPost([noticeAlert()], [], chosen)).toBe(false);
    }
  });
});
