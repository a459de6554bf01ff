import { describe, expect, it } from 'vitest';
import { PROBES } from '#src/doctor/live/probes.ts';
import { brokenAssumptions } from './broken-assumptions.ts';
import { probeNamed, startLiveFixture } from './live-fixture.ts';

describe('the probes, with one assumption broken', () => {
  it.each(brokenAssumptions)('$probe: $name', async ({ probe, options = {}, breakIt, seen }) => {
    await using fixture = await startLiveFixture(options);
    breakIt?.(fixture);
    const { lines, isHealthy, report } = await fixture.run({ probes: [probeNamed(probe)] });
    expect(lines[0]).toBe(`✗ ${probe}: not as assumed.`);
    expect(lines.find((line) => line.startsWith('    seen: '))).toMatch(seen);
    expect(lines).toContain('  → Open an issue, and attach the report.');
    expect(isHealthy).toBe(false);
    expect(JSON.parse(report ?? '')).toMatchObject({ probes: [{ name: probe, verdict: 'wrong' }] });
    fixture.discord.faults.clear();
    expect(fixture.discord.messages(fixture.channelId)).toEqual([]);
  });

  it('covers every probe', () => {
    const broken = new Set(brokenAssumptions.map(({ probe }) => probe));
    expect([...broken].toSorted()).toEqual(PROBES.map(({ name }) => name).toSorted());
  });

  it('is told from a channel that cannot be listed, as discord-api-docs#8611 describes', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.setListable(fixture.channelId, false);
    const { lines } = await fixture.run({ probes: [probeNamed('components-v2')] });
    expect(lines[0]).toBe('✓ components-v2: as assumed.');
    expect(lines[2]).toContain('status 500 for the list, without the message; status 200 by id');
  });
});
