import { describe, expect, it } from 'vitest'
import { projectKey } from '../../contract/keyStore.ts'

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
  ])('reads the key out of %j', (pasted) => {
    expect(projectKey.parse(pasted)).toBe(key)
  })

  it('takes nothing away from a key that holds quotes or the name of the header inside', () => {
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
  ])('refuses %j', (pasted, message) => {
    expect(projectKey.safeParse(pasted).error?.issues[0]?.message).toBe(message)
  })

  it('does not repeat the key in what it says of it', () => {
    const secret = 'secret key with spaces'
    expect(JSON.stringify(projectKey.safeParse(secret).error?.issues)).not.toContain('secret')
  })
})
