import childProcess from 'node:child_process';
import crypto from 'node:crypto';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';
import { replace } from './replace.ts';

/** Real input and output, which no simulated bot may use. */
const FORBIDDEN: readonly (readonly [module: object, names: readonly string[]])[] = [
  [net, ['connect', 'createConnection', 'createServer']],
  [dgram, ['createSocket']],
  [dns, ['lookup', 'resolve', 'resolve4', 'resolve6']],
  [childProcess, ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync', 'execFileSync']],
  [workerThreads, ['Worker']],
  [fs, ['readFile', 'writeFile', 'appendFile', 'open', 'createReadStream', 'createWriteStream', 'watch']],
  [fs.promises, ['readFile', 'writeFile', 'appendFile', 'open', 'mkdir', 'readdir', 'copyFile', 'rename']],
  [zlib, ['gunzip', 'inflate', 'brotliDecompress', 'gzip', 'deflate', 'brotliCompress']],
  [crypto, ['scrypt', 'pbkdf2', 'generateKeyPair', 'randomFill']],
];

/**
 * Makes real input and output throw in this process. To be called once everything is imported.
 * @param onAttempt receives the error too, because the bot may handle it
 */
export function forbidRealIo(onAttempt: (error: Error) => void): void {
  for (const [module, names] of FORBIDDEN)
    for (const name of names)
      replace(module, name, () => {
        const error = new Error(`real input or output in the simulation: ${name}`);
        onAttempt(error);
        throw error;
      });
  syncBuiltinESMExports();
}
