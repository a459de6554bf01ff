import type { VersionFixture } from './fixture.ts';
import { version1 } from './version-1.ts';
import { version2 } from './version-2.ts';
import { version3 } from './version-3.ts';
import { version4 } from './version-4.ts';
import { version5 } from './version-5.ts';
import { version6 } from './version-6.ts';
import { version7 } from './version-7.ts';
import { version8 } from './version-8.ts';
import { version9 } from './version-9.ts';
import { version10 } from './version-10.ts';

/** A database of every schema that was ever released, the oldest first. A new migration brings the fixture of its version. */
export const versions: readonly VersionFixture[] = [
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
  version8,
  version9,
  version10,
];
