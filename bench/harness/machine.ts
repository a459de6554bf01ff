import { cpus, totalmem } from 'node:os';

/** The machine of the measurement. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** MiB. */
  readonly memory: number;
  readonly node: string;
  readonly platform: string;
}

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memory: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}
