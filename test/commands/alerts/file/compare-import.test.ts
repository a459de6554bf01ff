import { describe, expect, it } from 'vitest';
import { compareImport } from '#commands/alerts/file/compare-import.ts';
import { doImport } from '#commands/alerts/file/do-import.ts';
import type { PlannedAlert } from '#commands/alerts/file/import-plan.ts';
import { MATCH_ALL } from '#src/alerts/filters/index.ts';
import type { AnswerContext } from '#src/discord/answer-context.ts';
import { answerContext } from '../../../discord/answers/answer-context.ts';
import { fullAccess } from '../../../discord/full-access.ts';
import { ruleOf } from '../../../support/build-alert.ts';

const CHANNEL = '300000000000000001';
const [OPEN, MUTED, REFUSED] = ['600000000000000001', '600000000000000002', '600000000000000003'];

/** A member who may not mention `REFUSED`, and a bot that may not mention `MUTED`; the channel's role is `REFUSED`. */
async function context(): Promise<AnswerContext> {
  const base = answerContext({
    mayManage: true,
    known: { serverDirectory: { mayPing: (_channelId, roleId) => roleId !== MUTED } },
  });
  const { settings } = base.services;
  const ping = { roleId: REFUSED, minimum: null, coolDownMinutes: 0 };
  await settings.saveChannel(base.guildId, CHANNEL, { ...settings.channel(CHANNEL), ping });
  return { ...base, memberAccess: { ...fullAccess, mayMention: (_channelId, roleId) => roleId !== REFUSED } };
}

/** Alerts that differ in their ranks, and ping these roles. */
const alertsWith = (...roles: readonly (readonly string[])[]): readonly PlannedAlert[] =>
  roles.map((pingRoles, at) => ({
    channelId: CHANNEL,
    paused: false,
    templates: [],
    rule: ruleOf({ pingRoles, filter: { ...MATCH_ALL, rank: at + 1 } }),
  }));
const alerts = alertsWith([OPEN], [MUTED], [OPEN, REFUSED], [], [REFUSED]);
const plan = { alerts, settings: [], templates: [], leftOut: [], warnings: [], untouched: [] };

describe('the roles that alerts of a file ping', () => {
  it('leave out new alerts whose roles bot or member may not ping, and say so once', async () => {
    const { added, leftOut } = await compareImport(plan, [], 'add', await context());
    expect(added).toEqual(alerts.slice(0, 1));
    expect(leftOut).toEqual([
      expect.stringContaining(`I can’t ping <@&${MUTED}>`),
      expect.stringContaining(`You can’t ping <@&${REFUSED}>`),
    ]);
  });

  it('do not refuse a file whose alerts the server has already', async () => {
    const asking = await context();
    const { services, guildId } = asking;
    for (const { rule, channelId } of alerts) {
      await services.subscriptions.add({ ...rule, guildId, channelId, createdBy: '1', createdAt: 0 });
    }
    const here = await services.store.subscriptionsOf(guildId);
    const { added, removed, present, leftOut } = await compareImport(plan, here, 'replace', asking);
    expect([added, removed, present, leftOut]).toEqual([[], [], alerts.length, []]);
  });

  it('are checked again when the import is confirmed', async () => {
    const asking = await context();
    const { guildId, services } = asking;
    const done = await doImport({ alerts, removals: [], settings: [], templates: [] }, asking);
    expect(done).toContain('1 alert added');
    expect(done).toContain('4 alerts skipped: you or I can no longer ping their roles.');
    const kept = await services.store.subscriptionsOf(guildId);
    expect(kept.map(({ pingRoles }) => pingRoles)).toEqual([[OPEN]]);
  });
});
