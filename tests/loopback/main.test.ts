import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startLoopback } from '../../loopback/main.ts'

const windowFolder = join(import.meta.dirname, '..', '..', 'dist', 'renderer')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-loopback-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

test('a start waits for an instance that is closing, and does not print its old address', async () => {
  const first = await startLoopback({ dataFolder: folder, windowFolder, port: 0 })
  const closing = first.close()
  expect(readFileSync(join(folder, 'instance.json'), 'utf8')).not.toContain(first.address)
  const second = await startLoopback({ dataFolder: folder, windowFolder, port: 0 })
  await closing
  expect((await fetch(second.address)).status).toBe(200)
  await second.close()
})
