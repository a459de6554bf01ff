import { describe, expect, it } from 'vitest';
import { startPatient } from './patient.ts';

describe('the doctor, where all is well', () => {
  it('finds nothing wrong and nothing to remark', async () => {
    await using patient = await startPatient();
    const { sound, signed } = await patient.examine();
    expect(signed('✗')).toEqual([]);
    expect(signed('!')).toEqual([]);
    expect(sound).toBe(true);
  });
});
