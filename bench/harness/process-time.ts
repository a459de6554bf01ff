import { readFile } from 'node:fs/promises';

/** Linux counts in these, whatever the kernel's own tick is (USER_HZ). */
const TICKS_A_SECOND = 100;
/** Fields of /proc/PID/stat after the name in brackets. */
const USER = 11;
const SYSTEM = 12;

/** The processor time that all threads of a process have used so far, s. Reads /proc: Linux only. */
export async function processTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER]) + Number(fields[SYSTEM]);
  if (!Number.isFinite(ticks)) throw new Error(`/proc/${pid}/stat is not understood.`);
  return ticks / TICKS_A_SECOND;
}
