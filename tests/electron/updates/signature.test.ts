import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isTeamSigned } from '../../../electron/updates/signature.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-signature-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A `codesign` that describes a signature on stderr, as the real one does. */
async function createCodesign(lines: string[], code = 0): Promise<string> {
  const file = join(folder, 'codesign')
  await writeFile(file, `#!/bin/sh\ncat >&2 <<'END'\n${lines.join('\n')}\nEND\nexit ${code}\n`)
  await chmod(file, 0o755)
  return file
}

const app = '/Applications/Linkwright.app'
const head = [`Executable=${app}/Contents/MacOS/Linkwright`, 'Identifier=com.linkwright.app']

test.skipIf(process.platform === 'win32').each([
  ['by a team', [...head, 'Authority=Developer ID Application: Acme', 'TeamIdentifier=ABCDE12345'], true],
  ['ad hoc', [...head, 'Signature=adhoc', 'TeamIdentifier=not set'], false],
  ['without a line about it', head, false],
])('a signed app is recognized: %s', async (_how, lines, signed) => {
  expect(await isTeamSigned(app, await createCodesign(lines))).toBe(signed)
})

test.skipIf(process.platform === 'win32')('an unsigned app is recognized', async () => {
  const codesign = await createCodesign([`${app}: code object is not signed at all`], 1)
  expect(await isTeamSigned(app, codesign)).toBe(false)
})

test('an app whose signature cannot be read counts as unsigned', async () => {
  expect(await isTeamSigned(app, join(folder, 'missing'))).toBe(false)
})
