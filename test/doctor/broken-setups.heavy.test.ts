import { describe, expect, it } from 'vitest';
import { cases } from '../support/thorough.ts';
import { brokenSetups } from './broken-setups.ts';
import { startDoctorFixture } from './doctor-fixture.ts';

/** Each starts a world and a doctor. By day every second is enough, because all report in the same way. */
const EVERY = cases(2, 1);

describe('the doctor, with one thing broken', () => {
  it.each(brokenSetups.filter((_setup, number) => number % EVERY === 0))(
    'reports $name and the remedy',
    async ({ make, sign = '✗', message, remedy }) => {
      await using fixture = await startDoctorFixture();
      await using _broken = (await make(fixture)) ?? null;
      const { withSign, detailsBelow, isHealthy } = await fixture.runChecks();
      expect(withSign(sign)).toContainEqual(expect.stringMatching(message));
      expect(detailsBelow(withSign(sign).find((line) => message.test(line)) ?? '')).toMatch(remedy);
      expect(isHealthy).toBe(sign === '!');
    },
  );

  it('goes on after a problem, so that one run reports all', async () => {
    await using fixture = await startDoctorFixture();
    await fixture.write({ HTTP_PORT: '99999', CURRENCY_DECIMALS: '40', MARKETPLACE_URL: null });
    fixture.world.discord.deleteChannel(fixture.world.home.channelId);
    const { withSign } = await fixture.runChecks();
    expect(withSign('✗').map((line) => line.slice(0, 22))).toEqual([
      '✗ MARKETPLACE_URL: is ',
      '✗ CURRENCY_DECIMALS (g',
      '✗ HTTP_PORT (given: "9',
      '✗ Alerts are to go to ',
    ]);
  });

  it('fails a clock that is 40 s wrong, and warns of one that is 5 s wrong', async () => {
    await using fixture = await startDoctorFixture();
    const ahead = await fixture.runChecks(40_000);
    expect(ahead.withSign('✗')).toEqual([
      expect.stringMatching(/^✗ This machine’s clock is (39|40) s ahead of Discord’s\.$/),
      expect.stringMatching(/^✗ This machine’s clock is (39|40) s ahead of the marketplace’s\.$/),
    ]);
    expect(ahead.detailsBelow('ahead of Discord’s')).toContain('timedatectl set-ntp true');
    const behind = await fixture.runChecks(-5_000);
    expect(behind.isHealthy).toBe(true);
    expect(behind.withSign('!')).toEqual([
      expect.stringMatching(/^! This machine’s clock is [45] s behind Discord’s\.$/),
      expect.stringMatching(/^! This machine’s clock is [45] s behind the marketplace’s\.$/),
    ]);
  });
});
