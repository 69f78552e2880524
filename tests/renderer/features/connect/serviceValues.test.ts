import { describe, expect, it } from 'vitest'
import { profileColor } from '../../../../contract/profile.ts'
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
  it('finds nothing wrong with what can be used', () => {
    expect(serviceErrors(valid, false)).toEqual({})
  })

  it('says every error at once, at its field', () => {
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

  it('asks for an address that is missing, and does not call it wrong', () => {
    expect(serviceErrors({ ...valid, baseUrl: ' ' }, false)).toEqual({
      baseUrl: 'Enter the address of the service.',
    })
  })

  it('lets the key of a saved profile stay, and still judges a new one', () => {
    expect(serviceErrors({ ...valid, key: '' }, true)).toEqual({})
    expect(Object.keys(serviceErrors({ ...valid, key: 'ä' }, true))).toEqual(['key'])
  })
})

describe('testErrors', () => {
  it('asks for no name and no key', () => {
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'links.example.com' })).toEqual({})
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'links.example.com', name: 'x'.repeat(99) })).toEqual(
      {},
    )
  })

  it('names what stands before the host instead of https://', () => {
    expect(testErrors({ ...emptyServiceValues, baseUrl: 'htps:/links.example.com' })).toEqual({
      baseUrl: 'The address begins with “htps:/”. Change that to https://.',
    })
  })

  it('judges a key that was typed, and the words for the environments', () => {
    expect(Object.keys(testErrors({ ...valid, key: 'ä', production: 'a b' }))).toEqual(['production', 'key'])
  })
})

describe('profileInputOf', () => {
  it.each([
    ['go.example.com', ['go.example.com']],
    ['https://go.example.com/x, b.example:8443', ['go.example.com', 'b.example:8443']],
    [' ', []],
  ])('reads the link hosts in %j', (linkHost, hosts) => {
    expect(toProfileInput({ ...valid, linkHost }).linkHosts).toEqual(hosts)
  })

  it('comes back as the same form, without the key', () => {
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
    }
    expect(toServiceValues(saved)).toEqual({
      ...valid,
      linkHost: 'go.example.com',
      key: '',
      color: 'violet',
      notes: 'Ask Jo.',
    })
  })
})

describe('newService', () => {
  it('takes a colour that no profile has yet, as far as there is one', () => {
    const options = profileColor.options
    expect(createServiceValues([]).color).toBe(options[0])
    expect(createServiceValues([{ color: 'blue' }, { color: 'green' }]).color).toBe('teal')
    expect(createServiceValues(options.map((color) => ({ color }))).color).toBe('blue')
  })
})

describe('byField', () => {
  it('finds the field of an error that the app names', () => {
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
