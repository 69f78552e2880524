import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv } from '../bareEnv.ts'

/** Prints to stderr which files a program loads. */
const printLoadedFiles = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => (console.error(url), next(url, context)) })
`)}`

/** It runs beside the serving processes as long as the service does, and starts before the first of them. */
test('the supervisor is loaded without packages, except for one small file', () => {
  const entry = join(import.meta.dirname, '../../service/main.ts')
  const { stderr } = spawnSync(process.execPath, ['--import', printLoadedFiles, entry, '--version'], {
    env: bareEnv,
    encoding: 'utf8',
  })
  const loaded = stderr.split('\n')
  expect(loaded).toContainEqual(expect.stringContaining('/service/workers/workers.ts'))
  const packages = loaded.filter((url) => url.includes('node_modules'))
  expect(packages).toEqual([expect.stringContaining('/leven/index.js')])
})
