import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compare } from '../../../../contract/app/link/change/compare.ts'
import { toFieldErrors } from '../../../../contract/service/link/fieldErrors.ts'
import { generateRequest, requestShape } from '../../../../contract/service/link/generate.ts'
import {
  byName,
  fieldNames,
  fieldsOf,
  linkFields,
  trackingName,
  trackingNames,
} from '../../../../contract/service/link/fields.ts'
import { remoteLink, parseRemoteLink } from '../../../../contract/app/link/remoteLink.ts'
import { addTracking } from '../../../../contract/service/redirect/tracking.ts'
import { linkTextWith, allFieldsRequest, allFieldsLink, onlyField } from './everyField.ts'

describe.each(fieldNames)('the field %s', (name) => {
  it('a field of a link is accepted unchanged by our own service and by the app', () => {
    expect(generateRequest.parse(onlyField(name))).toEqual(onlyField(name))
    expect(requestShape.parse(onlyField(name))).toEqual(onlyField(name))
  })

  it('a misspelled field name gets the right suggestion in a request and in a call', () => {
    const near = `${name}x`
    expect(unknownField(near)).toBe(`Unknown field. Did you mean ${name}?`)
    const { error } = z.object({ request: requestShape }).safeParse({ request: { [near]: 'x' } })
    expect(error && toFieldErrors(error)).toEqual({ [`request.${near}`]: unknownField(near) })
  })

  it('a field of a link is read from a service’s answer', () => {
    const link = parseRemoteLink(JSON.stringify({ [name]: allFieldsLink[name] }))
    const shown = name === 'data' ? JSON.stringify(allFieldsLink[name]) : allFieldsLink[name]
    expect(link).toMatchObject({ [name]: shown })
    expect(link.extra).toEqual({})
    expect(remoteLink.parse(link)[name]).toEqual(link[name])
  })

  it('a field that was stored differently is found by the comparison', () => {
    const lost = linkFields[name].kind === 'preview' ? false : null
    const stored = parseRemoteLink(linkTextWith({ [name]: lost }))
    const fields = compare(allFieldsRequest, stored).map(({ field }) => field.split('.')[0])
    expect(fields).toEqual([name])
  })
})

function unknownField(name: string): string | undefined {
  const { error } = generateRequest.safeParse({ [name]: 'x' })
  return error && toFieldErrors(error)[name]
}

describe('every field', () => {
  it('every field is equal in a request and in the link made from it', () => {
    expect(compare(allFieldsRequest, parseRemoteLink(linkTextWith({})))).toEqual([])
  })
})

it.each(fieldsOf('tracking'))('%s is suggested for its URL parameter', (field) => {
  expect(unknownField(`utm_${trackingName(field)}`)).toBe(`Unknown field. Did you mean ${field}?`)
})

it.each(fieldsOf('tracking'))('%s is added to addresses as its URL parameter', (field) => {
  const nothing = byName(trackingNames, () => null)
  const name = trackingName(field)
  const url = addTracking('https://a.example/', { ...nothing, [name]: allFieldsRequest[field] })
  expect(url).toBe(`https://a.example/?utm_${name}=${allFieldsRequest[field]}`)
})
