import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../contract/app/problems/problemCatalogue.ts'
import { file, troubleshooting } from '../../scripts/troubleshooting.ts'

describe('docs/troubleshooting.md', () => {
  const document = readFileSync(file, 'utf8')

  it('docs/troubleshooting.md matches the catalogue (if not: node scripts/troubleshooting.ts)', () => {
    expect(document).toBe(troubleshooting())
  })

  it('docs/troubleshooting.md has every problem exactly once', () => {
    for (const { title } of Object.values(catalogue)) {
      expect({ title, times: document.split(`**${title}**`).length - 1 }).toEqual({ title, times: 1 })
    }
  })
})
