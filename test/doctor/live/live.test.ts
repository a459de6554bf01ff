import { PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { PROBES } from '#src/doctor/live/probes.ts';
import { probeNamed, startLiveFixture } from './live-fixture.ts';

describe('the probes, against a Discord that is as assumed', () => {
  it('all hold, delete what they posted, and stay far below the limits', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId, run } = fixture;
    const requests: { readonly status: number | null; readonly startedAt: number }[] = [];
    discord.onRequest(({ status, startedAt }) => requests.push({ status, startedAt }));
    const { lines, isHealthy, progress } = await run();
    expect(lines.filter((line) => /^\S/.test(line))).toEqual([
      ...PROBES.map(({ name }) => `✓ ${name}: as assumed.`),
      expect.stringMatching(/^✓ Everything was deleted: \d+ messages and 4 threads\.$/),
      '✓ The report is in report.json. It contains no token and no ids.',
      'Nothing is wrong.',
    ]);
    expect(isHealthy).toBe(true);
    expect(discord.messages(channelId)).toEqual([]);
    expect(requests.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(requests.length).toBeLessThan(120);
    const inOneSecond = requests.map(
      ({ startedAt }) =>
        requests.filter((other) => other.startedAt >= startedAt && other.startedAt < startedAt + 1_000)
          .length,
    );
    expect(Math.max(...inOneSecond)).toBeLessThan(15);
    expect(progress).toContainEqual(expect.stringMatching(/^measuring the nonce at 120 s: \d+ s left$/));
  });

  it('print what is assumed, seen and depends on it', async () => {
    await using fixture = await startLiveFixture();
    const { lines } = await fixture.run({ probes: [probeNamed('thread-twice')] });
    expect(lines.slice(0, 4)).toEqual([
      '✓ thread-twice: as assumed.',
      '    assumed: A second thread from the same message is refused with 160004.',
      '    seen: status 400 with code 160004 for the second',
      '    depends on it: Alerts start no threads yet. Starting one from a message can be repeated.',
    ]);
  });

  it('write a report without the token, ids and names', async () => {
    await using fixture = await startLiveFixture();
    const { report } = await fixture.run();
    expect(JSON.parse(report ?? '')).toMatchObject({
      channelType: ChannelType.GuildAnnouncement,
      isCleanedUp: true,
      probes: PROBES.map(({ name, assumed, dependent }) => ({ name, assumed, dependent, verdict: 'holds' })),
    });
    expect(report).not.toMatch(/\d{15}/);
    for (const secret of [fixture.token, 'Home', 'news']) expect(report).not.toContain(secret);
  });

  it('post nothing without a yes', async () => {
    await using fixture = await startLiveFixture();
    const methods = new Set<string>();
    fixture.discord.onRequest(({ method }) => methods.add(method));
    const questions: string[] = [];
    const { lines, report } = await fixture.run({
      confirm: async (text) => {
        questions.push(text);
        return false;
      },
    });
    expect(lines[0]).toBe('! Nothing was tried, because the answer was not “yes”.');
    expect(questions.join('\n')).toMatch(
      /#news in “Home”[\s\S]*#posts in “Home”[\s\S]*published to the servers/,
    );
    expect([...methods]).toEqual(['GET']);
    expect(report).toBeNull();
  });
});

