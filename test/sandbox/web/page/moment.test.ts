import { describe, expect, it } from 'vitest';
import { embedTimeText, momentText, writtenAtText } from '../../../../sandbox/web/page/markdown/moment.ts';

const NOW = new Date(2026, 10, 21, 15, 4).getTime();
const seconds = Math.floor(NOW / 1_000);

describe('a moment in relation to now', () => {
  it.each([
    [5, 'in 5 seconds'],
    [-120, '2 minutes ago'],
    [3_600, 'in 1 hour'],
    [-86_400 * 3, '3 days ago'],
    [86_400 * 400, 'in 1 year'],
  ])('%i s away is "%s"', (away, words) => {
    expect(momentText(seconds + away, 'R', NOW, 'en-US')).toBe(words);
  });
});

describe('when a message was written', () => {
  it('is the time today, and the day before that', () => {
    expect(writtenAtText(NOW - 60_000, NOW, 'en-US')).toMatch(/^3:03.PM$/);
    expect(writtenAtText(NOW - 86_400_000, NOW, 'en-US')).toMatch(/^Yesterday at 3:04.PM$/);
    expect(writtenAtText(NOW - 86_400_000 * 9, NOW, 'en-US')).toMatch(/^11\/12\/26, 3:04.PM$/);
  });

  it('is shown under an embed with the word "Today"', () => {
    expect(embedTimeText(NOW, NOW, 'en-US')).toMatch(/^Today at 3:04.PM$/);
  });
});
