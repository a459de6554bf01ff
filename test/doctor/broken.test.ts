import { describe, expect, it } from 'vitest';
import { breakages } from './breakages.ts';
import { startPatient } from './patient.ts';

describe('the doctor, with one thing broken', () => {
  it.each(breakages)('sees $name and says what to do', async ({ make, sign = '✗', says, remedy }) => {
    await using patient = await startPatient();
    await using _broken = (await make(patient)) ?? null;
    const { signed, below, sound } = await patient.examine();
    expect(signed(sign)).toContainEqual(expect.stringMatching(says));
    expect(below(signed(sign).find((line) => says.test(line)) ?? '')).toMatch(remedy);
    expect(sound).toBe(sign === '!');
  });

  it('goes on after a mistake, so that one run tells of all', async () => {
    await using patient = await startPatient();
    await patient.write({ HTTP_PORT: '99999', CURRENCY_DECIMALS: '40', MARKETPLACE_URL: null });
    patient.world.discord.deleteChannel(patient.world.home.channelId);
    const { signed } = await patient.examine();
    expect(signed('✗').map((line) => line.slice(0, 22))).toEqual([
      '✗ MARKETPLACE_URL: is ',
      '✗ CURRENCY_DECIMALS (g',
      '✗ HTTP_PORT (given: "9',
      '✗ Alerts are to go to ',
    ]);
  });

  it('fails a clock that is 40 s wrong, and warns of one that is 5 s wrong', async () => {
    await using patient = await startPatient();
    const ahead = await patient.examine(40_000);
    expect(ahead.signed('✗')).toEqual([
      expect.stringMatching(/^✗ This machine’s clock is (39|40) s ahead of Discord’s\.$/),
      expect.stringMatching(/^✗ This machine’s clock is (39|40) s ahead of the marketplace’s\.$/),
    ]);
    expect(ahead.below('ahead of Discord’s')).toContain('timedatectl set-ntp true');
    const behind = await patient.examine(-5_000);
    expect(behind.sound).toBe(true);
    expect(behind.signed('!')).toEqual([
      expect.stringMatching(/^! This machine’s clock is [45] s behind Discord’s\.$/),
      expect.stringMatching(/^! This machine’s clock is [45] s behind the marketplace’s\.$/),
    ]);
  });
});