describe('a probe that cannot be tried', () => {
  const without = { forumId: null, personId: null, mayPublish: false };

  it.each([
    ['nonce-in-forum', 'no forum was given', /--forum/],
    ['closed-direct-messages', 'no person was given', /--person/],
    ['publishing', 'servers that follow the channel would see the message', /--publish/],
  ])('says why, and what would allow it: %s', async (name, reason, remedy) => {
    await using fixture = await startLiveFixture();
    const args = { ...fixture.args, ...without };
    const { lines, isHealthy, report } = await fixture.run({ args, probes: [probeNamed(name)] });
    expect(lines[0]).toBe(`! ${name}: not tried, because ${reason}.`);
    expect(lines.find((line) => line.startsWith('  → '))).toMatch(remedy);
    expect(isHealthy).toBe(true);
    expect(JSON.parse(report ?? '')).toMatchObject({ probes: [{ name, verdict: 'not tried', reason }] });
  });

  it('says so in a channel that is not an announcement channel', async () => {
    await using fixture = await startLiveFixture();
    const { id } = fixture.discord.createChannel({ guildId: fixture.guildId, name: 'text' });
    const args = { ...fixture.args, channelId: id };
    const { lines } = await fixture.run({ args, probes: [probeNamed('publishing')] });
    expect(lines[0]).toBe('! publishing: not tried, because the channel is not an announcement channel.');
  });

  it.each(['thread-twice', 'archived-thread', 'nonce-in-forum'])(
    'names the permission that the bot lacks: %s',
    async (name) => {
      await using fixture = await startLiveFixture();
      for (const id of [fixture.channelId, fixture.forumId])
        fixture.discord.setOverwrite(id, {
          id: fixture.applicationId,
          type: 'member',
          deny: Bits.ManageThreads,
        });
      const { lines } = await fixture.run({ probes: [probeNamed(name)] });
      expect(lines[0]).toBe(`! ${name}: not tried, because the bot lacks Manage Threads.`);
    },
  );

  it('says that the person accepts direct messages, and deletes the message', async () => {
    await using fixture = await startLiveFixture();
    const { discord, personId, applicationId } = fixture;
    discord.setAcceptsDirectMessages(personId, true);
    const { lines } = await fixture.run({ probes: [probeNamed('closed-direct-messages')] });
    expect(lines[0]).toContain('not tried, because the person accepts direct messages from the bot.');
    expect(discord.messages(discord.openDirectMessage(personId, applicationId).id)).toEqual([]);
  });

  it('says that Discord refused no request, and sends no more', async () => {
    await using fixture = await startLiveFixture({ rateLimits: false });
    const { lines } = await fixture.run({ probes: [probeNamed('rate-limit-answer')] });
    expect(lines[0]).toBe('! rate-limit-answer: not tried, because Discord refused none of 12 requests.');
  });

  it('says that only one of two simultaneous requests was answered, and deletes its message', async () => {
    await using fixture = await startLiveFixture();
    const { discord, channelId } = fixture;
    discord.faults.add(
      { do: 'process-then-reset' },
      { method: 'POST', route: '/channels/:channelId/messages', times: 1 },
    );
    const { lines } = await fixture.run({ probes: [probeNamed('nonce-two-connections')] });
    expect(lines[0]).toContain('not tried, because Discord answered 1 of two requests with a message.');
    expect(discord.messages(channelId)).toEqual([]);
  });

  it('says that Discord did not answer, and the others continue', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.faults.add(
      { do: 'reset' },
      { method: 'POST', route: '/channels/:channelId/messages', times: 1 },
    );
    const probes = [probeNamed('silent-message'), probeNamed('order')];
    const { lines } = await fixture.run({ probes });
    expect(lines[0]).toBe(
      '! silent-message: not tried, because Discord did not answer: the connection was reset.',
    );
    expect(lines).toContain('✓ order: as assumed.');
  });
});

describe('a channel that does not fit', () => {
  it.each([
    ['that is a forum', 'forumId', /is not a text or announcement channel/],
    ['that is no channel', 'personId', /There is no channel \d+/],
  ] as const)('%s is refused before anything is posted', async (_name, from, message) => {
    await using fixture = await startLiveFixture();
    const { lines, isHealthy, questions } = await fixture.run({
      args: { ...fixture.args, channelId: fixture[from] },
    });
    expect(lines[0]).toMatch(message);
    expect(isHealthy).toBe(false);
    expect(questions).toEqual([]);
  });

  it('is refused in place of the forum', async () => {
    await using fixture = await startLiveFixture();
    const { lines, questions } = await fixture.run({
      args: { ...fixture.args, forumId: fixture.channelId },
    });
    expect(lines[0]).toMatch(/#news in “Home” is not a forum/);
    expect(questions).toEqual([]);
  });

  it('is refused where the bot may not post', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.setOverwrite(fixture.channelId, {
      id: fixture.applicationId,
      type: 'member',
      deny: Bits.SendMessages,
    });
    const { lines, questions } = await fixture.run();
    expect(lines[0]).toMatch(/The messages of the probes cannot be posted in #news.*lacks Send Messages/);
    expect(questions).toEqual([]);
  });

  it('is not even read with a token that Discord refuses', async () => {
    await using fixture = await startLiveFixture();
    fixture.discord.revokeToken(fixture.applicationId);
    const { lines } = await fixture.run();
    expect(lines[0]).toBe('✗ Discord refuses the token.');
  });
});
