import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const files = ['Dockerfile', 'compose.yaml']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-digests-'))
  for (const file of files) copyFileSync(join(root, 'service', 'deploy', file), join(folder, file))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs the script with a `docker` that answers an inspection with this shell script; `$4` is the image. */
function run(docker: string) {
  writeFileSync(join(folder, 'docker'), `#!/bin/sh\n${docker}\n`, { mode: 0o755 })
  return spawnSync(process.execPath, [join(root, 'scripts', 'pinImages.ts'), folder], {
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
    encoding: 'utf8',
  })
}

const read = () => files.map((file) => readFileSync(join(folder, file), 'utf8')).join('')
const digest = (digit: string) => `sha256:${digit.repeat(64)}`
const removeDigests = () => files.forEach((file) => writeFileSync(join(folder, file), withoutDigests(file)))
const withoutDigests = (file: string) => readFileSync(join(folder, file), 'utf8').replace(/@sha256:\w+/g, '')
const answer = `case "$*" in
"buildx imagetools inspect node:24-slim --format {{.Manifest.Digest}}") echo ${digest('a')} ;;
"buildx imagetools inspect postgres:15 --format {{.Manifest.Digest}}") echo ${digest('b')} ;;
"buildx imagetools inspect caddy:2 --format {{.Manifest.Digest}}") echo ${digest('c')} ;;
*) exit 1 ;;
esac`

// Windows can't run such a script.
test.skipIf(process.platform === 'win32')('pinImages pins each image to the digest in the registry', () => {
  removeDigests()
  const original = read()
  const { status, stdout } = run(answer)
  expect([status, stdout.trim().split('\n')]).toEqual([
    0,
    [
      `Dockerfile: node:24-slim@${digest('a')}`,
      `compose.yaml: postgres:15@${digest('b')}`,
      `compose.yaml: caddy:2@${digest('c')}`,
    ],
  ])
  expect(read()).toContain(`\nFROM node:24-slim@${digest('a')}\n`)
  expect(read()).toContain(`\n    image: postgres:15@${digest('b')}\n`)
  expect(read().replace(/@sha256:\w+/g, '')).toBe(original)
})

test.skipIf(process.platform === 'win32')('pinImages keeps a digest that is already there', () => {
  removeDigests()
  run(answer)
  const pinned = read()
  expect(run('exit 1').status).toBe(0)
  expect(read()).toBe(pinned)
})

test.skipIf(process.platform === 'win32').each([
  ['fails', 'echo "no such manifest" >&2; exit 1', 'no such manifest'],
  ['answers without a digest', 'echo "<nil>"', 'has no digest: <nil>'],
])('pinImages stops when the registry %s', (_what, docker, reason) => {
  removeDigests()
  const original = read()
  const { status, stderr } = run(docker)
  expect([status, stderr]).toEqual([1, expect.stringContaining(reason)])
  expect(read()).toBe(original)
})
