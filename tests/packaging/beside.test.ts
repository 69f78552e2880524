import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageIn } from '../../scripts/package/billOfMaterials.ts'
import type { Bom } from '../../scripts/package/billOfMaterials.ts'
import { openWorkshop, packingLimit, recordingFpm } from './pack.ts'
import type { Workshop } from './pack.ts'

describe.skipIf(process.platform === 'win32')('beside the packages', () => {
  let workshop: Workshop
  let output: string
  let names: string[]
  beforeAll(async () => {
    workshop = openWorkshop()
    output = await workshop.pack(['deb'], 'x64', recordingFpm(join(workshop.folder, 'fpm')).env)
    names = readdirSync(output)
  }, packingLimit)
  afterAll(() => workshop.close())

  const read = (ending: string) => {
    const found = names.filter((name) => name.endsWith(ending))
    expect(found).toHaveLength(1)
    return readFileSync(join(output, found[0] ?? ''), 'utf8')
  }

  test('there are the checksums of each file, as sha256sum reads them', () => {
    const lines = read('.sha256').trimEnd().split('\n')
    const listed = lines.map((line) => line.split('  ')[1] ?? '')
    expect(listed).toEqual(names.filter((name) => /\.(deb|cdx\.json)$/.test(name)).sort())
    for (const line of lines) {
      const [sum, name = ''] = line.split('  ')
      expect(
        createHash('sha256')
          .update(readFileSync(join(output, name)))
          .digest('hex'),
      ).toBe(sum)
    }
  })

  test('there is a bill of materials of what is packed and of nothing else', () => {
    const bom = JSON.parse(read('.cdx.json')) as Bom & { bomFormat: string }
    expect(bom.bomFormat).toBe('CycloneDX')
    expect(bom.metadata.component).toMatchObject({ name: 'Linkwright', type: 'application' })
    const listed = bom.components.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining(['electron', 'react', 'undici', 'zod', 'keytar']))
    for (const name of ['vite', 'vitest', 'electron-builder', 'typescript', 'pg'])
      expect(listed).not.toContain(name)
  })

  test('it has every package that the list of licences names', () => {
    const bom = JSON.parse(read('.cdx.json')) as Bom
    const licences = readFileSync(join(import.meta.dirname, '../../dist/renderer/licenses.md'), 'utf8')
    const named = [...licences.matchAll(/^## (\S+) - (\d\S*)/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    )
    const listed = bom.components.map(({ purl }) => packageIn(purl))
    expect(named.filter((one) => !listed.includes(one))).toEqual([])
  })
})
