import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { policyKey } from '../../contract/app/profile/policy.ts'
import { parsePolicy } from '../../core/policy/parse.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'build', 'policy')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
/** Returns the first group of every match. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group]) => group)

describe('the templates of policies', () => {
  test('policy.json is a valid policy', () => {
    const values = JSON.parse(read('policy.json')) as Record<string, unknown>
    const policy = parsePolicy([{ name: 'policy.json', values }])
    expect(policy).toMatchObject({ warnings: [], profiles: [{ name: 'Acme' }], keyStore: 'system' })
  })

  test('the Group Policy template has every key, with a text for each', () => {
    const admx = read('linkwright.admx')
    const keys = new Set(findAll(admx, /valueName="(\w+)"/g))
    expect([...keys].toSorted()).toEqual(policyKey.options.toSorted())
    const strings = findAll(read('en-US/linkwright.adml'), /<string id="(\w+)"/g)
    expect(strings).toEqual(expect.arrayContaining(findAll(admx, /\$\(string\.(\w+)\)/g)))
    const presentations = findAll(read('en-US/linkwright.adml'), /<presentation id="(\w+)"/g)
    expect(presentations).toEqual(findAll(admx, /\$\(presentation\.(\w+)\)/g))
  })

  test('the template for macOS is for the app, and has no unknown keys', () => {
    const [, payload = ''] = read('linkwright.mobileconfig').split('<key>PayloadContent</key>')
    expect(payload).toContain('<string>com.linkwright.app</string>')
    const keys = findAll(payload, /\n {8}<key>(\w+)<\/key>/g).filter((key) => !key?.startsWith('Payload'))
    expect(policyKey.options).toEqual(expect.arrayContaining(keys))
    expect(keys).toContain('updates')
  })

  test.runIf(process.platform === 'darwin')('the template for macOS is a property list', async () => {
    await promisify(execFile)('/usr/bin/plutil', ['-lint', join(folder, 'linkwright.mobileconfig')])
  })

  test('docs/it.md explains every key', () => {
    const text = readFileSync(join(root, 'docs', 'it.md'), 'utf8')
    for (const key of policyKey.options) expect(text).toContain(`- **\`${key}\`**: `)
  })
})
