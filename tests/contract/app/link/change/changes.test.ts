import { describe, expect, it } from 'vitest'
import { findChanges } from '../../../../../contract/app/link/change/changes.ts'
import { byName, fieldNames, fieldsOf } from '../../../../../contract/service/link/fields.ts'
import type { FieldName } from '../../../../../contract/service/link/fields.ts'
import { parseRemoteLink } from '../../../../../contract/app/link/remoteLink.ts'
import { linkTextWith } from '../../../service/link/everyField.ts'

const link = (others: Record<string, unknown> = {}) => parseRemoteLink(linkTextWith(others))

type Other = [value: unknown, field: string, now: string]

/** Another value for every field of a request, and the label of its change. */
const others: Record<FieldName, Other> = {
  ...byName([...fieldsOf('text'), ...fieldsOf('tracking')], (name): Other => ['Other', name, 'Other']),
  data: [{ id: 1 }, 'data', '{"id":1}'],
  tags: [['third'], 'tags', 'third'],
  ios_custom_redirect: [
    { url: 'https://o.example/', open_app_if_installed: false },
    'ios_custom_redirect.url',
    'https://o.example/',
  ],
  android_custom_redirect: [
    { url: 'https://android.example/app', open_app_if_installed: true },
    'android_custom_redirect.open_app_if_installed',
    'yes',
  ],
  desktop_custom_redirect: [{}, 'desktop_custom_redirect.url', ''],
  show_preview_ios: [false, 'show_preview_ios', 'no'],
  show_preview_android: [false, 'show_preview_android', 'no'],
  tracking_campaign: [null, 'tracking_campaign', ''],
  path: ['other', 'path', 'other'],
  image: ['https://o.example/o.png', 'image', 'https://o.example/o.png'],
}

describe('changes in a link from a service', () => {
  it.each(fieldNames)('a change of %s is found whether it is set or cleared', (name) => {
    const [value, field, now] = others[name]
    const changes = findChanges(link(), link({ [name]: value }))
    expect(changes).toMatchObject([{ field, now }])
    const [change] = changes
    expect(findChanges(link({ [name]: value }), link())).toMatchObject([
      { field, before: now, now: change?.before },
    ])
  })

  it.each([
    ['active', true, false, ['yes', 'no']],
    ['image', null, 'https://i.example/a.png', ['', 'https://i.example/a.png']],
    ['id', 1, 9007199254740993, ['1', '9007199254740992']],
    [
      'access_path',
      'https://a.example/x',
      'https://b.example/x',
      ['https://a.example/x', 'https://b.example/x'],
    ],
  ])('findChanges reports %s', (field, before, now, [was, is]) => {
    const changes = findChanges(link({ [field]: before }), link({ [field]: now }))
    expect(changes).toEqual([{ field, before: was, now: is }])
  })

  it.each<[string, object, object]>([
    ['nothing', {}, {}],
    ['the order of tags', { tags: ['a', 'b'] }, { tags: ['b', 'a', 'a'] }],
    ['the order in app data', { data: { a: 1, b: 2 } }, { data: { b: 2, a: 1 } }],
    ['another spelling of an empty value', { ios_custom_redirect: null }, { ios_custom_redirect: {} }],
    ['when it was last changed', { updated_at: '2026-01-01' }, { updated_at: '2026-01-02' }],
    ['a field of the service’s own', { clicks: 1 }, { clicks: 2 }],
    ['a field that was missing before', {}, { active: true, sdk_generated: true }],
    ['a field that is missing now', { active: true, id: 1 }, {}],
  ])("findChanges doesn't report %s", (_, before, now) => {
    expect(findChanges(link({ ...before }), link({ ...now }))).toEqual([])
  })
})
