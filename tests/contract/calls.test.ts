import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { calls, isCallName } from '../../contract/calls.ts'
import { faultsOf } from '../../contract/faults.ts'

const profile = { name: 'Work', baseUrl: 'links.example.com' }
const place = { profileId: 'p', environment: 'development' }
const id = '5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a11'

/** For each call an input that it takes, with every object that it may hold. */
const inputs: Record<string, object> = {
  'app.state': {},
  'app.setAppearance': { appearance: 'dark' },
  'app.setCopyAtOnce': { copyAtOnce: true },
  'app.dismissNotice': { id: 'n' },
  'profiles.save': {
    id: 'p',
    profile: {
      ...profile,
      linkHosts: ['a.example'],
      environmentValues: { production: 'production', development: 'test' },
    },
    key: 'k',
  },
  'profiles.remove': { id: 'p' },
  'profiles.use': { id: 'p', environment: 'production' },
  'profiles.tryLocal': {},
  'connection.test': {
    profile: { ...profile, environmentValues: { production: 'production', development: 'test' } },
    environment: 'production',
    key: 'k',
    profileId: 'p',
  },
  'links.create': {
    id,
    ...place,
    request: {
      title: 'a',
      ios_custom_redirect: { url: 'a:b', open_app_if_installed: true },
      android_custom_redirect: { url: 'a:b' },
      desktop_custom_redirect: { url: 'a:b' },
    },
  },
  'links.list': { before: 'x', limit: 50 },
  'links.get': { id },
  'links.settle': { id },
  'links.find': { text: 'Ab3dEf7', ...place },
  'drafts.list': {},
  'drafts.save': { id: 'd', form: { title: 'a' } },
  'drafts.remove': { id: 'd' },
  'presets.list': {},
  'presets.save': { id: 's', name: 'Summer', form: { title: 'a' } },
  'presets.remove': { id: 's' },
  'presets.setDefault': { profileId: 'p', presetId: null },
  'suggestions.words': {},
  'suggestions.similar': {
    request: { title: 'a', ios_custom_redirect: { url: 'a:b', open_app_if_installed: true } },
  },
}

/** Objects in an input that a caller shapes freely. */
const free = new Set(['form'])

describe('the table of calls', () => {
  it('knows its own rows and nothing that every object inherits', () => {
    expect(Object.keys(calls).every(isCallName)).toBe(true)
    const inherited = Object.getOwnPropertyNames(Object.prototype)
    expect([...inherited, '__proto__', '', 'app', 'App.state', 'app.state '].filter(isCallName)).toEqual([])
  })

  it('is covered here row by row', () => {
    expect(Object.keys(inputs).sort()).toEqual(Object.keys(calls).sort())
  })

  it.each(Object.keys(inputs).filter(isCallName))(
    '%s takes its input and refuses an unknown key anywhere in it',
    (name) => {
      const schema: z.ZodType = calls[name].input
      const input = inputs[name] ?? {}
      expect(schema.safeParse(input).error).toBeUndefined()
      for (const path of objectsIn(input)) {
        for (const stranger of ['junk', '__proto__', 'constructor']) {
          const parsed = schema.safeParse(withKey(input, path, stranger))
          expect(Object.keys(parsed.success ? {} : faultsOf(parsed.error))).toEqual([
            [...path, stranger].join('.'),
          ])
        }
      }
    },
  )

  it.each(Object.keys(inputs).filter(isCallName))('%s refuses what is no object', (name) => {
    for (const input of [null, [], 'text', 1]) expect(calls[name].input.safeParse(input).success).toBe(false)
  })

  it('fills in what a caller may leave out', () => {
    expect(calls['links.list'].input.parse({})).toEqual({ limit: 50 })
    expect(calls['profiles.save'].input.parse({ profile }).profile).toEqual({
      ...profile,
      linkHosts: [],
      environmentValues: { production: 'production', development: 'development' },
    })
  })

  it.each([
    ['two words', 'May contain only letters, digits and signs, without spaces.'],
    ['a\r\nb', 'May contain only letters, digits and signs, without spaces.'],
    ['', 'Enter the value that the service expects.'],
  ])('refuses the header value %j at its field', (production, message) => {
    const parsed = calls['profiles.save'].input.safeParse({
      profile: { ...profile, environmentValues: { production, development: 'd' } },
    })
    expect(parsed.error && faultsOf(parsed.error)).toEqual({
      'profile.environmentValues.production': message,
    })
  })
})

function objectsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const inner = Object.entries(value).filter(([name]) => !free.has(name))
  return [path, ...inner.flatMap(([name, child]) => objectsIn(child, [...path, name]))]
}

function withKey(input: object, path: string[], key: string): unknown {
  const copy = structuredClone(input)
  let place = copy as Record<string, unknown>
  for (const name of path) place = place[name] as Record<string, unknown>
  Object.defineProperty(place, key, { value: 'x', enumerable: true, configurable: true, writable: true })
  return copy
}
