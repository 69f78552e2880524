import { describe, expect, it } from 'vitest'
import { compare } from '../../../contract/compare.ts'
import { generateRequest, requestShape } from '../../../contract/generate.ts'
import {
  byName,
  fieldNames,
  fieldsOf,
  linkFields,
  trackingName,
  trackingNames,
} from '../../../contract/link/fields.ts'
import { observedLink, observeLink } from '../../../contract/observed.ts'
import { withTracking } from '../../../contract/redirect/tracking.ts'
import { everyField, everyFieldAnswer, onlyField } from './everyField.ts'

describe.each(fieldNames)('the field %s', (name) => {
  it('is taken as it is, by our own service and by the app', () => {
    expect(generateRequest.parse(onlyField(name))).toEqual(onlyField(name))
    expect(requestShape.parse(onlyField(name))).toEqual(onlyField(name))
  })

  it('is read from what a service shows', () => {
    const link = observeLink({ [name]: everyFieldAnswer[name] })
    expect(link).toMatchObject({ [name]: everyFieldAnswer[name] })
    expect(link.extra).toEqual({})
    expect(observedLink.parse(link)[name]).toEqual(link[name])
  })

  it('is compared with what was stored', () => {
    const lost = linkFields[name].kind === 'preview' ? false : null
    const stored = observeLink({ ...everyFieldAnswer, [name]: lost })
    const answer = name === 'data' ? undefined : `{"link":{"data":${everyField.data}}}`
    const fields = compare(everyField, stored, answer).map(({ field }) => field.split('.')[0])
    expect(fields).toEqual([name])
  })
})

describe('every field', () => {
  it('is alike in a request and in the link that was made from it', () => {
    expect(
      compare({ ...everyField, data: '{"a":1}' }, observeLink({ ...everyFieldAnswer, data: { a: 1 } })),
    ).toEqual([])
  })
})

it.each(fieldsOf('tracking'))('%s goes to addresses', (field) => {
  const nothing = byName(trackingNames, () => null)
  const name = trackingName(field)
  const url = withTracking('https://a.example/', { ...nothing, [name]: everyField[field] })
  expect(url).toBe(`https://a.example/?utm_${name}=${everyField[field]}`)
})
