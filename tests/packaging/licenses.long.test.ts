import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createBuilder } from 'vite'
import type { Rolldown } from 'vite'
import { beforeAll, expect, test, vi } from 'vitest'
import { createPage } from '../../core/page/page.ts'
import { toResponse } from '../../electron/response.ts'
import { packingTimeoutMs } from './pack.ts'

const root = join(import.meta.dirname, '..', '..')

let response: Response
let text: string
beforeAll(async () => {
  const page = createPage(join(root, 'dist', 'renderer'))
  response = toResponse(await page({ method: 'GET', url: 'app://linkwright/licenses.md' }))
  text = await response.text()
})

/** Returns the text after each package's heading, by the package's name. */
const readEntries = () =>
  new Map(
    text
      .split(/^## (?=\S+ - \d)/m)
      .slice(1)
      .map((entry) => [entry.split(' ')[0], entry]),
  )

/** Returns the packages with any code in the bundles, from the modules of an unminified build that writes nothing. */
async function packagesInBundles(): Promise<string[]> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false, minify: false },
  })
  const names = new Set<string>()
  for (const environment of Object.values(builder.environments)) {
    const { output } = (await builder.build(environment)) as Rolldown.RolldownOutput
    const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []))
    for (const [source, { renderedLength }] of modules) {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
      if (name !== undefined && renderedLength > 0) names.add(name)
    }
  }
  return [...names]
}

test('the page serves the licences as text', () => {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
})

test(
  'the licences name keytar and each package in the window, the main process, its workers and the preload script',
  async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const packages = await packagesInBundles()
    vi.unstubAllEnvs()
    expect(packages).toEqual(expect.arrayContaining(['react', '@mantine/core', 'fastify', 'undici', 'zod']))
    const entriesByName = readEntries()
    expect(packages.filter((name) => !entriesByName.has(name))).toEqual([])
    expect(entriesByName.has('@github/keytar')).toBe(true)
  },
  packingTimeoutMs,
)

test('each package has the text of its licence and is listed once', () => {
  const headings = [...text.matchAll(/^## (\S+ - \d.*)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual([...new Set(headings)].sort())
  for (const [name, entry] of readEntries()) expect(entry.length, name).toBeGreaterThan(500)
})

test('a package without a file of its licence has the standard text with its author', () => {
  const entry = readEntries().get('abstract-logging')
  expect(entry).toContain('James Sumners')
  expect(entry).toContain('Permission is hereby granted, free of charge')
  expect(entry).not.toContain('<copyright holders>')
})

test('the build leaves no source files of the list behind', () => {
  for (const bundle of ['loopback', 'main', 'preload', 'renderer'])
    expect(() => readFileSync(join(root, 'dist', bundle, 'licenses.json'))).toThrow('ENOENT')
})
