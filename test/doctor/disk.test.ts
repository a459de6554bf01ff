import { describe, expect, it } from 'vitest';
import { judgeSpace } from '../../src/doctor/disk.ts';

const MB = 1_024 * 1_024;

describe('the space on the disk', () => {
  it('is enough where a backup fits', () => {
    expect(judgeSpace('/data', 5_000 * MB, 100 * MB)).toMatchObject({
      verdict: 'good',
      says: '5,000 MB are free on the disk of /data.',
    });
  });

  it('is worth a look where a backup of the database may not fit', () => {
    expect(judgeSpace('/data', 5_000 * MB, 4_900 * MB).verdict).toBe('warning');
    expect(judgeSpace('/data', 450 * MB, 0).verdict).toBe('good');
  });

  it('is too little below 100 MB', () => {
    expect(judgeSpace('/data', 99 * MB, 0)).toMatchObject({
      verdict: 'bad',
      remedy: expect.stringContaining('Free some space'),
    });
  });
});
