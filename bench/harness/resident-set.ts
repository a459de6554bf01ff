import { readFile } from 'node:fs/promises';

const KIB_A_MIB = 1_024;

/** Current and peak resident memory of a process, MiB. Reads /proc: Linux only. */
export async function residentSet(pid: number): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const read = (name: string): number => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
    if (kib === undefined) throw new Error(`/proc/${pid}/status has no ${name}.`);
    return Number(kib) / KIB_A_MIB;
  };
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
