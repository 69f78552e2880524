import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxTableBytes } from '../../contract/app/runs/sources.ts'
import { importChunkBytes, maxImportBytes } from '../../contract/app/library/imports.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { startApp } from '../browser/appProcess.ts'
import type { AppProcess } from '../browser/appProcess.ts'

const reserve = 1_000_000_000
const { bavail, bsize } = statfsSync(tmpdir())

describe.skipIf(process.platform !== 'linux' || bavail * bsize < maxImportBytes + reserve)(
  'a CSV of 1 GB, on Linux with 2 GB of free space for temporary files',
  () => {
    let folder: string
    let app: AppProcess
    let profileId: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'linkwright-huge-'))
      app = await startApp(folder)
      profileId = (await get<{ id: string }>('profiles.tryLocal', {})).id
    })
    afterAll(async () => {
      expect(await app.end('SIGTERM')).toBe(0)
      rmSync(folder, { recursive: true })
    })

    async function call<T>(name: string, input: object): Promise<Result<T>> {
      const { origin, hash } = new URL(app.address)
      const token = hash.replace('#token=', '')
      const response = await fetch(`${origin}/call/${name}`, {
        method: 'POST',
        headers: { Origin: origin, 'X-Linkwright-Token': token, 'Content-Type': 'application/json' },
        body: JSON.stringify(input),
      })
      return (await response.json()) as Result<T>
    }

    async function get<T>(name: string, input: object): Promise<T> {
      const result = await call<T>(name, input)
      if (!result.ok) throw new Error(`${name}: ${result.problem.code}`)
      return result.value
    }

    const piece = Buffer.from('https://links.example/some-path\n'.repeat(importChunkBytes / 32)).toString(
      'base64',
    )
    const files = () => readdirSync(join(folder, 'imports'))
    /** Peak memory of the app in bytes. */
    const readPeak = () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]) * 1_024

    /** Uploads pieces of `bytes` in total, as the window does. */
    async function upload(announced: number, bytes: number): Promise<string> {
      const id = randomUUID()
      await get('imports.begin', { id, size: announced })
      for (let sent = 0; sent + importChunkBytes <= bytes; sent += importChunkBytes)
        await get('imports.append', { id, piece })
      return id
    }

    test('a huge upload is refused before any of it is sent when it is too large', async () => {
      expect(await call('imports.begin', { id: randomUUID(), size: maxImportBytes + 1 })).toMatchObject({
        problem: { code: 'invalid_input' },
      })
      const table = { id: randomUUID(), size: maxTableBytes + 1, purpose: 'run' }
      expect(await call('imports.begin', table)).toMatchObject({ problem: { code: 'sheet_too_large' } })
    })

    test('a huge upload is received with little memory, refused by a run immediately, and its disk space is freed', async () => {
      const peakBefore = readPeak()
      const file = await upload(maxImportBytes, maxImportBytes)
      const source = { kind: 'file', file, name: 'huge.csv' }
      const input = { id: randomUUID(), profileId, environment: 'development', source }
      expect(await call('runs.prepare', input)).toMatchObject({ problem: { code: 'sheet_too_large' } })
      const after = readPeak()
      console.log(`${Math.round(peakBefore / 1e6)} MB of memory before, ${Math.round(after / 1e6)} MB after`)
      expect(after - peakBefore).toBeLessThan(400_000_000)
      // One more piece makes it larger than announced.
      expect(await call('imports.append', { id: file, piece })).toMatchObject({
        problem: { code: 'import_too_large' },
      })
      expect(files()).toEqual([])
      expect(await call('imports.append', { id: file, piece })).toMatchObject({
        problem: { code: 'import_gone' },
      })
    })

    test('a huge upload that grows past its announced size is refused there, and deleted', async () => {
      const id = await upload(20 * importChunkBytes, 20 * importChunkBytes)
      expect(files()).toEqual([id])
      expect(await call('imports.append', { id, piece })).toMatchObject({
        problem: { code: 'import_too_large' },
      })
      expect(files()).toEqual([])
    })
  },
)
