import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boot } from '../electron/standin/boot.ts'
import { findMountObstacle, createLimitedDisk } from './limitedDisk.ts'
import type { LimitedDisk } from './limitedDisk.ts'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'start.ts')

interface FailedStart {
  code: number | null
  output: string
}

/** How a failing start ends, and what the user sees. */
const hosts: Record<string, (folder: string) => Promise<FailedStart>> = {
  'npm start in the browser': async (folder) => {
    const child = spawn(process.execPath, [script, '--browser', '--no-open', '--data-dir', folder])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
    const [code] = (await once(child, 'close')) as [number | null]
    return { code, output }
  },
  'the desktop host': async (folder) => {
    const { code, journal } = await boot(folder).exited
    return { code, output: (journal?.errorBoxes ?? []).map(([, text]) => `${text}\n`).join('') }
  },
}

const states: [string, (disk: LimitedDisk) => string, RegExp][] = [
  [
    'on a full disk',
    (disk) => (disk.fill(0), join(disk.folder, 'data')),
    /the disk is full\. Free some space/,
  ],
  [
    'that is nearly full',
    (disk) => (disk.fill(48 * 1_024), join(disk.folder, 'data')),
    /the disk is full\. Free some space/,
  ],
  [
    'that cannot be created',
    (disk) => (disk.makeReadOnly(), join(disk.folder, 'data')),
    /it can’t be written to\. Check its permissions/,
  ],
  [
    'that is read-only',
    (disk) => {
      const folder = join(disk.folder, 'data')
      mkdirSync(folder, { mode: 0o700 })
      disk.makeReadOnly()
      return folder
    },
    /it can’t be written to\. Check its permissions/,
  ],
  [
    'whose path is a file',
    (disk) => {
      writeFileSync(join(disk.folder, 'data'), '', { mode: 0o600 })
      return join(disk.folder, 'data')
    },
    /a file is where a folder should be/,
  ],
]

const reason = findMountObstacle()

describe.skipIf(reason !== null).each(states)(
  `a data folder %s${reason ? ` (${reason})` : ''}`,
  (_, prepareFolder, expectedReason) => {
    let disk: LimitedDisk
    beforeEach(() => {
      disk = createLimitedDisk()
    })
    afterEach(() => disk.remove())

    test.each(Object.keys(hosts))(
      'an unusable data folder is reported in one sentence by %s',
      async (host) => {
        const folder = prepareFolder(disk)
        const { code, output } = (await hosts[host]?.(folder)) ?? { code: 0, output: '' }
        expect(output).toMatch(expectedReason)
        expect(output).toMatch(/^Linkwright cannot use its data folder .*\n$/)
        expect(output).toContain(folder)
        expect(code).toBe(1)
      },
    )
  },
)
