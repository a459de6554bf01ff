import { describe, expect, it } from 'vitest';
import { checkFreeSpace } from '#src/doctor/disk.ts';

const MB = 1_024 * 1_024;

describe('the space on the disk', () => {
  it('is enough where a backup fits', () => {
    expect(checkFreeSpace('/data', 5_000 * MB, 100 * MB)).toMatchObject({
      verdict: 'good',
      message: '5,000 MB are free on the disk of /data.',
    });
  });

  it('is a warning when a backup of the database may not fit', () => {
    expect(checkFreeSpace('/data', 5_000 * MB, 4_900 * MB).verdict).toBe('warning');
    expect(checkFreeSpace('/data', 450 * MB, 0).verdict).toBe('good');
  });

  it('is too little below 100 MB', () => {
    expect(checkFreeSpace('/data', 99 * MB, 0)).toMatchObject({
      verdict: 'bad',
      remedy: expect.stringContaining('Free some space'),
    });
  });
});
