import { describe, expect, it } from 'vitest'
import { projectKey } from '../../../../contract/app/profile/keyStore.ts'

const key = 'lw_3f9A-x.y~z+/='

describe('projectKey', () => {
  it.each([
    key,
    `  ${key}\r\n`,
    `"${key}"`,
    `'${key}'`,
    `\`${key}\``,
    `" ${key} "`,
    `PROJECT-KEY: ${key}`,
    `project-key:${key}`,
    `PROJECT-KEY = ${key}`,
    `PROJECT_KEY=${key}`,
    `PROJECT_KEY="${key}"`,
    `PROJECT-KEY: "${key}"`,
    `"PROJECT-KEY": "${key}",`,
    `'PROJECT-KEY: ${key}'`,
  ])('projectKey extracts the key from %j', (pasted) => {
    expect(projectKey.parse(pasted)).toBe(key)
  })

  it('projectKey keeps quotes and header names inside a key', () => {
    for (const odd of [`a"b`, `"a`, `a'`, 'xPROJECT-KEY:y', 'a:b=c', ',;'])
      expect(projectKey.parse(odd)).toBe(odd)
  })

  it.each([
    ['', 'Enter the project key.'],
    [' \n', 'Enter the project key.'],
    ['""', 'Enter the project key.'],
    ['PROJECT-KEY:', 'Enter the project key.'],
    ['two words', 'A project key has only letters, digits and symbols. Copy it again.'],
    ['line\nbreak', 'A project key has only letters, digits and symbols. Copy it again.'],
    ['schlüssel', 'A project key has only letters, digits and symbols. Copy it again.'],
    ['a\0', 'A project key has only letters, digits and symbols. Copy it again.'],
    ['•••••', 'A project key has only letters, digits and symbols. Copy it again.'],
    ['x'.repeat(1_001), 'This is too long for a project key.'],
  ])('projectKey rejects %j', (pasted, message) => {
    expect(projectKey.safeParse(pasted).error?.issues[0]?.message).toBe(message)
  })

  it("projectKey doesn't repeat the key in its error messages", () => {
    const secret = 'secret key with spaces'
    expect(JSON.stringify(projectKey.safeParse(secret).error?.issues)).not.toContain('secret')
  })
})
