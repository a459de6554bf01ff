import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NoticeAlert } from '#src/alerts/alert.ts';
import { alertMessage } from '#src/discord/render/alert-message.ts';
import { describeAll, isText } from '#src/discord/render/describe.ts';
import { noticesText } from '#src/discord/render/layouts/notice.ts';
import { referenceFor } from '#src/store/model/delivery.ts';
import { noticeAlert } from '../../support/build-alert.ts';
import { pseudoMessages } from '../../support/pseudo-language.ts';
import { unmarkedWords } from '../../support/unmarked-words.ts';
import { anyNotice, postOf } from '../views/any-alert.ts';
import { refusals } from '../views/discord-refuses.ts';
import { anyContext, viewContext } from '../views/view-context.ts';

const bodyOf = (change: Partial<NoticeAlert> = {}) =>
  alertMessage(postOf([noticeAlert(change)]), viewContext(), 'normal');

describe('a notice of a channel that takes no alerts', () => {
  it('mentions who set it up, and says which channel, why, and what to do', () => {
    expect(bodyOf().content).toBe(
      [
        '<@700000000000000001> Alerts in <#900000000000000001> have stopped: I can’t post there. 3 alerts are waiting.',
        'To continue, give me “Send Messages” and “Embed Links” there. Posting then resumes where it stopped.',
        `-# Test Market · alert ${referenceFor('1000', noticeAlert())}`,
      ].join('\n'),
    );
  });

  it.each([
    [50_013, ['View Channel']],
    [50_001, []],
    [10_003, null],
    [99_999, null],
  ])('is in the language of its server: code %i, missing %o', (code, missing) => {
    const context = viewContext({ messages: pseudoMessages });
    const notices = Array.from({ length: 30 }, () => noticeAlert({ code, missing }));
    const described = describeAll('1000', notices, context).filter(isText);
    const one = noticesText(described.slice(0, 1), '', 900, context).replaceAll(/alert \w{8}$/g, '');
    const several = noticesText(described, '', 900, context);
    expect(unmarkedWords(one)).toEqual(['Test', 'Market']);
    expect(unmarkedWords(several)).toEqual(['Test', 'Market']);
  });

  it('is text alone, because embeds may not be allowed where it stands', () => {
    expect(bodyOf()).not.toHaveProperty('embeds');
  });

  it('says where to go on when the channel is gone for good', () => {
    const { content } = bodyOf({ code: 10_003, waiting: 3 });
    expect(content).toContain(
      ': the channel was deleted.\nSee the alerts with `/alerts list`, copy them to another channel with `/alerts copy`,',
    );
    expect(content).not.toContain('/alerts resume');
  });

  it('says that a rule has to be resumed where nothing reports the end of the problem to the bot', () => {
    expect(bodyOf({ code: 99_999 }).content).toContain(
      ': Discord rejects my messages (code 99999). 3 alerts are waiting.\nI retry at least every hour, or immediately after `/alerts resume`.',
    );
  });

  it.each([
    [50_001, 'To continue, give me “View Channel” there. Posting then resumes', ['View Channel']],
    [50_013, 'To continue, give me “Send Messages in Threads” there. Posting', ['Send Messages in Threads']],
    [
      50_013,
      'give me “View Channel”, “Send Messages”, and “Embed Links” there. Posting',
      ['View Channel', 'Send Messages', 'Embed Links'],
    ],
    [50_013, 'To continue, give me “Send Messages” and “Embed Links” there. Posting then resumes', null],
    [50_083, 'To continue, unarchive it. Posting then resumes'],
    [160_005, 'To continue, unlock it. Posting then resumes'],
    [50_008, 'copy them to another channel with `/alerts copy`'],
  ])('asks for no more than what helps against %i', (code, text, missing = null) => {
    const { content } = bodyOf({ code, missing });
    expect(content).toContain(text);
    expect(content).not.toContain('/alerts resume');
  });

  it('says that no permission is missing where Discord refuses all the same', () => {
    expect(bodyOf({ missing: [] }).content).toContain(
      ': I can’t post there, although I have the required permissions (I may be timed out). 3 alerts are waiting.\nI retry at least every hour, or immediately after `/alerts resume`.',
    );
  });

  it('pings those people and nobody else', () => {
    expect(bodyOf().allowed_mentions).toEqual({ parse: [], users: ['700000000000000001'] });
    expect(bodyOf({ users: [] }).allowed_mentions).toEqual({ parse: [] });
  });

  it('mentions every one whom it pings', () => {
    fc.assert(
      fc.property(anyNotice, anyContext, (notice, context) => {
        const { content, allowed_mentions } = alertMessage(postOf([notice]), context, 'normal');
        for (const user of allowed_mentions?.users ?? []) expect(content).toContain(`<@${user}>`);
      }),
    );
  });

  it('is the same in every layout, and taken by Discord', () => {
    fc.assert(
      fc.property(anyNotice, anyContext, (notice, context) => {
        const bodies = (['card', 'text', 'summary'] as const).map((layout) =>
          alertMessage(postOf([notice], layout), context, 'normal'),
        );
        expect(bodies[1]).toEqual(bodies[0]);
        expect(bodies[2]).toEqual(bodies[0]);
        expect(refusals(bodies[0])).toEqual([]);
      }),
    );
  });
});
