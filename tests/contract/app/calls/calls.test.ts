import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { calls, isCallName } from '../../../../contract/app/calls/calls.ts'
import { toFieldErrors } from '../../../../contract/service/link/fieldErrors.ts'

const names = Object.keys(calls).filter(isCallName)
const profile = { name: 'Work', baseUrl: 'links.example.com' }

/** Inputs with every object that they may contain, to test what the schemas accept. */
const inputs = {
  'app.state': {},
  'profiles.save': {
    id: 'p',
    profile: {
      ...profile,
      linkHosts: ['a.example'],
      environmentValues: { production: 'production', development: 'test' },
    },
    key: 'k',
  },
  'connection.test': { profile, environment: 'production', key: 'k', profileId: 'p' },
  'links.create': {
    id: '5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a11',
    profileId: 'p',
    environment: 'development',
    request: {
      title: 'a',
      ios_custom_redirect: { url: 'a:b', open_app_if_installed: true },
      android_custom_redirect: { url: 'a:b' },
      desktop_custom_redirect: { url: 'a:b' },
    },
  },
} as const

describe('the table of calls', () => {
  it('isCallName recognizes its own rows and no inherited properties', () => {
    expect(Object.keys(calls).every(isCallName)).toBe(true)
    const inherited = Object.getOwnPropertyNames(Object.prototype)
    expect([...inherited, '__proto__', '', 'app', 'App.state', 'app.state '].filter(isCallName)).toEqual([])
  })

  it.each(names)('call %s accepts an object without unknown keys at any level', (name) => {
    const shape = z.toJSONSchema(calls[name].input, { io: 'input' })
    const kinds = shape.oneOf ?? shape.anyOf ?? [shape]
    expect(kinds.map((kind) => (typeof kind === 'object' ? kind.type : kind))).toEqual(
      kinds.map(() => 'object'),
    )
    expect(findOpenObjects(shape)).toEqual([])
  })

  it.each(Object.entries(inputs))('call %s rejects an unknown key at its path', (name, input) => {
    const schema: z.ZodType = calls[name as keyof typeof inputs].input
    expect(schema.safeParse(input).error).toBeUndefined()
    for (const path of listObjects(input)) {
      for (const unknownKey of ['junk', '__proto__', 'constructor']) {
        const parsed = schema.safeParse(withKey(input, path, unknownKey))
        expect(Object.keys(parsed.success ? {} : toFieldErrors(parsed.error))).toEqual([
          [...path, unknownKey].join('.'),
        ])
      }
    }
  })

  it.each(names)('call %s rejects input that is not an object', (name) => {
    for (const input of [undefined, null, [], 'text', 1]) {
      expect(calls[name].input.safeParse(input).success).toBe(false)
    }
  })

  it('calls fill in optional members', () => {
    expect(calls['links.list'].input.parse({})).toMatchObject({ limit: 50 })
    expect(calls['profiles.save'].input.parse({ profile }).profile).toEqual({
      ...profile,
      linkHosts: [],
      environmentValues: { production: 'production', development: 'development' },
    })
  })

  it.each([
    ['two words', 'Can contain only letters, digits and symbols, without spaces.'],
    ['a\r\nb', 'Can contain only letters, digits and symbols, without spaces.'],
    ['', 'Enter the value that the service expects.'],
  ])('a profile with header value %j is rejected at its field', (production, message) => {
    const parsed = calls['profiles.save'].input.safeParse({
      profile: { ...profile, environmentValues: { production, development: 'd' } },
    })
    expect(parsed.error && toFieldErrors(parsed.error)).toEqual({
      'profile.environmentValues.production': message,
    })
  })
})

/** Returns the paths of objects in a JSON schema that allow fields which they do not name. */
function findOpenObjects(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { additionalProperties: others } = schema as { additionalProperties?: unknown }
  // Rules have parameters of any name, whose values are objects of one kind.
  const areChecked = others === false || (typeof others === 'object' && others !== null && 'type' in others)
  const open = 'properties' in schema && !areChecked
  const inner = Object.entries(schema).flatMap(([name, child]) => findOpenObjects(child, `${path}/${name}`))
  return open ? [path, ...inner] : inner
}

function listObjects(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return [path, ...Object.entries(value).flatMap(([name, child]) => listObjects(child, [...path, name]))]
}

function withKey(input: object, path: string[], key: string): unknown {
  const copy = structuredClone(input)
  let place = copy as Record<string, unknown>
  for (const name of path) place = place[name] as Record<string, unknown>
  Object.defineProperty(place, key, { value: 'x', enumerable: true, configurable: true, writable: true })
  return copy
}
