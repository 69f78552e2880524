import { describe, expect, it } from 'vitest'
import { findShapeMismatches } from '../../../../contract/app/link/linkShape.ts'
import { link } from '../../../../contract/service/link/link.ts'
import { fieldNames, namesOf, pick } from '../../../../contract/service/link/fields.ts'
import { allFieldsLink } from '../../service/link/everyField.ts'

const validLink: Record<string, unknown> = {
  ...pick(
    allFieldsLink,
    fieldNames.filter((name) => name in link.shape),
  ),
  id: 1,
  path: 'Ab3',
  access_path: 'https://links.example.com/Ab3',
  updated_at: '2026-11-22T10:00:00.000Z',
  generated_from_platform: 'API',
  sdk_generated: true,
  active: true,
  show_preview: false,
  image: null,
  tracking_campaign: null,
  android_custom_redirect: {},
}
const findMismatches = (fields: object) => findShapeMismatches(JSON.stringify({ ...validLink, ...fields }))

describe('findShapeMismatches', () => {
  it('findShapeMismatches ignores unknown fields', () => {
    expect(link.safeParse(validLink).success).toBe(true)
    expect(findMismatches({})).toEqual([])
    expect(findMismatches({ name: 1, ads_platform: null })).toEqual([])
  })

  it.each(namesOf(link.shape))('findShapeMismatches reports a missing %s', (field) => {
    const rest = Object.fromEntries(Object.entries(validLink).filter(([name]) => name !== field))
    expect(findShapeMismatches(JSON.stringify(rest))).toMatchObject([{ field, got: null }])
  })

  it.each<[string, unknown, string, string]>([
    ['id', '7', 'whole number', 'text'],
    ['id', 1.5, 'whole number', 'number'],
    ['title', 7, 'text', 'whole number'],
    ['title', null, 'text', 'null'],
    ['data', '{"a":1}', 'object', 'text'],
    ['data', [], 'object', 'list'],
    ['tags', 'a,b', 'list', 'text'],
    ['tags', ['a', 1], 'list of texts', 'list with whole number'],
    ['active', 'true', 'yes or no', 'text'],
    ['tracking_source', false, 'text or null', 'yes or no'],
    ['show_preview', null, 'yes or no', 'null'],
    ['ios_custom_redirect', null, 'object', 'null'],
    ['desktop_custom_redirect', 'https://a.example/', 'object', 'text'],
  ])('findShapeMismatches reports %s with value %j', (field, value, expected, got) => {
    expect(findMismatches({ [field]: value })).toEqual([{ field, expected, got }])
  })

  it('findShapeMismatches checks the members of a redirect', () => {
    expect(findMismatches({ ios_custom_redirect: { url: null, open_app_if_installed: 'yes' } })).toEqual([
      { field: 'ios_custom_redirect.url', expected: 'text', got: 'null' },
      { field: 'ios_custom_redirect.open_app_if_installed', expected: 'yes or no', got: 'text' },
    ])
    expect(findMismatches({ android_custom_redirect: { open_app_if_installed: true } })).toEqual([
      { field: 'android_custom_redirect.url', expected: 'text', got: null },
    ])
  })

  it.each(['', 'nothing', '[]', 'null', '7'])(
    'findShapeMismatches finds nothing in %j, which is not a link',
    (text) => {
      expect(findShapeMismatches(text)).toEqual([])
    },
  )
})
