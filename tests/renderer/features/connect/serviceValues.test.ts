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
} from '../../../../renderer/features/connect/serviceValues.ts'

const valid = { ...emptyServiceValues, name: 'Acme', baseUrl: 'links.example.com', key: 'k' }

describe('serviceErrors', () => {
  it('serviceErrors accepts valid values', () => {
    expect(serviceErrors(valid, false)).toEqual({})
  })

  it('serviceErrors reports every error at its field', () => {
    const errors = serviceErrors(
      { ...emptyServiceValues, baseUrl: 'http://example.com', production: 'a b' },
      false,
    )
    expect(errors).toEqual({
      name: 'Enter a name.',
      baseUrl: 'The address isn’t encrypted. Use https://. Plain http:// is allowed only for this computer.',
      key: 'Enter the project key.',
      production: 'Can contain only letters, digits and symbols, without spaces.',
    })
  })

  it('serviceErrors asks for a missing address instead of calling it invalid', () => {
    expect(serviceErrors({ ...valid, baseUrl: ' ' }, false)).toEqual({
      baseUrl: 'Enter the service’s address.',
    })
  })

  it('serviceErrors allows an empty key for a saved profile, but validates a new one', () => {
    expect(serviceErrors({ ...valid, key: '' }, true)).toEqual({})
    expect(Object.keys(serviceErrors({ ...valid, key: 'ä' }, true))).toEqual(['key'])
  })
})

describe('testErrors', () => {
  it('testErrors requires neither name nor key', () => {
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'links.example.com' })).toEqual({})
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'links.example.com', name: 'x'.repeat(99) })).toEqual(
      {},
    )
  })

  it('testErrors names a scheme other than https://', () => {
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'htps:/links.example.com' })).toEqual({
      baseUrl: 'The address begins with “htps:/”. Change it to https://.',
    })
  })

  it('testErrors validates a typed key and the environment values', () => {
    expect(Object.keys(testErrors({ ...valid, key: 'ä', production: 'a b' }))).toEqual(['production', 'key'])
  })
})

describe('toProfileInput', () => {
  it.each([
    ['go.example.com', ['go.example.com']],
    ['https://go.example.com/x, b.example:8443', ['go.example.com', 'b.example:8443']],
    [' ', []],
  ])('toProfileInput parses the link domains in %j', (linkHost, hosts) => {
    expect(toProfileInput({ ...valid, linkHost }).linkHosts).toEqual(hosts)
  })

  it('a profile converts to a form and back without its key', () => {
    const input = toProfileInput({ ...valid, linkHost: 'go.example.com' })
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
    expect(toServiceValues(saved)).toEqual({
      ...valid,
      linkHost: 'go.example.com',
      key: '',
      color: 'violet',
      notes: 'Ask Jo.',
      hasApp: false,
    })
  })
})

describe('createServiceValues', () => {
  it('createServiceValues picks an unused colour if there is one', () => {
    const options = profileColor.options
    expect(createServiceValues([]).color).toBe(options[0])
    expect(createServiceValues([{ color: 'blue' }, { color: 'green' }]).color).toBe('teal')
    expect(createServiceValues(options.map((color) => ({ color }))).color).toBe('blue')
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
        unknown: 'e',
      }),
    ).toEqual({ baseUrl: 'a', production: 'b', linkHost: 'c', key: 'd' })
  })
})
