import { describe, expect, it } from 'vitest'
import { profileColor } from '../../../../contract/app/profile/profile.ts'
import {
  emptyServiceValues,
  errorsByField,
  createServiceValues,
  toProfileInput,
  serviceErrors,
  toServiceValues,
  testErrors,
  type ServiceValues,
} from '../../../../renderer/features/connect/serviceValues.ts'

const withProfile = (profile: Partial<ServiceValues['profile']>, key = ''): ServiceValues => ({
  ...emptyServiceValues,
  profile: { ...emptyServiceValues.profile, ...profile },
  key,
})
const service = { name: 'Acme', baseUrl: 'links.example.com' }
const valid = withProfile(service, 'k')
const unusable = { production: 'a b', development: 'development' }

describe('serviceErrors', () => {
  it('serviceErrors accepts valid values', () => {
    expect(serviceErrors(valid, false)).toEqual({})
  })

  it('serviceErrors reports every error at its field', () => {
    const errors = serviceErrors(
      withProfile({ baseUrl: 'http://example.com', environmentValues: unusable }),
      false,
    )
    expect(errors).toEqual({
      'profile.name': 'Enter a name.',
      'profile.baseUrl':
        'The address isn’t encrypted. Use https://. Plain http:// is allowed only for this computer.',
      key: 'Enter the project key.',
      'profile.environmentValues.production': 'Can contain only letters, digits and symbols, without spaces.',
    })
  })

  it('serviceErrors asks for a missing address instead of calling it invalid', () => {
    expect(serviceErrors(withProfile({ ...service, baseUrl: ' ' }, 'k'), false)).toEqual({
      'profile.baseUrl': 'Enter the service’s address.',
    })
  })

  it('serviceErrors allows an empty key for a saved profile, but validates a new one', () => {
    expect(serviceErrors({ ...valid, key: '' }, true)).toEqual({})
    expect(Object.keys(serviceErrors({ ...valid, key: 'ä' }, true))).toEqual(['key'])
  })
})

describe('testErrors', () => {
  it('testErrors requires neither name nor key', () => {
    expect(testErrors(withProfile({ baseUrl: 'links.example.com' }))).toEqual({})
    expect(testErrors(withProfile({ baseUrl: 'links.example.com', name: 'x'.repeat(99) }))).toEqual({})
  })

  it('testErrors names a scheme other than https://', () => {
    expect(testErrors(withProfile({ baseUrl: 'htps:/links.example.com' }))).toEqual({
      'profile.baseUrl': 'The address begins with “htps:/”. Change it to https://.',
    })
  })

  it('testErrors validates a typed key and the environment values', () => {
    const errors = testErrors(withProfile({ ...service, environmentValues: unusable }, 'ä'))
    expect(Object.keys(errors)).toEqual(['profile.environmentValues.production', 'key'])
  })
})

describe('toProfileInput', () => {
  it.each([
    ['go.example.com', ['go.example.com']],
    ['https://go.example.com/x, b.example:8443', ['go.example.com', 'b.example:8443']],
    [' ', []],
  ])('toProfileInput parses the link domains in %j', (linkHosts, hosts) => {
    expect(toProfileInput(withProfile({ linkHosts })).linkHosts).toEqual(hosts)
  })

  it('a profile converts to a form and back without its key', () => {
    const input = toProfileInput(withProfile({ ...service, linkHosts: 'go.example.com' }))
    const saved = {
      id: '1',
      kind: 'remote' as const,
      color: 'violet' as const,
      notes: 'Ask Jo.',
      name: input.name,
      baseUrl: input.baseUrl,
      linkHosts: ['go.example.com'],
      environmentValues: { production: 'production', development: 'development' },
      hasApp: false,
    }
    const entered = { color: 'violet', notes: 'Ask Jo.', hasApp: false } as const
    expect(toServiceValues(saved)).toEqual(
      withProfile({ ...service, linkHosts: 'go.example.com', ...entered }),
    )
  })
})

describe('createServiceValues', () => {
  it('createServiceValues picks an unused colour if there is one', () => {
    const options = profileColor.options
    const colorBeside = (profiles: Parameters<typeof createServiceValues>[0]) =>
      createServiceValues(profiles).profile.color
    expect(colorBeside([])).toBe(options[0])
    expect(colorBeside([{ color: 'blue' }, { color: 'green' }])).toBe('teal')
    expect(colorBeside(options.map((color) => ({ color })))).toBe('blue')
  })
})

describe('errorsByField', () => {
  it('errorsByField finds the form field of a reported error', () => {
    expect(
      errorsByField({
        'profile.baseUrl': 'a',
        'profile.environmentValues.production': 'b',
        'profile.linkHosts.0': 'c',
        key: 'd',
      }),
    ).toEqual({
      'profile.baseUrl': 'a',
      'profile.environmentValues.production': 'b',
      'profile.linkHosts': 'c',
      key: 'd',
    })
  })
})
