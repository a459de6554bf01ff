import { describe, expect, it } from 'vitest';
import type { Probe } from '#src/doctor/live/probe.ts';
import { PROBES } from '#src/doctor/live/probes.ts';
import { probeNamed, startLiveFixture } from './live-fixture.ts';

const ROUTE = '/channels/:channelId/messages';

describe('the clean-up after the probes', () => {
  it('finds a message whose answer was lost', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId } = fixture;
    discord.faults.add({ do: 'process-then-reset' }, { method: 'POST', route: ROUTE, times: 1 });
    const { lines } = await fixture.run({ probes: [probeNamed('silent-message')] });
    expect(lines[0]).toContain('not tried, because Discord did not answer');
    expect(lines).toContain('✓ Everything was deleted: 1 messages and 0 threads.');
    expect(discord.messages(channelId)).toEqual([]);
  });

  it('finds a thread whose answer was lost', async () => {
    await using fixture = await startLiveFixture();
    const { discord } = fixture;
    const threadIds: string[] = [];
    discord.onRequest(({ method, responseBody }) => {
      if (method === 'POST') threadIds.push((responseBody as { id: string }).id);
    });
    discord.faults.add(
      { do: 'process-then-reset' },
      { method: 'POST', route: '/channels/:channelId/threads', times: 1 },
    );
    const { lines } = await fixture.run({ probes: [probeNamed('nonce-in-forum')] });
    expect(threadIds).toHaveLength(1);
    expect(threadIds.filter((id) => discord.channelExists(id))).toEqual([]);
    expect(lines).toContain('✓ Everything was deleted: 0 messages and 1 threads.');
  });

  it('leaves the messages of others', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId, token } = fixture;
    await fetch(`${discord.apiUrl}/v10/channels/${channelId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'An alert' }),
    });
    await fixture.run();
    expect(discord.messages(channelId).map(({ payload }) => payload.content)).toEqual(['An alert']);
  });

  it('follows an error of a probe, which is reported', async () => {
    await using fixture = await startLiveFixture();
    const faulty: Probe = {
      ...probeNamed('order'),
      async run(lab) {
        await lab.post({ content: lab.mark('Left') });
        throw new Error('a bug of the probe');
      },
    };
    const { lines, isHealthy, report } = await fixture.run({ probes: [faulty] });
    expect(fixture.discord.messages(fixture.channelId)).toEqual([]);
    expect(lines).toContain('✓ Everything was deleted: 1 messages and 0 threads.');
    expect(lines.join('\n')).toContain('could not be checked: a bug of the probe');
    expect(isHealthy).toBe(false);
    expect(report).not.toBeNull();
  });

  it('follows Ctrl-C, and no other probe is tried', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId } = fixture;
    const stop = new AbortController();
    let posts = 0;
    discord.onMessage(({ kind }) => {
      posts += kind === 'created' ? 1 : 0;
      if (posts === 3) stop.abort();
    });
    const { lines, isHealthy } = await fixture.run({ signal: stop.signal });
    expect(posts).toBeLessThan(6);
    expect(discord.messages(channelId)).toEqual([]);
    expect(
      lines.filter((line) => line.includes('not tried, because the run was stopped')).length,
    ).toBeGreaterThan(PROBES.length - 4);
    expect(lines).toContain('✗ The run was stopped.');
    expect(isHealthy).toBe(false);
  });

  it('names what could not be deleted', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId } = fixture;
    discord.faults.add(
      { do: 'answer', status: 403, body: { message: 'Missing Permissions', code: 50_013 } },
      { method: 'DELETE', route: `${ROUTE}/:messageId` },
    );
    let deletions = 0;
    discord.onRequest(({ method }) => {
      deletions += method === 'DELETE' ? 1 : 0;
    });
    const probes = [probeNamed('silent-message'), probeNamed('order')];
    const { lines, isHealthy, report } = await fixture.run({ probes });
    expect(lines).toContain('! order: not tried, because what an earlier probe posted could not be deleted.');
    expect(deletions).toBeLessThan(10);
    const left = discord.messages(channelId).map(({ id }) => `    /channels/${channelId}/messages/${id}`);
    expect(left).toHaveLength(1);
    expect(lines).toEqual(expect.arrayContaining(left));
    expect(lines).toContain('✗ 1 messages or threads of this run could not be deleted.');
    expect(isHealthy).toBe(false);
    expect(JSON.parse(report ?? '')).toMatchObject({ isCleanedUp: false });
    expect(report).not.toContain(channelId);
  });

  it('waits when Discord requests a pause', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.faults.add(
      { do: 'rate-limit', retryAfterMs: 20_000 },
      { method: 'DELETE', route: `${ROUTE}/:messageId`, times: 1 },
    );
    const before = fixture.clock.monotonic();
    const { lines } = await fixture.run({ probes: [probeNamed('silent-message')] });
    expect(lines).toContain('✓ Everything was deleted: 1 messages and 0 threads.');
    expect(fixture.clock.monotonic() - before).toBeGreaterThan(20_000);
  });

  it('is followed by the report, printed where it cannot be written', async () => {
    await using fixture = await startLiveFixture();
    const { lines, isHealthy } = await fixture.run({
      probes: [probeNamed('silent-message')],
      writeReport: () => Promise.reject(new Error('EROFS: read-only file system')),
    });
    expect(lines).toContain('✗ The report could not be written: EROFS: read-only file system.');
    expect(lines).toContain('      "isCleanedUp": true,');
    expect(isHealthy).toBe(false);
  });

  it('says that the channel could not be searched', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.setListable(fixture.channelId, false);
    const { lines } = await fixture.run({ probes: [probeNamed('silent-message')] });
    expect(lines.join('\n')).toContain('the channel could not be searched for others');
  });
});
